import { type Message, message } from '../../../shared/messages/message.ts';
import type { BatchProblem } from '../../../shared/orders/batch.ts';
import { addressFieldNames } from '../../../shared/orders/order-book.ts';
import { maxParcelsPerOrder, type OrderRequest, type RequestAddress } from '../../../shared/orders/order-request.ts';
import { forEachYielding } from '../../concurrency/waiting.ts';
import { comparedText, orderFingerprint, sha256Of } from '../fingerprint.ts';
import { shortText } from '../imports/file-text.ts';
import type { BatchTableRow, MatchedColumn } from '../ports/batch-records.ts';
import { fieldOfTitle, isAddressPart, unitOfTitle } from './column-matching.ts';
import { type ReadRow, type RowLayout, type RowOrder, readRow, readWeight } from './read-row.ts';

/** An order that the table makes as it is now. */
export interface PlannedOrder {
  /** 1-based. */
  number: number;
  /** One for each parcel, in their order. */
  lines: number[];
  rows: ReadRow[];
  /** The key of its price, once it was needed: see `digestOf`. */
  digest: string | null;
}

/** The problems of each row, and the orders that the rows without errors make. */
export interface CheckedTable {
  /** By line; rows without any are not in it. */
  problems: Map<number, BatchProblem[]>;
  orders: PlannedOrder[];
  orderOfLine: Map<number, PlannedOrder>;
}

/** Results of earlier checks that are still valid. */
export interface CheckCache {
  /** Rows as read with that layout, by their places. */
  read: { layout: RowLayout; rows: readonly ReadRow[] };
}

export interface TableToCheck {
  rows: readonly BatchTableRow[];
  columns: readonly MatchedColumn[];
  combines: boolean;
  checkCache: CheckCache;
}

export interface CheckParts {
  findKnownCodes(codes: readonly string[]): Promise<string[]>;
  /** The fingerprints of the orders among which duplicates are searched. */
  recentOrders(): Promise<string[]>;
  yieldToEventLoop: () => Promise<void>;
}

/** Most lines that are kept of one repeated code: a row names another one of them. */
const namedLines = 5;

/** Codes looked up at once: a millisecond of the records' thread, in which a scan waits. */
const lookupChunkSize = 1_000;

/** Checks every row: by itself, against the other rows, and against the records, which are asked meanwhile. Yields often. */
export async function checkTable(table: TableToCheck, parts: CheckParts): Promise<CheckedTable> {
  const { rows, combines, checkCache } = table;
  const { yieldToEventLoop } = parts;
  const { layout, rows: earlier } = checkCache.read;
  const problems = new Map<number, BatchProblem[]>();
  const addProblem = (line: number, problem: BatchProblem): void => {
    const known = problems.get(line);
    if (known) known.push(problem);
    else problems.set(line, [problem]);
  };

  const read: ReadRow[] = [];
  const linesOfCodes = new Map<string, number | number[]>();
  const lookUp = createLookUp(parts);
  await forEachYielding(rows, yieldToEventLoop, (row) => {
    const cached = earlier[read.length];
    const own = cached?.row === row ? cached : readRow(row, layout);
    read.push(own);
    if (own.problems.length > 0) problems.set(row.line, [...own.problems]);
    if (row.isSkipped || own.customCode === null) return;
    addLine(linesOfCodes, own.customCode.toLowerCase(), row.line);
    if (own.order !== null && own.isCodeKnown === null) lookUp.add(own);
  });
  checkCache.read.rows = read;
  const [first] = rows;
  if (first)
    for (const note of columnWarnings(table.columns, first))
      addProblem(first.line, { ...note, field: null, severity: 'warning' });
  await lookUp.answered();

  const place = layout.places.get('parcel.custom_code') ?? null;
  const grouping = createOrderGrouping(combines);
  const orderOfLine = new Map<number, PlannedOrder>();
  await forEachYielding(read, yieldToEventLoop, (own) => {
    if (own.row.isSkipped) return;
    const { line } = own.row;
    const error = codeError(own, linesOfCodes);
    if (error !== null) addProblem(line, { place, field: 'parcel.custom_code', severity: 'error', message: error });
    else if (own.order !== null) orderOfLine.set(line, grouping.add(own, own.order));
  });

  const { orders } = grouping;
  const duplicateWarning = createDuplicateSearch(await lookUp.recentOrders);
  await forEachYielding(orders, yieldToEventLoop, (order) => {
    const warning = duplicateWarning(order);
    if (warning === null) return;
    for (const line of order.lines)
      addProblem(line, { place: null, field: null, severity: 'warning', message: warning });
  });
  return { problems, orders, orderOfLine };
}

function addLine(codes: Map<string, number | number[]>, code: string, line: number): void {
  const lines = codes.get(code);
  if (lines === undefined) codes.set(code, line);
  else if (typeof lines === 'number') codes.set(code, [lines, line]);
  else if (lines.length <= namedLines) lines.push(line);
}

interface LookUp {
  /** Asked at once, so that the answer is there when it is needed. */
  recentOrders: Promise<ReadonlySet<string>>;
  /** Looks up the row's code; nothing is asked before there is enough of it. */
  add(row: ReadRow): void;
  /** Resolves when everything added is answered. */
  answered(): Promise<void>;
}

function createLookUp({ findKnownCodes, recentOrders }: CheckParts): LookUp {
  let waiting: ReadRow[] = [];
  const answers: Promise<void>[] = [];

  const ask = async (rows: readonly ReadRow[]): Promise<void> => {
    const found = new Set(await findKnownCodes(rows.map(({ customCode }) => customCode ?? '')));
    for (const row of rows) row.isCodeKnown = found.has(row.customCode ?? '');
  };
  const askNow = (): void => {
    if (waiting.length > 0) answers.push(reportedLater(ask(waiting)));
    waiting = [];
  };
  return {
    recentOrders: reportedLater(recentOrders().then((fingerprints) => new Set(fingerprints))),
    add(row) {
      waiting.push(row);
      if (waiting.length >= lookupChunkSize) askNow();
    },
    async answered() {
      askNow();
      await Promise.all(answers);
    },
  };
}

/** The answer's error is reported where it is awaited, unless the check ends before it. */
function reportedLater<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}

function codeError({ row, customCode, isCodeKnown }: ReadRow, linesOfCodes: ReadonlyMap<string, number | number[]>) {
  if (customCode === null) return null;
  const lines = linesOfCodes.get(customCode.toLowerCase());
  const other = typeof lines === 'object' ? lines.find((one) => one !== row.line) : undefined;
  if (other !== undefined) return message('batch.code-repeated', { code: shortText(customCode), line: other });
  return isCodeKnown ? message('batch.code-known', { code: shortText(customCode) }) : null;
}

/** Compares each order with those before it and with recent ones, whose fingerprints are given. */
function createDuplicateSearch(recentOrders: ReadonlySet<string>): (order: PlannedOrder) => Message | null {
  const lineOfText = new Map<string, number>();
  return (order) => {
    const { lines, rows } = order;
    const [only] = rows;
    const text =
      rows.length === 1 && only?.order ? only.order.comparedTextOf(only.row.cells) : comparedText(requestOf(order));
    const earlier = lineOfText.get(text);
    if (earlier !== undefined) return message('batch.duplicate-of-line', { line: earlier });
    lineOfText.set(text, lines[0] ?? 0);
    const isRecent = recentOrders.size > 0 && recentOrders.has(orderFingerprint(requestOf(order)));
    return isRecent ? message('batch.duplicate-of-order') : null;
  };
}

export interface OrderGrouping {
  readonly orders: PlannedOrder[];
  /** Adds the next row, in the order of the lines; returns its order. */
  add(row: ReadRow, rowOrder: RowOrder): PlannedOrder;
}

/** Each row is an order; or, where rows combine, the rows of one receiver are, up to five parcels an order. */
function createOrderGrouping(combines: boolean): OrderGrouping {
  const orders: PlannedOrder[] = [];
  const openOrders = new Map<string, PlannedOrder>();
  return {
    orders,
    add(own, rowOrder) {
      const { line } = own.row;
      const key = combines ? receiverKey(rowOrder.requestOf(own.row.cells)) : '';
      const order = combines ? openOrders.get(key) : undefined;
      if (order && order.lines.length < maxParcelsPerOrder) {
        order.lines.push(line);
        order.rows.push(own);
        return order;
      }
      const begun: PlannedOrder = { number: orders.length + 1, lines: [line], rows: [own], digest: null };
      orders.push(begun);
      if (combines) openOrders.set(key, begun);
      return begun;
    },
  };
}

/** The request of an order: that of its first row, with the parcels of all. */
export function requestOf({ rows }: Pick<PlannedOrder, 'rows'>): OrderRequest {
  const [first, ...others] = rows.flatMap(({ row, order }) => order?.requestOf(row.cells) ?? []);
  if (!first) throw new Error('An order has a row without an error.');
  const [{ address, parcels }] = first.drop_offs;
  const added = others.flatMap((other) => other.drop_offs[0].parcels);
  return { ...first, drop_offs: [{ address, parcels: [...parcels, ...added] }] };
}

/** The same for two rows of one receiver and one pick-up address: every field, without case and double spaces. */
function receiverKey({ pick_up_address: pickUp, drop_offs: [{ address }] }: OrderRequest): string {
  return JSON.stringify([normalized(pickUp), normalized(address)]);
}

const normalized = (address: RequestAddress): string[] =>
  addressFieldNames.map((name) => (address[name] ?? '').normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim());

/** A warning about a column as a whole, shown at the first row. */
export interface ColumnWarning {
  place: number;
  message: Message;
}

function columnWarnings(columns: readonly MatchedColumn[], first: BatchTableRow | undefined): ColumnWarning[] {
  return columns.flatMap((column, place) => {
    const warning =
      column.field === null
        ? ignoredColumnWarning(column, columns)
        : kilogramsWarning(column, first?.cells[place] ?? '');
    return warning === null ? [] : [{ place, message: warning }];
  });
}

/** For a column that is not used, but seems to belong to the order. */
function ignoredColumnWarning({ title }: MatchedColumn, columns: readonly MatchedColumn[]): Message | null {
  const field = fieldOfTitle(title);
  const other = field === null ? undefined : columns.find((column) => column.field === field);
  if (field !== null && other) {
    return message('batch.column-not-used', {
      title: shortText(title),
      used: shortText(other.title),
      field: message(`batch.field.${field}`),
    });
  }
  if (!isAddressPart(title) || !columns.some((column) => column.field === 'address.text')) return null;
  return message('batch.address-column-not-used', { title: shortText(title) });
}

function kilogramsWarning({ title, field }: MatchedColumn, cell: string): Message | null {
  if (field !== 'parcel.values' || unitOfTitle(title) !== 'kg') return null;
  const read = readWeight(cell.trim(), 'kg');
  const shownTitle = shortText(title);
  if (read.kind !== 'grams') return message('batch.weights-in-kilograms', { title: shownTitle });
  const example = { text: shortText(cell.trim()), grams: read.grams };
  return message('batch.weights-in-kilograms-example', { title: shownTitle, ...example });
}

/** The key of an order's price. */
export function digestOf(order: PlannedOrder): string {
  order.digest ??= quoteDigest(requestOf(order));
  return order.digest;
}

/** The same for two orders with the same price: the request without its codes. */
function quoteDigest({ pick_up_address, drop_offs: [{ address, parcels }] }: OrderRequest): string {
  const priced = [pick_up_address, address, parcels.map(({ values }) => values)];
  return sha256Of(JSON.stringify(priced)).slice(0, 32);
}
