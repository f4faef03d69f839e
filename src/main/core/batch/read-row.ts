import { issueMessage } from '../../../shared/contract/validation-issues.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { BatchField, BatchProblem } from '../../../shared/orders/batch.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { addressFieldNames, type DraftAddress } from '../../../shared/orders/order-book.ts';
import {
  isSoundAddress,
  isSoundParcel,
  type OrderRequest,
  type RequestAddress,
  type RequestParcel,
  requestAddressSchema,
  requestParcelSchema,
} from '../../../shared/orders/order-request.ts';
import {
  addressWarnings,
  dropOffWarnings,
  type OrderWarning,
  plainText,
  textWarning,
  weightWarning,
} from '../../../shared/orders/order-warnings.ts';
import { comparedText, comparedTextOf } from '../fingerprint.ts';
import { cleanCell, isScientificNotation, sanitizeText, shortText } from '../imports/file-text.ts';
import type { BatchTableRow, MatchedColumn } from '../ports/batch-records.ts';
import { unitOfTitle, type WeightUnit } from './column-matching.ts';

/** How rows are read: the place of each field, and the pick-up address of each row. */
export interface RowLayout {
  /** The place of each field that a column holds. */
  places: ReadonlyMap<BatchField, number>;
  fields: readonly { field: BatchField; place: number }[];
  /** The place of each part of an address that a column holds. */
  addressPlaces: AddressPlaces;
  textPlace: number;
  namePlace: number;
  phonePlace: number;
  weightPlace: number;
  codePlace: number;
  columnCount: number;
  weightUnit: WeightUnit | null;
  /** The pick-up address of a row with those cells. */
  pickUpOf(cells: readonly string[]): PickUpAddress;
  /** The order of a row about which nothing is to be said. */
  usualOrder: RowOrder;
}

/** The order that a row makes, of one parcel. It is read from the row's cells when it is needed: for a price, or to be stored. */
export interface RowOrder {
  requestOf(cells: readonly string[]): OrderRequest;
  /** See `comparedText`. */
  comparedTextOf(cells: readonly string[]): string;
}

type AddressPlaces = readonly { name: keyof DraftAddress; place: number }[];

type DraftWithText = DraftAddress & { text: string };

/** A part of a request, or why it cannot be one. */
interface Parsed<T> {
  data: T | null;
  issues: readonly Parameters<typeof issueMessage>[0][];
}

interface PickUpAddress extends Parsed<RequestAddress> {
  isMissing: boolean;
  /** About columns: the pick-up address of the whole batch is not a problem of each row. */
  warnings: readonly OrderWarning[];
  /** Nothing is to be said about it at any row. */
  isUsual: boolean;
  /** Its text as it is compared with that of the other address. */
  plainText: string;
}

/** The order that one row makes, and the row's problems. */
export interface ReadRow {
  row: BatchTableRow;
  /** Null where the row has an error. */
  order: RowOrder | null;
  problems: readonly BatchProblem[];
  /** As written, even where the row has an error; null where it has none. */
  customCode: string | null;
  /** True where its code is known here; null where it was not looked up yet. */
  isCodeKnown: boolean | null;
}

export function rowLayout(columns: readonly MatchedColumn[], pickUpAddress: DraftAddress | null): RowLayout {
  const places = new Map<BatchField, number>();
  for (const [place, { field }] of columns.entries()) if (field !== null) places.set(field, place);
  const weight = columns.find(({ field }) => field === 'parcel.values');
  const placesOf = (which: 'address' | 'pick_up_address'): AddressPlaces =>
    addressFieldNames.flatMap((name) => {
      const place = places.get(`${which}.${name}`);
      return place === undefined ? [] : [{ name, place }];
    });
  const addressPlaces = placesOf('address');
  const placeOf = (field: BatchField): number => places.get(field) ?? -1;
  const layout: RowLayout = {
    places,
    fields: [...places].map(([field, place]) => ({ field, place })),
    addressPlaces,
    textPlace: placeOf('address.text'),
    namePlace: placeOf('address.person_name'),
    phonePlace: placeOf('address.person_phone'),
    weightPlace: placeOf('parcel.values'),
    codePlace: placeOf('parcel.custom_code'),
    columnCount: columns.length,
    weightUnit: weight ? unitOfTitle(weight.title) : null,
    pickUpOf: pickUpReader(placesOf('pick_up_address'), pickUpAddress ?? {}),
    usualOrder: {
      requestOf: (cells) => usualRequest(cells, layout),
      comparedTextOf(cells) {
        const { namePlace, phonePlace, textPlace } = layout;
        return comparedTextOf(cells[namePlace], cells[phonePlace], cells[textPlace] ?? '', usualGrams(cells, layout));
      },
    },
  };
  return layout;
}

/** The order of a row that is not usual. */
const orderOf = (request: OrderRequest): RowOrder => ({
  requestOf: () => request,
  comparedTextOf: () => comparedText(request),
});

/** Reads pick-up addresses. Most rows have that of the row before them, which is not read again. */
function pickUpReader(places: AddressPlaces, batchAddress: DraftAddress): RowLayout['pickUpOf'] {
  let lastCells: readonly string[] = [];
  let last: PickUpAddress | null = null;
  return (cells) => {
    if (last !== null && places.every(({ place }) => cells[place] === lastCells[place])) return last;
    const texts = cells.map(cellText);
    const draft = pickUpAddressOf(texts, places, batchAddress);
    const parsed = parseAddress(draft);
    const warnings = parsed.data === null ? [] : addressWarnings(parsed.data, 'pick_up_address');
    const shown = warnings.filter(({ path }) => places.some(({ name }) => path === `pick_up_address.${name}`));
    const isShortened = places.some(({ place }) => isScientificNotation(texts[place] ?? ''));
    const isUsual = parsed.data !== null && shown.length === 0 && !isShortened;
    lastCells = cells;
    last = { ...parsed, isMissing: draft.text === '', warnings: shown, isUsual, plainText: plainText(draft.text) };
    return last;
  };
}

const none: readonly never[] = [];

// Only what is not as it should be is given to the schema, which says what is wrong and takes a hundred times as long.
function parseAddress(draft: DraftWithText): Parsed<RequestAddress> {
  if (isSoundAddress(draft)) return { data: draft, issues: none };
  const { data = null, error } = requestAddressSchema.safeParse(draft);
  return { data, issues: error?.issues ?? none };
}

function parseParcel(weight: ReadWeight, customCode: string | null): Parsed<RequestParcel> {
  const draft: Partial<RequestParcel> = { unit: 'g' };
  if (weight.kind === 'grams') draft.values = weight.grams;
  if (customCode !== null) draft.custom_code = customCode;
  if (isSoundParcel(draft)) return { data: draft, issues: none };
  // The error of such a weight is known already, and more precise.
  if (weight.kind === 'error' && (customCode === null || isCustomCode(customCode))) return { data: null, issues: none };
  const { data = null, error } = requestParcelSchema.safeParse(draft);
  return { data, issues: error?.issues ?? none };
}

/** Longer than any field may be: the request's own rules report such a cell. */
const longestCell = 5_000;

const cellText = (cell: string): string => sanitizeText(cleanCell(cell), longestCell);

/** Reads a row: at once where nothing is to be said about it, as about most rows. */
export const readRow = (row: BatchTableRow, layout: RowLayout): ReadRow =>
  readUsualRow(row, layout) ?? readAnyRow(row, layout);

/** Cells that are read as they are: visible ASCII characters and single spaces, no formula, no shortened number. */
const usualText = /^(?!=|\d[\d.,]*E\+)[\x21-\x26\x28-\x7e]+(?: [\x21-\x26\x28-\x7e]+)*$/i;
const usualWeight = /^\d{2,5}$/;

/** Reads a row without problems; null where only `readAnyRow` finds out whether it has any. Both agree about every row. */
export function readUsualRow(row: BatchTableRow, layout: RowLayout): ReadRow | null {
  const { cells } = row;
  if (row.fault !== null || cells.length > layout.columnCount || layout.weightUnit === 'another') return null;
  if (!usualWeight.test(cells[layout.weightPlace] ?? '')) return null;
  const grams = usualGrams(cells, layout);
  if (grams === 0 || weightWarning(grams) !== null) return null;
  const customCode = cells[layout.codePlace] || null;
  if (customCode !== null && !isCustomCode(customCode)) return null;
  const text = cells[layout.textPlace];
  if (!text || !cells[layout.namePlace] || !cells[layout.phonePlace]) return null;
  for (const { name, place } of layout.addressPlaces) {
    const cell = cells[place];
    if (cell && (!usualText.test(cell) || textWarning(name, cell) !== null)) return null;
  }
  const pickUp = layout.pickUpOf(cells);
  // Case leaves the length of a usual text as it is.
  if (!pickUp.isUsual || (pickUp.plainText.length === text.length && pickUp.plainText === plainText(text))) return null;
  return { row, order: layout.usualOrder, problems: none, customCode, isCodeKnown: null };
}

const usualGrams = (cells: readonly string[], { weightPlace, weightUnit }: RowLayout): number =>
  inGrams(Number(cells[weightPlace]), weightUnit);

function usualRequest(cells: readonly string[], layout: RowLayout): OrderRequest {
  const address: DraftWithText = { text: '' };
  for (const { name, place } of layout.addressPlaces) {
    const cell = cells[place];
    if (cell) address[name] = cell;
  }
  const parcel: RequestParcel = { unit: 'g', values: usualGrams(cells, layout) };
  const customCode = cells[layout.codePlace];
  if (customCode) parcel.custom_code = customCode;
  const { data } = layout.pickUpOf(cells);
  if (data === null) throw new Error('A usual row has a pick-up address.');
  return { pick_up_address: data, drop_offs: [{ address, parcels: [parcel] }] };
}

/** Reads a row with whatever problems it has. */
export function readAnyRow(row: BatchTableRow, layout: RowLayout): ReadRow {
  if (row.fault !== null) return withoutOrder(row, [rowError(row.fault)], null);
  const { cells } = row;
  const problems: BatchProblem[] = [];
  /** By their places. */
  const texts: string[] = new Array(layout.columnCount).fill('');
  for (const { place } of layout.fields) texts[place] = cellText(cells[place] ?? '');

  if (cells.length > layout.columnCount && cells.some((cell, place) => place >= layout.columnCount && cell.trim()))
    problems.push(rowError(message('csv.extra-cells')));
  const pickUp = layout.pickUpOf(cells);
  const customCode = textOf('parcel.custom_code', texts, layout) || null;
  const weight = readWeight(textOf('parcel.values', texts, layout), layout.weightUnit);
  if (weight.kind === 'error') problems.push(problemOf('parcel.values', 'error', weight.message, layout));
  if (weight.kind === 'grams' && weight.warning !== null)
    problems.push(problemOf('parcel.values', 'warning', weight.warning, layout));

  for (const { field, place } of layout.fields) {
    const text = texts[place] ?? '';
    if (field !== 'parcel.values' && isScientificNotation(text)) {
      const shortened = message('batch.number-shortened', { text: shortText(text) });
      problems.push(problemOf(field, 'error', shortened, layout));
    }
  }
  const address = parseAddress(addressOf(texts, layout.addressPlaces));
  const parcel = parseParcel(weight, customCode);
  for (const issue of pickUp.issues) {
    const problem = pickUp.isMissing ? message('batch.pick-up-address-missing') : issueMessage(issue);
    problems.push(problemOf(`pick_up_address.${String(issue.path[0])}` as BatchField, 'error', problem, layout));
  }
  for (const issue of address.issues) {
    problems.push(problemOf(`address.${String(issue.path[0])}` as BatchField, 'error', issueMessage(issue), layout));
  }
  for (const issue of parcel.issues) {
    const field = `parcel.${String(issue.path[0])}` as BatchField;
    // An error found above is more precise.
    if (!hasError(problems, field)) problems.push(problemOf(field, 'error', issueMessage(issue), layout));
  }
  if (pickUp.data === null || address.data === null || parcel.data === null)
    return withoutOrder(row, problems, customCode);
  const request: OrderRequest = {
    pick_up_address: pickUp.data,
    drop_offs: [{ address: address.data, parcels: [parcel.data] }],
  };
  for (const { path, message: warning } of pickUp.warnings) {
    const field = path as BatchField;
    if (!hasError(problems, field)) problems.push(problemOf(field, 'warning', warning, layout));
  }
  for (const { path, message: warning } of dropOffWarnings(request)) {
    const field = fieldOfPath(path);
    if (!hasError(problems, field)) problems.push(problemOf(field, 'warning', warning, layout));
  }
  if (hasError(problems)) return withoutOrder(row, problems, customCode);
  return { row, order: orderOf(request), problems, customCode, isCodeKnown: null };
}

const withoutOrder = (row: BatchTableRow, problems: BatchProblem[], customCode: string | null): ReadRow => ({
  ...{ row, order: null, problems, customCode, isCodeKnown: null },
});

const textOf = (field: BatchField, texts: readonly string[], { places }: RowLayout): string =>
  texts[places.get(field) ?? -1] ?? '';

const problemOf = (
  field: BatchField,
  severity: BatchProblem['severity'],
  problem: Message,
  { places }: RowLayout,
): BatchProblem => ({ place: places.get(field) ?? null, field, severity, message: problem });

const hasError = (problems: readonly BatchProblem[], field?: BatchField): boolean =>
  problems.some((problem) => problem.severity === 'error' && (field === undefined || problem.field === field));

const rowError = (reason: Message): BatchProblem => ({ place: null, field: null, severity: 'error', message: reason });

/** The fields of an address that are filled in, in the order of a request, and its text in any case. */
function addressOf(texts: readonly string[], places: AddressPlaces): DraftWithText {
  const filled: DraftWithText = { text: '' };
  for (const { name, place } of places) {
    const text = texts[place] ?? '';
    if (text !== '') filled[name] = text;
  }
  return filled;
}

/** A row's own pick-up address is used alone; where it has no text, its fields replace those of the batch's address. */
function pickUpAddressOf(texts: readonly string[], places: AddressPlaces, batchAddress: DraftAddress): DraftWithText {
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
