import { type BatchProblem, batchFieldWords } from '../../../shared/orders/batch.ts';
import { addressFieldNames } from '../../../shared/orders/order-book.ts';
import { maxParcelsPerOrder, type OrderRequest, type RequestAddress } from '../../../shared/orders/order-request.ts';
import { orderFingerprint, sha256Of } from '../common/fingerprint.ts';
import { quoted } from '../imports/file-text.ts';
import type { BatchTableRow, KnownQuery, MatchedColumn } from '../ports/batch-records.ts';
import { fieldOfTitle, isAddressPart, unitOfTitle } from './column-matching.ts';
import { type ReadRow, type RowLayout, readRow, readWeight } from './read-row.ts';

/** An order as the table makes it now. */
export interface PlannedOrder extends RowOrder {
  /** 1-based. */
  number: number;
  fingerprint: string;
  /** The name its price is kept under. */
  digest: string;
}

/** What is wrong with each row, and which orders the others make. */
export interface CheckedTable {
  /** By line; rows without any are not in it. */
  problems: Map<number, BatchProblem[]>;
  orders: PlannedOrder[];
  orderOfLine: Map<number, PlannedOrder>;
}

/** What was found out before, and need not be again. */
export interface CheckCache {
  /** Rows as they were read with that reading. */
  read: { layout: RowLayout; rows: WeakMap<BatchTableRow, ReadRow> };
  /** Codes, and likenesses, that were looked up: true where they are known here. */
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
  /** Near-duplicates are looked for among orders since then (ISO). */
  since: string;
  yieldToEventLoop: () => Promise<void>;
}

/** Codes or likenesses looked up in one read of the disk. */
const lookupChunkSize = 300;

/** Looks at every row: by itself, beside the others, and beside what is known here. Never lasts long without a pause. */
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
  for (const row of rows) {
    const own = checkCache.read.rows.get(row) ?? readRow(row, checkCache.read.layout);
    checkCache.read.rows.set(row, own);
    read.set(row, own);
    if (own.problems.length > 0) problems.set(row.line, [...own.problems]);
    await yieldToEventLoop();
  }
  const [first] = rows;
  if (first)
    for (const note of columnWarnings(table.columns, first))
      addProblem(first.line, { ...note, field: null, weight: 'warning' });

  const codes = new Map<string, number[]>();
  for (const [row, { customCode }] of read) {
    await yieldToEventLoop();
    if (row.isSkipped || customCode === null) continue;
    const key = customCode.toLowerCase();
    codes.set(key, [...(codes.get(key) ?? []).slice(0, 5), row.line]);
  }
  await lookUp(
    [...read.values()].flatMap(({ request, customCode }) => (request && customCode) || []),
    checkCache.codes,
    (asked) => parts.findKnown({ codes: asked, fingerprints: [], since: parts.since }).then((found) => found.codes),
  );
  const place = checkCache.read.layout.places.get('parcel.custom_code') ?? null;
  const grouping = createOrderGrouping(table.combines);
  for (const [row, { request, customCode }] of read) {
    await yieldToEventLoop();
    if (row.isSkipped) continue;
    const fault = customCode === null ? null : codeFault(customCode, row.line, codes, checkCache.codes);
    if (fault !== null) addProblem(row.line, { place, field: 'parcel.custom_code', weight: 'fault', words: fault });
    else if (request) grouping.add({ line: row.line, request });
  }

  const orders: PlannedOrder[] = [];
  const orderOfLine = new Map<number, PlannedOrder>();
  const firstWithFingerprint = new Map<string, PlannedOrder>();
  for (const [index, order] of grouping.orders.entries()) {
    const planned = {
      ...order,
      number: index + 1,
      fingerprint: orderFingerprint(order.request),
      digest: quoteDigest(order.request),
    };
    orders.push(planned);
    for (const line of planned.lines) orderOfLine.set(line, planned);
    await yieldToEventLoop();
  }
  await lookUp(
    orders.map(({ fingerprint }) => fingerprint),
    checkCache.fingerprints,
    (asked) =>
      parts.findKnown({ codes: [], fingerprints: asked, since: parts.since }).then((found) => found.fingerprints),
  );
  for (const order of orders) {
    const words = duplicateWords(order, firstWithFingerprint.get(order.fingerprint), checkCache.fingerprints);
    if (!firstWithFingerprint.has(order.fingerprint)) firstWithFingerprint.set(order.fingerprint, order);
    if (words !== null)
      for (const line of order.lines) addProblem(line, { place: null, field: null, weight: 'warning', words });
    await yieldToEventLoop();
  }
  return { problems, orders, orderOfLine };
}

/** Asks for those that were never looked up, some at a time. */
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

function codeFault(
  code: string,
  line: number,
  codes: ReadonlyMap<string, readonly number[]>,
  known: ReadonlyMap<string, boolean>,
): string | null {
  const others = codes.get(code.toLowerCase())?.filter((other) => other !== line) ?? [];
  if (others.length > 0) return `${quoted(code)} stands on line ${others[0]} too: each parcel needs a code of its own.`;
  return known.get(code)
    ? `${quoted(code)} is known here already, or belongs to an order that has no answer yet.`
    : null;
}

function duplicateWords(
  order: PlannedOrder,
  earlier: PlannedOrder | undefined,
  known: ReadonlyMap<string, boolean>,
): string | null {
  if (earlier) return `Same receiver, address and weight as line ${earlier.lines[0]}: is a second order wanted?`;
  if (!known.get(order.fingerprint)) return null;
  return 'An order for the same receiver, address and weight was made here within ten minutes: is a second one wanted?';
}

/** A row that can be ordered: its line, and its order of one parcel. */
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
  /** The next row, in the order of their lines. */
  add(row: ValidRow): void;
}

/** Each row an order of its own; or, where rows combine, those of one receiver together, up to five parcels an order. */
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

/** The same for two rows of one receiver at one pick-up: every field, without case and without double spaces. */
function receiverKey({ pick_up_address: pickUp, drop_offs: [{ address }] }: OrderRequest): string {
  return JSON.stringify([normalized(pickUp), normalized(address)]);
}

const normalized = (address: RequestAddress): string[] =>
  addressFieldNames.map((name) => (address[name] ?? '').normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim());

/** Something a person should know of a column as a whole. Told once, at the first row. */
export interface ColumnWarning {
  place: number;
  words: string;
}

function columnWarnings(columns: readonly MatchedColumn[], first: BatchTableRow | undefined): ColumnWarning[] {
  return columns.flatMap((column, place) => {
    const words =
      column.field === null
        ? ignoredColumnWarning(column, columns)
        : kilogramsWarning(column, first?.cells[place] ?? '');
    return words === null ? [] : [{ place, words }];
  });
}

/** Why a column that looks as if it belonged to the order does not. */
function ignoredColumnWarning({ title }: MatchedColumn, columns: readonly MatchedColumn[]): string | null {
  const field = fieldOfTitle(title);
  const other = field === null ? undefined : columns.find((column) => column.field === field);
  if (field !== null && other) {
    return `The column ${quoted(title)} could be the ${batchFieldWords[field]} as well: ${quoted(other.title)} is taken, and this one is left aside.`;
  }
  if (!isAddressPart(title) || !columns.some((column) => column.field === 'address.text')) return null;
  return `The column ${quoted(title)} is left aside: what is not in the address column is not in the order.`;
}

function kilogramsWarning({ title, field }: MatchedColumn, cell: string): string | null {
  if (field !== 'parcel.values' || unitOfTitle(title) !== 'kg') return null;
  const read = readWeight(cell.trim(), 'kg');
  const example = read.kind === 'grams' ? `: ${quoted(cell.trim())} is ${read.grams} g` : '';
  return `Weights are taken as kilograms, by the column’s name ${quoted(title)}${example}.`;
}

/** The same for two orders that cost the same: all of the request but its codes. */
function quoteDigest({ pick_up_address, drop_offs: [{ address, parcels }] }: OrderRequest): string {
  const priced = [pick_up_address, address, parcels.map(({ values }) => values)];
  return sha256Of(new TextEncoder().encode(JSON.stringify(priced))).slice(0, 32);
}
