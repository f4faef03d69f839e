import { sentenceOf } from '../../../shared/contract/failure.ts';
import type { BatchField, BatchProblem } from '../../../shared/orders/batch.ts';
import { addressFieldNames, type DraftAddress } from '../../../shared/orders/order-book.ts';
import { type OrderRequest, requestAddressSchema, requestParcelSchema } from '../../../shared/orders/order-request.ts';
import { orderWarnings } from '../../../shared/orders/order-warnings.ts';
import { cleanCell, isScientificNotation, quoted, sanitizeText } from '../imports/file-text.ts';
import type { BatchTableRow, MatchedColumn } from '../ports/batch-records.ts';
import { unitOfTitle, type WeightUnit } from './column-matching.ts';

/** How rows are read: where each field stands, and what a row that names no pick-up address has. */
export interface RowLayout {
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

export function rowLayout(columns: readonly MatchedColumn[], pickUpAddress: DraftAddress | null): RowLayout {
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

export function readRow(row: BatchTableRow, layout: RowLayout): ReadRow {
  if (row.fault !== null) return { request: null, problems: [rowFault(row.fault)], customCode: null };
  const problems: BatchProblem[] = [];
  const addProblem = (field: BatchField, weight: BatchProblem['weight'], words: string): void => {
    problems.push({ place: layout.places.get(field) ?? null, field, weight, words });
  };
  const isFaulty = (field?: BatchField): boolean =>
    problems.some((problem) => problem.weight === 'fault' && (field === undefined || problem.field === field));
  const textOf = (field: BatchField): string => {
    const place = layout.places.get(field);
    return place === undefined ? '' : sanitizeText(cleanCell(row.cells[place] ?? ''), longestCell);
  };

  if (row.cells.slice(layout.columnCount).some((cell) => cell.trim() !== '')) problems.push(rowFault(extraCells));
  const pickUp = pickUpAddressOf(textOf, layout.pickUpAddress);
  const dropOff = addressOf(textOf, 'address');
  const customCode = textOf('parcel.custom_code') || null;
  const weight = readWeight(textOf('parcel.values'), layout.weightUnit);
  if (weight.kind === 'fault') addProblem('parcel.values', 'fault', weight.words);
  if (weight.kind === 'grams' && weight.warning !== null) addProblem('parcel.values', 'warning', weight.warning);

  for (const field of layout.places.keys()) {
    if (field !== 'parcel.values' && isScientificNotation(textOf(field))) {
      addProblem(
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
    addProblem(
      `pick_up_address.${String(path[0])}` as BatchField,
      'fault',
      pickUp.text === '' ? noPickUpAddress : message,
    );
  }
  for (const { path, message } of parsed.dropOff.error?.issues ?? [])
    addProblem(`address.${String(path[0])}` as BatchField, 'fault', message);
  for (const { path, message } of parsed.parcel.error?.issues ?? []) {
    const field = `parcel.${String(path[0])}` as BatchField;
    // Told above, and better.
    if (isFaulty(field)) continue;
    addProblem(field, 'fault', message);
  }
  if (!parsed.pickUp.success || !parsed.dropOff.success || !parsed.parcel.success) {
    return { request: null, problems, customCode };
  }
  const request: OrderRequest = {
    pick_up_address: parsed.pickUp.data,
    drop_offs: [{ address: parsed.dropOff.data, parcels: [parsed.parcel.data] }],
  };
  for (const { path, message } of orderWarnings(request)) {
    const field = fieldOfPath(path);
    // What the whole batch has in common is no row's affair.
    if (isFaulty(field) || (field.startsWith('pick_up_address.') && !layout.places.has(field))) continue;
    addProblem(field, 'warning', sentenceOf(message));
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
function pickUpAddressOf(textOf: TextOf, batchAddress: DraftAddress): DraftAddress & { text: string } {
  const own = addressOf(textOf, 'pick_up_address');
  if (own.text !== '') return own;
  const common = Object.fromEntries(Object.entries(batchAddress).filter(([, text]) => text.trim() !== ''));
  return { ...common, ...own, text: batchAddress.text ?? '' };
}

/** The field at a path of a request. */
function fieldOfPath(path: string): BatchField {
  return path
    .replace(/^drop_offs\.0\.address\./, 'address.')
    .replace(/^drop_offs\.0\.parcels\.0\./, 'parcel.') as BatchField;
}

const extraCells =
  'It has more cells than the first row: a separator inside a cell needs quotation marks around the cell.';
const noPickUpAddress = 'No pick-up address: choose one for the batch, or give each row its own.';

/** A weight as it is meant, or why that cannot be told. A cell with nothing in it is no weight. */
export type ReadWeight =
  | { kind: 'grams'; grams: number; warning: string | null }
  | { kind: 'none' }
  | { kind: 'fault'; words: string };

/**
 * Reads a weight in grams.
 * @param unit what the column's name says; a unit in the cell itself counts more
 */
export function readWeight(cell: string, unit: WeightUnit | null): ReadWeight {
  if (cell === '') return { kind: 'none' };
  if (isScientificNotation(cell)) return fault(`${quoted(cell)} was shortened by a spreadsheet: write the number out.`);
  const [, digits = '', own = ''] = /^([+-]?[\d.,\s'’]*\d[.,]?)\s*([a-z]*)\.?$/i.exec(cell) ?? [];
  if (digits === '') return fault(`${quoted(cell)} is no weight.`);
  const meant = own === '' ? unit : ownUnit(own);
  if (meant === 'another')
    return fault(own === '' ? 'The column’s name says neither grams nor kilograms.' : notGrams(cell));
  const isKilograms = meant === 'kg';
  const number = readNumber(digits, isKilograms);
  if (typeof number === 'string') return fault(number);
  const grams = isKilograms ? Math.round(number * 1e6) / 1e3 : number;
  const isComma = digits.includes(',');
  return { kind: 'grams', grams, warning: isComma ? `${quoted(cell)} is taken as ${grams} g.` : null };
}

const fault = (words: string): ReadWeight => ({ kind: 'fault', words });
const notGrams = (cell: string): string => `${quoted(cell)} is in neither grams nor kilograms.`;

function ownUnit(text: string): WeightUnit {
  if (/^(?:g|gr|grs|gms?|grams?|grammes?)$/i.test(text)) return 'g';
  return /^(?:kgs?|kilos?|kilograms?|kilogrammes?)$/i.test(text) ? 'kg' : 'another';
}

/**
 * Points and commas part thousands in one country and decimals in the other. Three digits behind a single one are thousands or parts:
 * in kilograms parts, as parcels weigh; in grams nobody can tell.
 */
function readNumber(text: string, isKilograms: boolean): number | string {
  const plain = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '').trim();
  const marks = [...plain.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  if (/[\s'’]/.test(plain)) return `${quoted(text)} is no number.`;
  if (last === undefined) return Number(plain);
  const isRepeated = marks.filter((mark) => mark === last).length > 1;
  const isMixed = marks.some((mark) => mark !== last);
  const threeBehind = /^[+-]?\d{1,3}[.,]\d{3}$/.test(plain) && !/^[+-]?0/.test(plain);
  if (!isMixed && !isRepeated && threeBehind && !isKilograms) {
    return `${quoted(text)} could be ${plain.replace(last, '')} or ${Number(plain.replace(last, '.'))}: write it without “${last}”.`;
  }
  if (isRepeated && !isMixed) return grouped(plain, last) ?? `${quoted(text)} is no number.`;
  const point = plain.lastIndexOf(last);
  const whole = isMixed
    ? grouped(plain.slice(0, point), last === '.' ? ',' : '.')
    : Number(plain.slice(0, point) || '0');
  const number = whole === null ? Number.NaN : Number(`${whole}${`.${plain.slice(point + 1)}`}`);
  return Number.isFinite(number) && !Number.isNaN(whole) ? number : `${quoted(text)} is no number.`;
}

/** 1,234,567 as a number; null where the groups are not of three. */
function grouped(text: string, mark: string): number | null {
  const [first = '', ...groups] = text.split(mark);
  const isWhole = /^[+-]?\d{1,3}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group));
  return isWhole ? Number([first, ...groups].join('')) : null;
}
