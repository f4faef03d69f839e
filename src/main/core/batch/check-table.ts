import { type Message, message } from '../../../shared/messages/message.ts';
import type { BatchProblem } from '../../../shared/orders/batch.ts';
import { addressFieldNames } from '../../../shared/orders/order-book.ts';
import { maxParcelsPerOrder, type OrderRequest, type RequestAddress } from '../../../shared/orders/order-request.ts';
import { forEachYielding } from '../../concurrency/waiting.ts';
import { orderFingerprint, sha256Of } from '../fingerprint.ts';
import { shortText } from '../imports/file-text.ts';
import type { BatchTableRow, KnownQuery, MatchedColumn } from '../ports/batch-records.ts';
import { fieldOfTitle, isAddressPart, unitOfTitle } from './column-matching.ts';
import { type LookedUp, type ReadRow, type RowLayout, readRow, readWeight } from './read-row.ts';

/** An order that the table makes as it is now. */
export interface PlannedOrder {
  /** 1-based. */
  number: number;
  /** One for each parcel, in their order. */
  lines: number[];
  request: OrderRequest;
  fingerprint: LookedUp | null;
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
  codes: Map<string, LookedUp>;
  fingerprints: Map<string, LookedUp>;
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

/** Rows looked up at once: a millisecond of the records' thread, in which a scan waits. */
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
  const linesOfCodes = new Map<string, number[]>();
  const lookUp = createLookUp(checkCache, parts);
  await forEachYielding(rows, yieldToEventLoop, (row) => {
    const cached = earlier[read.length];
    const own = cached?.row === row ? cached : readRow(row, layout);
    read.push(own);
    if (own.problems.length > 0) problems.set(row.line, [...own.problems]);
    if (row.isSkipped) return;
    if (own.customCode !== null) addLine(linesOfCodes, own.customCode.toLowerCase(), row.line);
    if (own.request === null) return;
    if (own.customCode !== null) own.code ??= lookUp.code(own.customCode);
    if (!combines) own.fingerprint ??= lookUp.fingerprint(own.request);
    lookUp.add(own.code, combines ? null : own.fingerprint);
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
    else if (own.request) orderOfLine.set(line, grouping.add(own, own.request));
  });

  const { orders } = grouping;
  if (combines) {
    await forEachYielding(orders, yieldToEventLoop, (order) => {
      order.fingerprint = lookUp.fingerprint(order.request);
      lookUp.add(null, order.fingerprint);
    });
    await lookUp.answered();
  }
  await forEachYielding(orders, yieldToEventLoop, (order) => {
    const warning = duplicateWarning(order);
    if (warning === null) return;
    for (const line of order.lines)
      addProblem(line, { place: null, field: null, severity: 'warning', message: warning });
  });
  return { problems, orders, orderOfLine };
}

function addLine(codes: Map<string, number[]>, code: string, line: number): void {
  const lines = codes.get(code);
  if (lines === undefined) codes.set(code, [line]);
  else if (lines.length <= namedLines) lines.push(line);
}

interface LookUp {
  code(text: string): LookedUp;
  fingerprint(request: OrderRequest): LookedUp;
  /** Looks up what was not looked up yet; nothing is asked before there is enough of it. */
  add(code: LookedUp | null, fingerprint: LookedUp | null): void;
  /** Resolves when everything added is answered. */
  answered(): Promise<void>;
}

function createLookUp(cache: Pick<CheckCache, 'codes' | 'fingerprints'>, { findKnown, since }: CheckParts): LookUp {
  let [codes, fingerprints]: [LookedUp[], LookedUp[]] = [[], []];
  let answers: Promise<void>[] = [];

  const ask = async (asked: { codes: LookedUp[]; fingerprints: LookedUp[] }): Promise<void> => {
    const found = await findKnown({
      codes: asked.codes.map(textOf),
      fingerprints: asked.fingerprints.map(textOf),
      since,
    });
    for (const one of asked.codes) one.isKnown = false;
    for (const one of asked.fingerprints) one.isKnown = false;
    for (const text of found.codes) entryOf(cache.codes, text).isKnown = true;
    for (const text of found.fingerprints) entryOf(cache.fingerprints, text).isKnown = true;
  };
  const askNow = (): void => {
    if (codes.length + fingerprints.length === 0) return;
    const answer = ask({ codes, fingerprints });
    // Reported by `answered`, unless the check ends before it.
    answer.catch(() => {});
    answers.push(answer);
    [codes, fingerprints] = [[], []];
  };
  return {
    code: (text) => entryOf(cache.codes, text),
    fingerprint: (request) => entryOf(cache.fingerprints, orderFingerprint(request)),
    add(code, fingerprint) {
      if (code?.isKnown === null) codes.push(code);
      if (fingerprint) {
        fingerprint.firstLine = null;
        if (fingerprint.isKnown === null) fingerprints.push(fingerprint);
      }
      if (codes.length >= lookupChunkSize || fingerprints.length >= lookupChunkSize) askNow();
    },
    async answered() {
      askNow();
      await Promise.all(answers);
      answers = [];
    },
  };
}

const textOf = ({ text }: LookedUp): string => text;

function entryOf(entries: Map<string, LookedUp>, text: string): LookedUp {
  const known = entries.get(text);
  if (known) return known;
  const entry: LookedUp = { text, isKnown: null, firstLine: null };
  entries.set(text, entry);
  return entry;
}

function codeError({ row, customCode, code }: ReadRow, linesOfCodes: ReadonlyMap<string, number[]>): Message | null {
  if (customCode === null) return null;
  const lines = linesOfCodes.get(customCode.toLowerCase());
  const other = lines && lines.length > 1 ? lines.find((one) => one !== row.line) : undefined;
  if (other !== undefined) return message('batch.code-repeated', { code: shortText(customCode), line: other });
  return code?.isKnown ? message('batch.code-known', { code: shortText(customCode) }) : null;
}

function duplicateWarning({ lines, fingerprint }: PlannedOrder): Message | null {
  if (fingerprint === null) return null;
  if (fingerprint.firstLine !== null) return message('batch.duplicate-of-line', { line: fingerprint.firstLine });
  fingerprint.firstLine = lines[0] ?? null;
  return fingerprint.isKnown ? message('batch.duplicate-of-order') : null;
}

export interface OrderGrouping {
  readonly orders: PlannedOrder[];
  /** Adds the next row, in the order of the lines; returns its order. */
  add(row: ReadRow, request: OrderRequest): PlannedOrder;
}

/** Each row is an order; or, where rows combine, the rows of one receiver are, up to five parcels an order. */
function createOrderGrouping(combines: boolean): OrderGrouping {
  const orders: PlannedOrder[] = [];
  const openOrders = new Map<string, PlannedOrder>();
  return {
    orders,
    add({ row: { line }, fingerprint }, request) {
      const key = combines ? receiverKey(request) : '';
      const order = combines ? openOrders.get(key) : undefined;
      if (order && order.lines.length < maxParcelsPerOrder) {
        order.lines.push(line);
        order.request = withParcelsOf(order.request, request);
        return order;
      }
      // An order of rows that combine gets its fingerprint once all of them are there.
      const begun: PlannedOrder = {
        ...{ number: orders.length + 1, lines: [line], request, digest: null },
        fingerprint: combines ? null : fingerprint,
      };
      orders.push(begun);
      if (combines) openOrders.set(key, begun);
      return begun;
    },
  };
}

/** A request is never changed: its row keeps it for the next check. */
function withParcelsOf(request: OrderRequest, other: OrderRequest): OrderRequest {
  const [{ address, parcels }] = request.drop_offs;
  return { ...request, drop_offs: [{ address, parcels: [...parcels, ...other.drop_offs[0].parcels] }] };
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
