import { issueMessage } from '../../../shared/contract/validation-issues.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { BatchField, BatchProblem } from '../../../shared/orders/batch.ts';
import { addressFieldNames, type DraftAddress } from '../../../shared/orders/order-book.ts';
import { type OrderRequest, requestAddressSchema, requestParcelSchema } from '../../../shared/orders/order-request.ts';
import { orderWarnings } from '../../../shared/orders/order-warnings.ts';
import { cleanCell, isScientificNotation, sanitizeText, shortText } from '../imports/file-text.ts';
import type { BatchTableRow, MatchedColumn } from '../ports/batch-records.ts';
import { unitOfTitle, type WeightUnit } from './column-matching.ts';

/** How rows are read: the place of each field, and the pick-up address of rows without their own. */
export interface RowLayout {
  /** The place of each field that a column holds. */
  places: ReadonlyMap<BatchField, number>;
  /** The place of each part of an address that a column holds. */
  addressPlaces: AddressPlaces;
  pickUpPlaces: AddressPlaces;
  columnCount: number;
  weightUnit: WeightUnit | null;
  pickUpAddress: DraftAddress;
  /** The batch's pick-up address as a request has it, where no row has one of its own. */
  commonPickUp: ReadAddress | null;
}

type AddressPlaces = readonly (readonly [name: keyof DraftAddress, place: number])[];

type ReadAddress = ReturnType<typeof readAddress>;

/** The order that one row makes, and the row's problems. */
export interface ReadRow {
  /** An order of one parcel; null where the row has an error. */
  request: OrderRequest | null;
  problems: BatchProblem[];
  /** As written, even where the row has an error; null where it has none. */
  customCode: string | null;
}

export function rowLayout(columns: readonly MatchedColumn[], pickUpAddress: DraftAddress | null): RowLayout {
  const places = new Map<BatchField, number>();
  for (const [place, { field }] of columns.entries()) if (field !== null) places.set(field, place);
  const weight = columns.find(({ field }) => field === 'parcel.values');
  const common = pickUpAddress ?? {};
  const placesOf = (which: 'address' | 'pick_up_address'): AddressPlaces =>
    addressFieldNames.flatMap((name) => {
      const place = places.get(`${which}.${name}`);
      return place === undefined ? [] : [[name, place]];
    });
  const pickUpPlaces = placesOf('pick_up_address');
  return {
    ...{ places, addressPlaces: placesOf('address'), pickUpPlaces },
    columnCount: columns.length,
    weightUnit: weight ? unitOfTitle(weight.title) : null,
    pickUpAddress: common,
    commonPickUp: pickUpPlaces.length > 0 ? null : readAddress(pickUpAddressOf([], [], common)),
  };
}

/** An address of a row, and as a request has it. */
const readAddress = (draft: DraftAddress & { text: string }) => ({
  draft,
  parsed: requestAddressSchema.safeParse(draft),
});

/** Longer than any field may be: the request's own rules report such a cell. */
const longestCell = 5_000;

export function readRow(row: BatchTableRow, layout: RowLayout): ReadRow {
  if (row.fault !== null) return { request: null, problems: [rowError(row.fault)], customCode: null };
  const problems: BatchProblem[] = [];
  const addProblem = (field: BatchField, severity: BatchProblem['severity'], problem: Message): void => {
    problems.push({ place: layout.places.get(field) ?? null, field, severity, message: problem });
  };
  const hasError = (field?: BatchField): boolean =>
    problems.some((problem) => problem.severity === 'error' && (field === undefined || problem.field === field));
  /** By their places. */
  const texts: string[] = [];
  for (const place of layout.places.values()) {
    texts[place] = sanitizeText(cleanCell(row.cells[place] ?? ''), longestCell);
  }
  const textOf = (field: BatchField): string => texts[layout.places.get(field) ?? -1] ?? '';

  if (row.cells.some((cell, place) => place >= layout.columnCount && cell.trim() !== ''))
    problems.push(rowError(message('csv.extra-cells')));
  const pickUp = layout.commonPickUp ?? readAddress(pickUpAddressOf(texts, layout.pickUpPlaces, layout.pickUpAddress));
  const customCode = textOf('parcel.custom_code') || null;
  const weight = readWeight(textOf('parcel.values'), layout.weightUnit);
  if (weight.kind === 'error') addProblem('parcel.values', 'error', weight.message);
  if (weight.kind === 'grams' && weight.warning !== null) addProblem('parcel.values', 'warning', weight.warning);

  for (const [field, place] of layout.places) {
    const text = texts[place] ?? '';
    if (field !== 'parcel.values' && isScientificNotation(text)) {
      addProblem(field, 'error', message('batch.number-shortened', { text: shortText(text) }));
    }
  }
  const parsed = {
    pickUp: pickUp.parsed,
    dropOff: requestAddressSchema.safeParse(addressOf(texts, layout.addressPlaces)),
    parcel: requestParcelSchema.safeParse({
      unit: 'g',
      ...(weight.kind === 'grams' && { values: weight.grams }),
      ...(customCode !== null && { custom_code: customCode }),
    }),
  };
  for (const issue of parsed.pickUp.error?.issues ?? []) {
    const problem = pickUp.draft.text === '' ? message('batch.pick-up-address-missing') : issueMessage(issue);
    addProblem(`pick_up_address.${String(issue.path[0])}` as BatchField, 'error', problem);
  }
  for (const issue of parsed.dropOff.error?.issues ?? []) {
    addProblem(`address.${String(issue.path[0])}` as BatchField, 'error', issueMessage(issue));
  }
  for (const issue of parsed.parcel.error?.issues ?? []) {
    const field = `parcel.${String(issue.path[0])}` as BatchField;
    // An error found above is more precise.
    if (!hasError(field)) addProblem(field, 'error', issueMessage(issue));
  }
  if (!parsed.pickUp.success || !parsed.dropOff.success || !parsed.parcel.success) {
    return { request: null, problems, customCode };
  }
  const request: OrderRequest = {
    // A copy: rows of one receiver are put together by changing their request.
    pick_up_address: { ...parsed.pickUp.data },
    drop_offs: [{ address: parsed.dropOff.data, parcels: [parsed.parcel.data] }],
  };
  for (const { path, message: warning } of orderWarnings(request)) {
    const field = fieldOfPath(path);
    // The pick-up address of the whole batch is not a problem of each row.
    if (hasError(field) || (field.startsWith('pick_up_address.') && !layout.places.has(field))) continue;
    addProblem(field, 'warning', warning);
  }
  return { request: hasError() ? null : request, problems, customCode };
}

const rowError = (reason: Message): BatchProblem => ({ place: null, field: null, severity: 'error', message: reason });

/** The fields of an address that are filled in, and its text in any case. */
function addressOf(texts: readonly string[], places: AddressPlaces): DraftAddress & { text: string } {
  const filled: DraftAddress & { text: string } = { text: '' };
  for (const [name, place] of places) {
    const text = texts[place] ?? '';
    if (text !== '') filled[name] = text;
  }
  return filled;
}

/** A row's own pick-up address is used alone; where it has no text, its fields replace those of the batch's address. */
function pickUpAddressOf(
  texts: readonly string[],
  places: AddressPlaces,
  batchAddress: DraftAddress,
): DraftAddress & { text: string } {
  const own = addressOf(texts, places);
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

/** A weight, or why it cannot be read. An empty cell has none. */
export type ReadWeight =
  | { kind: 'grams'; grams: number; warning: Message | null }
  | { kind: 'none' }
  | { kind: 'error'; message: Message };

/**
 * Reads a weight in grams.
 * @param unit given by the column's name; a unit in the cell itself takes precedence
 */
export function readWeight(cell: string, unit: WeightUnit | null): ReadWeight {
  if (cell === '') return { kind: 'none' };
  if (unit !== 'another' && /^\d{1,9}$/.test(cell))
    return { kind: 'grams', grams: inGrams(Number(cell), unit), warning: null };
  const text = shortText(cell);
  if (isScientificNotation(cell)) return weightError(message('batch.number-shortened', { text }));
  const [, digits = '', own = ''] = /^([+-]?[\d.,\s'’]*\d[.,]?)\s*([a-z]*)\.?$/i.exec(cell) ?? [];
  if (digits === '') return weightError(message('batch.weight-unreadable', { text }));
  const usedUnit = own === '' ? unit : ownUnit(own);
  if (usedUnit === 'another')
    return weightError(
      own === '' ? message('batch.weight-unit-unknown') : message('batch.weight-other-unit', { text }),
    );
  const isKilograms = usedUnit === 'kg';
  const number = readNumber(digits, isKilograms);
  if (typeof number !== 'number') return weightError(number);
  const grams = inGrams(number, usedUnit);
  const isComma = digits.includes(',');
  return { kind: 'grams', grams, warning: isComma ? message('batch.weight-read-as', { text, grams }) : null };
}

const inGrams = (number: number, unit: WeightUnit | null): number =>
  unit === 'kg' ? Math.round(number * 1e6) / 1e3 : number;

const weightError = (reason: Message): ReadWeight => ({ kind: 'error', message: reason });

function ownUnit(text: string): WeightUnit {
  if (/^(?:g|gr|grs|gms?|grams?|grammes?)$/i.test(text)) return 'g';
  return /^(?:kgs?|kilos?|kilograms?|kilogrammes?)$/i.test(text) ? 'kg' : 'another';
}

/**
 * Points and commas separate thousands in some countries and decimals in others. Three digits after a single separator are decimals in
 * kilograms, as parcels weigh; in grams they are ambiguous.
 */
function readNumber(text: string, isKilograms: boolean): number | Message {
  const plain = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '').trim();
  const marks = [...plain.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  const unreadable = message('batch.number-unreadable', { text: shortText(text) });
  if (/[\s'’]/.test(plain)) return unreadable;
  if (last === undefined) return Number(plain);
  const isRepeated = marks.filter((mark) => mark === last).length > 1;
  const isMixed = marks.some((mark) => mark !== last);
  const threeBehind = /^[+-]?\d{1,3}[.,]\d{3}$/.test(plain) && !/^[+-]?0/.test(plain);
  if (!isMixed && !isRepeated && threeBehind && !isKilograms) {
    const [whole, decimal] = [plain.replace(last, ''), String(Number(plain.replace(last, '.')))];
    return message('batch.weight-ambiguous', { text: shortText(text), whole, decimal, separator: last });
  }
  if (isRepeated && !isMixed) return grouped(plain, last) ?? unreadable;
  const point = plain.lastIndexOf(last);
  const whole = isMixed
    ? grouped(plain.slice(0, point), last === '.' ? ',' : '.')
    : Number(plain.slice(0, point) || '0');
  const number = whole === null ? Number.NaN : Number(`${whole}${`.${plain.slice(point + 1)}`}`);
  return Number.isFinite(number) && !Number.isNaN(whole) ? number : unreadable;
}

/** 1,234,567 as a number; null where the groups are not of three. */
function grouped(text: string, mark: string): number | null {
  const [first = '', ...groups] = text.split(mark);
  const isWhole = /^[+-]?\d{1,3}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group));
  return isWhole ? Number([first, ...groups].join('')) : null;
}
