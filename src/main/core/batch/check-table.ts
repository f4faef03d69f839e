import { type Message, message } from '../../../shared/messages/message.ts';
import type { BatchProblem } from '../../../shared/orders/batch.ts';
import { addressFieldNames } from '../../../shared/orders/order-book.ts';
import { maxParcelsPerOrder, type OrderRequest, type RequestAddress } from '../../../shared/orders/order-request.ts';
import { forEachYielding } from '../../concurrency/waiting.ts';
import { orderFingerprint, sha256Of } from '../fingerprint.ts';
import { shortText } from '../imports/file-text.ts';
import type { BatchTableRow, KnownQuery, MatchedColumn } from '../ports/batch-records.ts';
import { fieldOfTitle, isAddressPart, unitOfTitle } from './column-matching.ts';
import { type ReadRow, type RowLayout, readRow, readWeight } from './read-row.ts';

/** An order that the table makes as it is now. */
export interface PlannedOrder extends RowOrder {
  /** 1-based. */
  number: number;
  fingerprint: string;
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
  /** Rows as read with that layout. */
  read: { layout: RowLayout; rows: ReadonlyMap<BatchTableRow, ReadRow> };
  /** Codes and fingerprints that were looked up: true where they are known here. */
  codes: Map<string, boolean>;
  fingerprints: Map<string, boolean>;
}

export interface TableToCheck {
  rows: readonly BatchTableRow[];
  columns: readonly MatchedColumn[];
  combines: boolean;
  checkCache: CheckCache;
}

export interface CheckParts {
  findKnown(query: KnownQuery): Promise<{ codes: string[]; fingerprints: string[] }>;
  /** Duplicates are searched among orders since then (ISO). */
  since: string;
  yieldToEventLoop: () => Promise<void>;
}

/** Most lines that are kept of one repeated code: a row names another one of them. */
const namedLines = 5;

/** Codes or fingerprints looked up at once: half a millisecond of the records' thread, in which a scan waits. */
const lookupChunkSize = 1_000;

/** Checks every row: by itself, against the other rows, and against the records. Yields often. */
export async function checkTable(table: TableToCheck, parts: CheckParts): Promise<CheckedTable> {
  const { rows, checkCache } = table;
  const { yieldToEventLoop } = parts;
  const problems = new Map<number, BatchProblem[]>();
  const addProblem = (line: number, problem: BatchProblem): void => {
    const known = problems.get(line);
    if (known) known.push(problem);
    else problems.set(line, [problem]);
  };

  const read = new Map<BatchTableRow, ReadRow>();
  await forEachYielding(rows, yieldToEventLoop, (row) => {
    const own = checkCache.read.rows.get(row) ?? readRow(row, checkCache.read.layout);
    read.set(row, own);
    if (own.problems.length > 0) problems.set(row.line, [...own.problems]);
  });
  checkCache.read.rows = read;
  const [first] = rows;
  if (first)
    for (const note of columnWarnings(table.columns, first))
      addProblem(first.line, { ...note, field: null, severity: 'warning' });

  const codes = new Map<string, number[]>();
  await forEachYielding(read, yieldToEventLoop, ([row, { customCode }]) => {
    if (row.isSkipped || customCode === null) return;
    const key = customCode.toLowerCase();
    const lines = codes.get(key);
    if (lines === undefined) codes.set(key, [row.line]);
    else if (lines.length <= namedLines) lines.push(row.line);
  });
  await lookUp(
    [...read.values()].flatMap(({ request, customCode }) => (request && customCode) || []),
    checkCache.codes,
    (asked) => parts.findKnown({ codes: asked, fingerprints: [], since: parts.since }).then((found) => found.codes),
  );
  const place = checkCache.read.layout.places.get('parcel.custom_code') ?? null;
  const grouping = createOrderGrouping(table.combines);
  await forEachYielding(read, yieldToEventLoop, ([row, { request, customCode }]) => {
    if (row.isSkipped) return;
    const error = customCode === null ? null : codeError(customCode, row.line, codes, checkCache.codes);
    if (error !== null) addProblem(row.line, { place, field: 'parcel.custom_code', severity: 'error', message: error });
    else if (request) grouping.add({ line: row.line, request });
  });

  const orders: PlannedOrder[] = [];
  const orderOfLine = new Map<number, PlannedOrder>();
  await forEachYielding(grouping.orders, yieldToEventLoop, (order) => {
    const { lines, request } = order;
    const planned = { lines, request, number: orders.length + 1, fingerprint: orderFingerprint(request), digest: null };
    orders.push(planned);
    for (const line of planned.lines) orderOfLine.set(line, planned);
  });
  await lookUp(
    orders.map(({ fingerprint }) => fingerprint),
    checkCache.fingerprints,
    (asked) =>
      parts.findKnown({ codes: [], fingerprints: asked, since: parts.since }).then((found) => found.fingerprints),
  );
  const firstWithFingerprint = new Map<string, PlannedOrder>();
  await forEachYielding(orders, yieldToEventLoop, (order) => {
    const earlier = firstWithFingerprint.get(order.fingerprint);
    if (!earlier) firstWithFingerprint.set(order.fingerprint, order);
    const warning = duplicateWarning(order, earlier, checkCache.fingerprints);
    if (warning === null) return;
    for (const line of order.lines)
      addProblem(line, { place: null, field: null, severity: 'warning', message: warning });
  });
  return { problems, orders, orderOfLine };
}

/** Looks up those that are not in the cache, some at a time. */
async function lookUp(
  wanted: readonly string[],
  known: Map<string, boolean>,
  ask: (asked: string[]) => Promise<string[]>,
): Promise<void> {
  const unknown = [...new Set(wanted)].filter((one) => !known.has(one));
  for (let at = 0; at < unknown.length; at += lookupChunkSize) {
    const asked = unknown.slice(at, at + lookupChunkSize);
    const found = new Set(await ask(asked));
    for (const one of asked) known.set(one, found.has(one));
  }
}

function codeError(
  code: string,
  line: number,
  codes: ReadonlyMap<string, readonly number[]>,
  known: ReadonlyMap<string, boolean>,
): Message | null {
  const others = codes.get(code.toLowerCase())?.filter((other) => other !== line) ?? [];
  const [other] = others;
  if (other !== undefined) return message('batch.code-repeated', { code: shortText(code), line: other });
  return known.get(code) ? message('batch.code-known', { code: shortText(code) }) : null;
}

function duplicateWarning(
  order: PlannedOrder,
  earlier: PlannedOrder | undefined,
  known: ReadonlyMap<string, boolean>,
): Message | null {
  if (earlier) return message('batch.duplicate-of-line', { line: earlier.lines[0] ?? null });
  return known.get(order.fingerprint) ? message('batch.duplicate-of-order') : null;
}

/** A row without errors: its line, and its order of one parcel. */
export interface ValidRow {
  line: number;
  request: OrderRequest;
}

export interface RowOrder {
  /** One for each parcel, in their order. */
  lines: number[];
  request: OrderRequest;
}

export interface OrderGrouping {
  readonly orders: RowOrder[];
  /** Adds the next row, in the order of the lines. */
  add(row: ValidRow): void;
}

/** Each row is an order; or, where rows combine, the rows of one receiver are, up to five parcels an order. */
function createOrderGrouping(combines: boolean): OrderGrouping {
  const orders: RowOrder[] = [];
  const openOrders = new Map<string, RowOrder>();
  return {
    orders,
    add({ line, request }) {
      const key = combines ? receiverKey(request) : '';
      const order = combines ? openOrders.get(key) : undefined;
      const [{ address, parcels }] = request.drop_offs;
      if (order && order.lines.length < maxParcelsPerOrder) {
        order.lines.push(line);
        order.request.drop_offs[0].parcels.push(...parcels);
        return;
      }
      const begun: RowOrder = {
        lines: [line],
        request: { ...request, drop_offs: [{ address, parcels: [...parcels] }] },
      };
      orders.push(begun);
      if (combines) openOrders.set(key, begun);
    },
  };
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
  order.digest ??= quoteDigest(order.request);
  return order.digest;
}

/** The same for two orders with the same price: the request without its codes. */
function quoteDigest({ pick_up_address, drop_offs: [{ address, parcels }] }: OrderRequest): string {
  const priced = [pick_up_address, address, parcels.map(({ values }) => values)];
  return sha256Of(JSON.stringify(priced)).slice(0, 32);
}
