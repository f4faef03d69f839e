import type { BatchProblem } from '../../../shared/batch.ts';
import type { BatchQuote, BatchTableRow, StoredBatch } from '../ports/batch-records.ts';
import type { Records } from '../ports/records.ts';
import type { CheckMemory, PlannedOrder } from './check-table.ts';
import { rowReading } from './read-row.ts';
import { createStandingBook, type StandingBook } from './standing-book.ts';

/** The batch that is not put away, with its rows in memory: they are at most 20 MB. */
export interface OpenBatch extends StoredBatch {
  rows: BatchTableRow[];
  /** Where a line's row stands in `rows`. */
  placeOfLine: ReadonlyMap<number, number>;
  /** By line; rows without any are not in it. */
  problems: ReadonlyMap<number, BatchProblem[]>;
  /** Each line's order, and how many there are. A skipped or faulty row has none. */
  orderOfLine: ReadonlyMap<number, { number: number; lines: number[] }>;
  orderCount: number;
  /** How they stand; all open in a draft. */
  standings: StandingBook;
  /** Its orders as a draft makes them; empty once it is started: then they are on disk. */
  planned: PlannedOrder[];
  memory: CheckMemory;
  /** Prices asked for, by the digest of what was priced. */
  prices: Map<string, BatchQuote>;
}

/** Rows, or orders, read or written in one go. */
export const batchSlice = 300;

export function openedBatch(stored: StoredBatch, rows: BatchTableRow[]): OpenBatch {
  return {
    ...stored,
    rows,
    placeOfLine: new Map(rows.map(({ line }, place) => [line, place])),
    problems: new Map(),
    orderOfLine: new Map(),
    orderCount: 0,
    standings: createStandingBook(0),
    planned: [],
    memory: freshMemory(stored),
    prices: new Map(),
  };
}

export const freshMemory = ({ facts }: Pick<StoredBatch, 'facts'>): CheckMemory => ({
  read: { reading: rowReading(facts.columns, facts.pickUpAddress), rows: new WeakMap() },
  codes: new Map(),
  likenesses: new Map(),
});

/** Reads the batch that an earlier run of the station left; null where there is none. */
export async function findBatch(records: Records, goOn: () => Promise<void>): Promise<OpenBatch | null> {
  const stored = await records.shownBatch();
  if (!stored) return null;
  const rows: BatchTableRow[] = [];
  const problems = new Map<number, BatchProblem[]>();
  for (;;) {
    await goOn();
    const page = await records.batchRows(stored.id, rows.at(-1)?.line ?? 0, batchSlice);
    for (const { problems: own, ...row } of page) {
      rows.push(row);
      if (own.length > 0) problems.set(row.line, own);
    }
    if (page.length < batchSlice) break;
  }
  const batch = openedBatch(stored, rows);
  for (const quote of await records.batchQuotes(stored.id)) batch.prices.set(quote.digest, quote);
  if (stored.state === 'draft') return batch;
  const orders = await storedOrders(records, stored.id, goOn);
  return { ...batch, problems, ...orders, standings: createStandingBook(orders.orderCount) };
}

async function storedOrders(
  records: Records,
  batchId: number,
  goOn: () => Promise<void>,
): Promise<Pick<OpenBatch, 'orderOfLine' | 'orderCount'>> {
  const orderOfLine = new Map<number, { number: number; lines: number[] }>();
  let orderCount = 0;
  for (;;) {
    await goOn();
    const page = await records.batchOrders(batchId, orderCount, batchSlice);
    for (const order of page) for (const line of order.lines) orderOfLine.set(line, order);
    orderCount = page.at(-1)?.number ?? orderCount;
    if (page.length < batchSlice) return { orderOfLine, orderCount };
  }
}
