import type { BatchProblem } from '../../../shared/batch.ts';
import { quoted } from '../import/tidy-text.ts';
import { likenessOf } from '../likeness.ts';
import type { BatchTableRow, MatchedColumn, MetQuery } from '../ports/batch-records.ts';
import { columnNotes } from './column-notes.ts';
import { ordersOfRows, type RowsOrder } from './combine-rows.ts';
import { quoteDigest } from './quote-digest.ts';
import { type ReadRow, type RowReading, readRow } from './read-row.ts';

/** An order as the table makes it now. */
export interface PlannedOrder extends RowsOrder {
  /** 1-based. */
  number: number;
  likeness: string;
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
export interface CheckMemory {
  /** Rows as they were read with that reading. */
  read: { reading: RowReading; rows: WeakMap<BatchTableRow, ReadRow> };
  /** Codes, and likenesses, that were looked up: true where they are known here. */
  codes: Map<string, boolean>;
  likenesses: Map<string, boolean>;
}

export interface TableToCheck {
  rows: readonly BatchTableRow[];
  columns: readonly MatchedColumn[];
  combines: boolean;
  memory: CheckMemory;
}

export interface CheckParts {
  whatIsMet(query: MetQuery): Promise<{ codes: string[]; likenesses: string[] }>;
  /** Near-duplicates are looked for among orders since then (ISO). */
  since: string;
  breathe: () => Promise<void>;
}

/** Codes or likenesses looked up in one read of the disk. */
const askedAtOnce = 300;

/** Looks at every row: by itself, beside the others, and beside what is known here. Never lasts long without a pause. */
export async function checkTable(table: TableToCheck, parts: CheckParts): Promise<CheckedTable> {
  const { rows, memory } = table;
  const { breathe } = parts;
  const problems = new Map<number, BatchProblem[]>();
  const say = (line: number, problem: BatchProblem): void => {
    const known = problems.get(line);
    if (known) known.push(problem);
    else problems.set(line, [problem]);
  };

  const read = new Map<BatchTableRow, ReadRow>();
  for (const row of rows) {
    const own = memory.read.rows.get(row) ?? readRow(row, memory.read.reading);
    memory.read.rows.set(row, own);
    read.set(row, own);
    if (own.problems.length > 0) problems.set(row.line, [...own.problems]);
    await breathe();
  }
  const [first] = rows;
  if (first)
    for (const note of columnNotes(table.columns, first)) say(first.line, { ...note, field: null, weight: 'warning' });

  const codes = new Map<string, number[]>();
  for (const [row, { customCode }] of read) {
    await breathe();
    if (row.isSkipped || customCode === null) continue;
    const key = customCode.toLowerCase();
    codes.set(key, [...(codes.get(key) ?? []).slice(0, 5), row.line]);
  }
  await lookUp(
    [...read.values()].flatMap(({ request, customCode }) => (request && customCode) || []),
    memory.codes,
    (asked) => parts.whatIsMet({ codes: asked, likenesses: [], since: parts.since }).then((met) => met.codes),
  );
  const place = memory.read.reading.places.get('parcel.custom_code') ?? null;
  const sound = ordersOfRows(table.combines);
  for (const [row, { request, customCode }] of read) {
    await breathe();
    if (row.isSkipped) continue;
    const fault = customCode === null ? null : codeFault(customCode, row.line, codes, memory.codes);
    if (fault !== null) say(row.line, { place, field: 'parcel.custom_code', weight: 'fault', words: fault });
    else if (request) sound.add({ line: row.line, request });
  }

  const orders: PlannedOrder[] = [];
  const orderOfLine = new Map<number, PlannedOrder>();
  const firstLike = new Map<string, PlannedOrder>();
  for (const [index, order] of sound.orders.entries()) {
    const planned = {
      ...order,
      number: index + 1,
      likeness: likenessOf(order.request),
      digest: quoteDigest(order.request),
    };
    orders.push(planned);
    for (const line of planned.lines) orderOfLine.set(line, planned);
    await breathe();
  }
  await lookUp(
    orders.map(({ likeness }) => likeness),
    memory.likenesses,
    (asked) => parts.whatIsMet({ codes: [], likenesses: asked, since: parts.since }).then((met) => met.likenesses),
  );
  for (const order of orders) {
    const words = likeWords(order, firstLike.get(order.likeness), memory.likenesses);
    if (!firstLike.has(order.likeness)) firstLike.set(order.likeness, order);
    if (words !== null)
      for (const line of order.lines) say(line, { place: null, field: null, weight: 'warning', words });
    await breathe();
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
  for (let at = 0; at < unknown.length; at += askedAtOnce) {
    const asked = unknown.slice(at, at + askedAtOnce);
    const met = new Set(await ask(asked));
    for (const one of asked) known.set(one, met.has(one));
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

function likeWords(
  order: PlannedOrder,
  earlier: PlannedOrder | undefined,
  known: ReadonlyMap<string, boolean>,
): string | null {
  if (earlier) return `Same receiver, address and weight as line ${earlier.lines[0]}: is a second order wanted?`;
  if (!known.get(order.likeness)) return null;
  return 'An order for the same receiver, address and weight was made here within ten minutes: is a second one wanted?';
}
