import type { BatchField, BatchProblem } from '../../../shared/batch.ts';
import { addressFieldNames, type DraftAddress } from '../../../shared/order-book.ts';
import { type OrderRequest, requestAddressSchema, requestParcelSchema } from '../../../shared/order-request.ts';
import { orderWarnings } from '../../../shared/order-warnings.ts';
import { cleanCell, looksCalculated } from '../import/spreadsheet-cells.ts';
import { quoted, tidyText } from '../import/tidy-text.ts';
import type { BatchTableRow, MatchedColumn } from '../ports/batch-records.ts';
import { unitOfTitle, type WeightUnit } from './field-titles.ts';
import { readWeight } from './read-weight.ts';

/** How rows are read: where each field stands, and what a row that names no pick-up address has. */
export interface RowReading {
  /** The place of each field that a column holds. */
  places: ReadonlyMap<BatchField, number>;
  columnCount: number;
  weightUnit: WeightUnit | null;
  pickUpAddress: DraftAddress;
}

/** What one row by itself orders, and what is wrong or odd about it. */
export interface ReadRow {
  /** An order of one parcel; null where something keeps it from being one. */
  request: OrderRequest | null;
  problems: BatchProblem[];
  /** As written, whatever else is wrong with the row; null where it has none. */
  customCode: string | null;
}

export function rowReading(columns: readonly MatchedColumn[], pickUpAddress: DraftAddress | null): RowReading {
  const places = new Map<BatchField, number>();
  for (const [place, { field }] of columns.entries()) if (field !== null) places.set(field, place);
  const weight = columns.find(({ field }) => field === 'parcel.values');
  return {
    places,
    columnCount: columns.length,
    weightUnit: weight ? unitOfTitle(weight.title) : null,
    pickUpAddress: pickUpAddress ?? {},
  };
}

/** Longer texts of a cell are told as too long by the request's own rules. */
const longestCell = 5_000;

export function readRow(row: BatchTableRow, reading: RowReading): ReadRow {
  if (row.fault !== null) return { request: null, problems: [rowFault(row.fault)], customCode: null };
  const problems: BatchProblem[] = [];
  const say = (field: BatchField, weight: BatchProblem['weight'], words: string): void => {
    problems.push({ place: reading.places.get(field) ?? null, field, weight, words });
  };
  const isFaulty = (field?: BatchField): boolean =>
    problems.some((problem) => problem.weight === 'fault' && (field === undefined || problem.field === field));
  const textOf = (field: BatchField): string => {
    const place = reading.places.get(field);
    return place === undefined ? '' : tidyText(cleanCell(row.cells[place] ?? ''), longestCell);
  };

  if (row.cells.slice(reading.columnCount).some((cell) => cell.trim() !== '')) problems.push(rowFault(moreCells));
  const pickUp = pickUpOf(textOf, reading.pickUpAddress);
  const dropOff = addressOf(textOf, 'address');
  const customCode = textOf('parcel.custom_code') || null;
  const weight = readWeight(textOf('parcel.values'), reading.weightUnit);
  if (weight.kind === 'fault') say('parcel.values', 'fault', weight.words);
  if (weight.kind === 'grams' && weight.warning !== null) say('parcel.values', 'warning', weight.warning);

  for (const field of reading.places.keys()) {
    if (field !== 'parcel.values' && looksCalculated(textOf(field))) {
      say(
        field,
        'fault',
        `${quoted(textOf(field))} was a number before a spreadsheet shortened it; the digits are lost.`,
      );
    }
  }
  const parsed = {
    pickUp: requestAddressSchema.safeParse(pickUp),
    dropOff: requestAddressSchema.safeParse(dropOff),
    parcel: requestParcelSchema.safeParse({
      unit: 'g',
      ...(weight.kind === 'grams' && { values: weight.grams }),
      ...(customCode !== null && { custom_code: customCode }),
    }),
  };
  for (const { path, message } of parsed.pickUp.error?.issues ?? []) {
    say(`pick_up_address.${String(path[0])}` as BatchField, 'fault', pickUp.text === '' ? noPickUp : message);
  }
  for (const { path, message } of parsed.dropOff.error?.issues ?? [])
    say(`address.${String(path[0])}` as BatchField, 'fault', message);
  for (const { path, message } of parsed.parcel.error?.issues ?? []) {
    const field = `parcel.${String(path[0])}` as BatchField;
    // Told above, and better.
    if (isFaulty(field)) continue;
    say(field, 'fault', message);
  }
  if (!parsed.pickUp.success || !parsed.dropOff.success || !parsed.parcel.success) {
    return { request: null, problems, customCode };
  }
  const request: OrderRequest = {
    pick_up_address: parsed.pickUp.data,
    drop_offs: [{ address: parsed.dropOff.data, parcels: [parsed.parcel.data] }],
  };
  for (const { path, words } of orderWarnings(request)) {
    const field = fieldOfPath(path);
    // What the whole batch has in common is no row's affair.
    if (isFaulty(field) || (field.startsWith('pick_up_address.') && !reading.places.has(field))) continue;
    say(field, 'warning', words);
  }
  return { request: isFaulty() ? null : request, problems, customCode };
}

const rowFault = (words: string): BatchProblem => ({ place: null, field: null, weight: 'fault', words });

type TextOf = (field: BatchField) => string;

/** The fields of an address that are filled in, and its text whether it is or not. */
function addressOf(textOf: TextOf, which: 'address' | 'pick_up_address'): DraftAddress & { text: string } {
  const filled: DraftAddress = {};
  for (const name of addressFieldNames) {
    const text = textOf(`${which}.${name}`);
    if (text !== '') filled[name] = text;
  }
  return { ...filled, text: filled.text ?? '' };
}

/** A row's own pick-up address stands alone; without a text of its own, what it says is laid over the batch's. */
function pickUpOf(textOf: TextOf, ofBatch: DraftAddress): DraftAddress & { text: string } {
  const own = addressOf(textOf, 'pick_up_address');
  if (own.text !== '') return own;
  const common = Object.fromEntries(Object.entries(ofBatch).filter(([, text]) => text.trim() !== ''));
  return { ...common, ...own, text: ofBatch.text ?? '' };
}

/** The field at a path of a request. */
function fieldOfPath(path: string): BatchField {
  return path
    .replace(/^drop_offs\.0\.address\./, 'address.')
    .replace(/^drop_offs\.0\.parcels\.0\./, 'parcel.') as BatchField;
}

const moreCells =
  'It has more cells than the first row: a separator inside a cell needs quotation marks around the cell.';
const noPickUp = 'No pick-up address: choose one for the batch, or give each row its own.';
