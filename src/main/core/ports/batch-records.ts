import type { Failure } from '../../../shared/contract/failure.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { BatchField, BatchProblem, BatchState } from '../../../shared/orders/batch.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { DraftAddress } from '../../../shared/orders/order-book.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { OrderIntent } from './order-records.ts';
import type { WriteContext } from './write-context.ts';

/** A column, its field and how it was matched. */
export interface MatchedColumn {
  title: string;
  field: BatchField | null;
  matchedBy: 'name' | 'hand' | 'memory' | null;
}

/** A batch without its rows and orders. Moments are ISO 8601, UTC. */
export interface BatchFacts {
  columns: MatchedColumn[];
  pickUpAddress: DraftAddress | null;
  combines: boolean;
  /** Why it paused automatically. */
  why: Failure | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** The prices known when it started; null where none were checked. */
  quote: { isRunning: false; total: number; quoted: number; failed: number } | null;
  /** The name of the result file beside the input. */
  resultFile: string | null;
  /** True once writing the results was attempted after the end, successfully or not. */
  isResultTried: boolean;
  /** Uncertain orders in the results written last: once they are resolved, the results are written again. */
  resultUncertain: number;
}

export interface StoredBatch {
  id: number;
  name: string;
  /** The folder of its input; null where the input was not chosen in a dialog. */
  folder: string | null;
  state: BatchState;
  facts: BatchFacts;
}

/** A row of the input as it is now. */
export interface BatchTableRow {
  /** The line on which it begins, 1-based. */
  line: number;
  cells: string[];
  /** Why it cannot be split into cells; null if it can. */
  fault: Message | null;
  isSkipped: boolean;
}

/** Rows to be added, in JSON: one text reaches the records' thread faster than thousands of values. */
export interface BatchRowsJson {
  /** The cells of each row, by its line. */
  cells: string;
  /** By line; rows that can be split into cells have none. */
  faults: string;
}

export interface BatchOrderPlan {
  /** 1-based, without gaps. */
  number: number;
  /** Its rows' lines, one for each of its parcels, in their order. */
  lines: number[];
}

export interface NewBatchOrder extends BatchOrderPlan {
  request: OrderRequest;
  /** Price with tax; null where none was requested or given. */
  quoted: number | null;
}

/** The price of an order, under its request's digest. */
export interface BatchQuote {
  digest: string;
  /** With tax; null where the service gave none. */
  price: number | null;
  /** Why there is no price. */
  message: Message | null;
}

/** The state of an order of a started batch. */
export const batchOrderStates = ['open', 'on the way', 'created', 'rejected', 'uncertain'] as const;
export type BatchOrderState = (typeof batchOrderStates)[number];

export interface BatchOrderStateRow {
  number: number;
  orderState: BatchOrderState;
  /** With tax; null where no answer gave it. */
  charged: number | null;
}

/** The result of one order. */
export interface BatchOrderResult {
  number: number;
  orderState: BatchOrderState;
  /** Why it waits or was rejected: of its command, or of this station where it has none. */
  failure: Failure | null;
  quoted: number | null;
  charged: number | null;
  /** Its parcels in their order. */
  parcels: { customCode: string | null; trackingCode: string | null }[];
}

/**
 * Batches. At most one is shown; rows and orders are written a few hundred at a time, while the batch is hidden or a draft, so that
 * other writes do not wait long.
 */
export interface BatchRecords {
  /** Adds a hidden draft with its first rows; returns its id. */
  addBatch(batch: Pick<StoredBatch, 'name' | 'folder' | 'facts'>, rows: BatchRowsJson): Promise<number>;
  addBatchRows(batchId: number, rows: BatchRowsJson): Promise<void>;
  /** Adds the last rows and shows the batch; false, with nothing changed, where another one is shown. */
  showBatch(batchId: number, rows: BatchRowsJson, record: WriteContext): Promise<boolean>;
  shownBatch(): Promise<StoredBatch | null>;
  /** In the order of their lines. */
  batchRows(
    batchId: number,
    afterLine: number,
    limit: number,
  ): Promise<(BatchTableRow & { problems: BatchProblem[] })[]>;
  /** Changes the batch if it is in one of the states `from`; otherwise false. Without a record, there is no journal entry. */
  changeBatch(
    batchId: number,
    from: readonly BatchState[],
    change: Pick<StoredBatch, 'state' | 'facts'>,
    record: WriteContext | null,
  ): Promise<boolean>;
  /** Saves a changed or skipped row of a draft. */
  changeBatchRow(batchId: number, row: BatchTableRow): Promise<void>;
  /** Hides the batch; `removeHiddenBatches` removes its rows later. Its orders stay. */
  hideBatch(batchId: number, from: readonly BatchState[], record: WriteContext): Promise<boolean>;
  /** Removes a few hundred rows of hidden batches; false if there is nothing left to remove. */
  removeHiddenBatches(): Promise<boolean>;

  /** The operator's fields for an earlier file with the same titles, column by column; null where there is none. */
  savedColumnMapping(titlesDigest: string): Promise<(BatchField | null)[] | null>;
  /** The newest 200 are kept. */
  saveColumnMapping(titlesDigest: string, fields: readonly (BatchField | null)[], at: string): Promise<void>;

  saveBatchQuote(batchId: number, quote: BatchQuote): Promise<void>;
  batchQuotes(batchId: number): Promise<BatchQuote[]>;
  /** Those that are known or ordered here. */
  findKnownCodes(codes: readonly string[]): Promise<string[]>;
  /** The fingerprints (see `orderFingerprint`) of the orders that were requested since that time and count as duplicates. */
  recentOrders(since: string): Promise<string[]>;

  /** Adds orders of a draft that is about to start, and the problems of its rows at that time. */
  addBatchOrders(
    batchId: number,
    orders: readonly NewBatchOrder[],
    problems: readonly { line: number; problems: BatchProblem[] }[],
  ): Promise<void>;
  /** Starts the batch with that many orders and removes those of an earlier attempt. False if it is not a draft. */
  startBatch(batchId: number, orders: number, facts: BatchFacts, record: WriteContext): Promise<boolean>;
  batchOrders(batchId: number, afterNumber: number, limit: number): Promise<BatchOrderPlan[]>;
  /** The first order that is not begun. */
  nextBatchOrder(batchId: number): Promise<NewBatchOrder | null>;
  /** The order started last; its command is null if it was removed by retention. */
  newestBatchOrder(batchId: number): Promise<{ number: number; command: Command | null } | null>;
  /**
   * Stores an order's command and links the order to it, in one transaction. Null, with nothing changed, where the batch does not run
   * any more or the order was started before.
   */
  beginBatchOrder(
    batch: { id: number; number: number },
    request: OrderRequest,
    record: WriteContext,
    intent: OrderIntent,
  ): Promise<Command | null>;
  /** Marks an order that cannot be created as rejected; nothing is sent. */
  rejectBatchOrder(batch: { id: number; number: number }, failure: Failure, record: WriteContext): Promise<void>;
  /** The states of started or rejected orders: those with numbers above `after`, and those in `again`. */
  batchOrderStates(batchId: number, query: { after: number; again: readonly number[] }): Promise<BatchOrderStateRow[]>;
  batchOrderResults(batchId: number, numbers: readonly number[]): Promise<BatchOrderResult[]>;
}
