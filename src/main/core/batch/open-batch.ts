import type { BatchProblem } from '../../../shared/orders/batch.ts';
import { sumOf } from '../../../shared/values/money.ts';
import {
  type BatchOrderState,
  type BatchOrderStateRow,
  type BatchQuote,
  type BatchRecords,
  type BatchTableRow,
  batchOrderStates,
  type StoredBatch,
} from '../ports/batch-records.ts';
import type { CheckCache, PlannedOrder } from './check-table.ts';
import { rowLayout } from './read-row.ts';

/** The batch that is shown, with its rows in memory: they are at most 20 MB. */
export interface OpenBatch extends StoredBatch {
  rows: BatchTableRow[];
  /** By line; rows without any are not in it. */
  problems: ReadonlyMap<number, BatchProblem[]>;
  /** Each line's order. A row that is left out or has an error has none. */
  orderOfLine: ReadonlyMap<number, { number: number; lines: number[] }>;
  orderCount: number;
  /** The state of each order; all open in a draft. */
  orderStates: OrderStateTracker;
  /** The orders of a draft; empty once it is started: then they are stored. */
  planned: PlannedOrder[];
  checkCache: CheckCache;
  /** Prices, by the digest of what was priced. */
  prices: Map<string, BatchQuote>;
}

/** Rows or orders read or written at once. */
export const batchChunkSize = 300;

export function createOpenBatch(stored: StoredBatch, rows: BatchTableRow[]): OpenBatch {
  return {
    ...stored,
    rows,
    problems: new Map(),
    orderOfLine: new Map(),
    orderCount: 0,
    orderStates: createOrderStateTracker(0),
    planned: [],
    checkCache: emptyCheckCache(stored),
    prices: new Map(),
  };
}

export const emptyCheckCache = ({ facts }: Pick<StoredBatch, 'facts'>): CheckCache => ({
  read: { layout: rowLayout(facts.columns, facts.pickUpAddress), rows: [] },
});

/** Reads the batch of the previous run; null where there is none. */
export async function loadOpenBatch(records: BatchRecords, checkpoint: () => Promise<void>): Promise<OpenBatch | null> {
  const stored = await records.shownBatch();
  if (!stored) return null;
  const rows: BatchTableRow[] = [];
  const problems = new Map<number, BatchProblem[]>();
  for (;;) {
    await checkpoint();
    const page = await records.batchRows(stored.id, rows.at(-1)?.line ?? 0, batchChunkSize);
    for (const { problems: own, ...row } of page) {
      rows.push(row);
      if (own.length > 0) problems.set(row.line, own);
    }
    if (page.length < batchChunkSize) break;
  }
  const batch = createOpenBatch(stored, rows);
  for (const quote of await records.batchQuotes(stored.id)) batch.prices.set(quote.digest, quote);
  if (stored.state === 'draft') return batch;
  const orders = await storedOrders(records, stored.id, checkpoint);
  return { ...batch, problems, ...orders, orderStates: createOrderStateTracker(orders.orderCount) };
}

async function storedOrders(
  records: BatchRecords,
  batchId: number,
  checkpoint: () => Promise<void>,
): Promise<Pick<OpenBatch, 'orderOfLine' | 'orderCount'>> {
  const orderOfLine = new Map<number, { number: number; lines: number[] }>();
  let orderCount = 0;
  for (;;) {
    await checkpoint();
    const page = await records.batchOrders(batchId, orderCount, batchChunkSize);
    for (const order of page) for (const line of order.lines) orderOfLine.set(line, order);
    orderCount = page.at(-1)?.number ?? orderCount;
    if (page.length < batchChunkSize) return { orderOfLine, orderCount };
  }
}

/** Most orders read again only for their price: a service that leaves prices out of every answer will not give them later. */
const maxUnpriced = 100;

/** The state of every order of a batch. Only orders that may still change, or get a price, are read again. */
export interface OrderStateTracker {
  of(number: number): BatchOrderState;
  count(orderState: BatchOrderState): number;
  /** The sum charged for the created orders, with tax. */
  charged(): number;
  /** What to read from the records. */
  query(): { after: number; again: number[] };
  update(found: readonly BatchOrderStateRow[]): void;
}

export function createOrderStateTracker(orders: number): OrderStateTracker {
  const places = new Uint8Array(orders);
  const counts: Record<BatchOrderState, number> = {
    open: orders,
    'on the way': 0,
    created: 0,
    rejected: 0,
    uncertain: 0,
  };
  const unsettled = new Set<number>();
  let after = 0;
  let charged = 0;

  const of = (number: number): BatchOrderState => batchOrderStates[places[number - 1] ?? 0] ?? 'open';
  return {
    of,
    count: (orderState) => counts[orderState],
    charged: () => charged,
    query: () => ({ after, again: [...unsettled] }),
    update(found) {
      for (const { number, orderState, charged: price } of found) {
        // Two reads at the same time may give different answers: an order that was created stays created.
        if (of(number) === 'created' && (orderState !== 'created' || !unsettled.has(number))) continue;
        counts[of(number)] -= 1;
        counts[orderState] += 1;
        places[number - 1] = batchOrderStates.indexOf(orderState);
        if (orderState === 'created') charged = sumOf([charged, price ?? 0]);
        const waitsForPrice = price === null && unsettled.size < maxUnpriced;
        if (orderState === 'rejected' || (orderState === 'created' && !waitsForPrice)) unsettled.delete(number);
        else unsettled.add(number);
        after = Math.max(after, number);
      }
    },
  };
}
