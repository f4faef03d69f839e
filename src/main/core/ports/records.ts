import type { Failure } from '../../../shared/contract/failure.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { LabelAssignment, UnassignedLabel } from '../../../shared/orders/label-assignment.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { BoardFilter, BoardQuery } from '../../../shared/shipments/board-query.ts';
import type { DeletionDecision } from '../../../shared/shipments/deletion-conflict.ts';
import type { LabelState, Parcel } from '../../../shared/shipments/parcel.ts';
import type { SandboxPreview, SandboxSelection } from '../../../shared/shipments/sandbox-scenario.ts';
import type { KeptEvent, TimelineEntry } from '../../../shared/shipments/shipment-event.ts';
import type { BatchRecords } from './batch-records.ts';
import type { CommandRecords } from './command-records.ts';
import type {
  NewOrder,
  OrderBookRecords,
  OrderIntent,
  SpendingRecords,
  UncertainOrderRecords,
} from './order-records.ts';
import type { PrintRecords } from './print-records.ts';
import type { EventOutcome, NewEvent, UnrequestedDeletion } from './webhook.ts';
import type { Activity, JournalEntry, ScanRow, WriteContext } from './write-context.ts';

/** The parcels that a code finds: exact matches, or else a single match ignoring case. */
export interface CodeMatch {
  by: 'custom code' | 'pick-up code' | 'tracking code';
  parcels: Parcel[];
}

/** A label that is not downloaded yet. `canWait`: it belongs to an imported order, so no operator is waiting for it. */
export type PendingLabel = LabelState & { parcelId: number | null; createdAt: string; canWait: boolean };

/** Labels by id: those, or all but those. */
export type LabelChoice = { except: readonly number[] } | { only: readonly number[] };

/** Why a pending label is not here yet, and when it is tried again (ISO 8601). */
export interface LabelDelay {
  failure: Failure;
  nextAttemptAt: string;
}

/** The result of importing an order. */
export type ImportedOrder =
  /** `settles`: the uncertain create that this order settles; null for none. */
  | { kind: 'new'; parcels: number; settles: number | null }
  /** A missing value of a known order was added: a code, a recipient, a label's address, a parcel. */
  | { kind: 'completed'; parcels: number }
  | { kind: 'known' }
  | { kind: 'contradicts'; clash: ImportClash };

/** How an order to be imported contradicts the records. */
export type ImportClash =
  /** A parcel's code is known, in a shipment of another tracking code. */
  | { what: 'other shipment'; code: string; knownTrackingCode: string | null }
  /** A parcel known by one of its codes has a different second code. */
  | { what: 'other code'; code: string; otherCode: string; knownCode: string }
  /** A code is known in another order than the rest. */
  | { what: 'other order'; code: string; knownOrder: string | null }
  /** A code belongs to an order of this station that is waiting or being sent. */
  | { what: 'not answered yet'; code: string };

/**
 * The records of one environment, in one SQLite file. Each method is one transaction; a write is on disk (fsync) before its
 * promise resolves. Methods contain no decisions except those that need one transaction. They reject only when the disk fails.
 */
export interface Records
  extends PrintRecords,
    CommandRecords,
    UncertainOrderRecords,
    BatchRecords,
    OrderBookRecords,
    SpendingRecords,
    SandboxRecords {
  // Reading
  findByCode(code: string): Promise<CodeMatch | null>;
  parcel(id: number): Promise<Parcel | null>;
  /**
   * A page of the board. `find` matches the beginning of any code, of any term of name and address, or of a phone number, ignoring case.
   * A search or a day with too many hits returns the newest of them, or the oldest if sorted so; `isMore` is true then.
   */
  parcelsPage(query: BoardQuery): Promise<{ total: number; isMore: boolean; rows: Parcel[] }>;
  /**
   * The next parcels that match a filter, newest first, with ids below the given one; possibly none. `next` is the cursor, null at the
   * end. All chunks together contain each parcel once.
   */
  parcelsChunk(filter: BoardFilter, below: number | null): Promise<{ rows: Parcel[]; next: number | null }>;
  parcelsOfOrder(orderId: number): Promise<Parcel[]>;
  order(orderId: number): Promise<{
    id: number;
    uniqueId: string | null;
    request: OrderRequest | null;
    rawAnswer: string | null;
    priceWithTax: number | null;
    /** Fields of the document that the answer left out. */
    missing: string[];
  } | null>;
  scan(id: number): Promise<ScanRow | null>;
  /** Newest first. */
  recentScans(limit: number): Promise<ScanRow[]>;
  countScansSince(at: string): Promise<number>;
  activity(query: { beforeId: number | null; limit: number }): Promise<JournalEntry[]>;

  // Scans without an effect
  recordScan(record: Required<WriteContext>): Promise<ScanRow>;
  /** Adds a journal entry without another write. */
  note(activity: Activity): Promise<void>;

  // Orders
  /** Stores a create command in state `waiting` before it is sent. Without `intent` it has no quote and is not checked for duplicates. */
  beginCreate(request: OrderRequest, record: WriteContext, intent?: OrderIntent): Promise<Command>;
  createRequest(commandId: number): Promise<OrderRequest | null>;
  /** Stores the body of a 2xx response to a create, before it is read. At most 4 MiB. */
  saveRawAnswer(commandId: number, rawBody: string): Promise<void>;
  /** Stores the order, its shipments and parcels, requests their labels, and ends the command, in one transaction. */
  completeCreate(
    commandId: number,
    order: NewOrder,
    record: WriteContext,
  ): Promise<{ command: Command; orderId: number; parcelIds: number[] }>;
  /** The results that importing these orders would have; changes nothing. */
  previewImport(orders: readonly NewOrder[]): Promise<ImportedOrder[]>;
  /**
   * Stores imported orders: all of them or, if one contradicts the records, none. Known values stay; missing values of known orders are
   * added. An order with exactly the custom codes of an uncertain create settles that create.
   */
  importOrders(orders: readonly NewOrder[], record: WriteContext): Promise<ImportedOrder[]>;

  // Labels
  /** Labels whose address is known and whose bytes are not here: those of orders created here first, then oldest first. */
  pendingLabels(limit: number, choice?: LabelChoice): Promise<PendingLabel[]>;
  saveLabel(
    labelId: number,
    file: { bytes: Uint8Array; sha256: string; format: LabelState['format'] },
    record: WriteContext,
  ): Promise<void>;
  failLabel(labelId: number, failure: Failure, record: WriteContext): Promise<void>;
  /** What those labels that are still pending wait for; null: for nothing any more. */
  delayLabels(choice: LabelChoice, delay: LabelDelay | null): Promise<void>;
  /** Requests a failed label again. */
  retryLabel(labelId: number): Promise<void>;
  labelBytes(sha256: string): Promise<Uint8Array | null>;
  /** The address of the service's PDF of a parcel's ZPL label, if there is one. */
  labelPdfAddress(parcelId: number): Promise<string | null>;

  // Labels of which it is not known whose they are
  /** Orders with such labels and with parcels that need one, oldest first. `canWait`: of an imported order. */
  ordersToAssign(limit: number): Promise<{ orderId: number; canWait: boolean }[]>;
  unassignedLabels(orderId: number): Promise<UnassignedLabel[]>;
  unassignedLabel(labelId: number): Promise<UnassignedLabel | null>;
  /**
   * Gives labels to parcels, all of them or none: false where one is given to a parcel already, or a parcel has a label, another
   * pick-up code or is deleted. `activity` has no code: each assignment is an entry under its parcel's.
   */
  assignLabels(assignments: readonly LabelAssignment[], record: WriteContext): Promise<boolean>;

  // Events: what webhooks delivered
  /**
   * Stores events and applies their effects in one transaction: the status, a shipment's deletion, missing codes. An unmatched event is
   * matched in the transaction that stores its order.
   */
  storeEvents(events: readonly NewEvent[]): Promise<EventOutcome[]>;
  /** Reads times without an offset again where a better one is known now: the service's own, else this one (minutes), else UTC. */
  assumeUtcOffset(minutes: number | null): Promise<void>;
  /** Unmatched events, newest first; `code`: only those that name it. `total` counts all. */
  unmatchedEvents(query: { code: string | null; limit: number }): Promise<{ total: number; events: KeptEvent[] }>;
  /** Everything that happened to a parcel, newest first, at most 500. */
  parcelTimeline(parcelId: number, limit: number): Promise<TimelineEntry[]>;
  /** Deletions at the service that this station neither requested nor reported yet, oldest first. */
  unrequestedDeletions(limit: number): Promise<UnrequestedDeletion[]>;
  markDeletionsReported(eventIds: readonly number[], at: string): Promise<void>;
  /**
   * What an operator decides of a parcel that the service reported as deleted, and later as picked up. One that exists is printable
   * again, and its earlier deletions count as rejected. False where nothing is to be decided.
   */
  resolveDeletionConflict(parcelId: number, decision: DeletionDecision, record: WriteContext): Promise<boolean>;

  /**
   * Called at every start. Jobs and creates that were `sending` become uncertain, deletions wait again with `requestLeft` true.
   * Countdowns restart and end at `countdownsEndAt`. Jobs in a print queue of a printer in `followed` stay `sending` and are followed.
   */
  recoverAfterRestart(
    countdownsEndAt: number,
    at: string,
    followed: readonly string[],
  ): Promise<{ jobs: number; commands: number; countdowns: number }>;

  // Retention
  /**
   * Removes a few records older than `before` that nothing waits for, in one transaction: an order together with what belongs to it,
   * and label bytes without references. Starts at `from`, or at the beginning; `next` is where to continue, null at the end.
   */
  removeOld(before: string, from: RetentionCursor | null): Promise<{ removed: Removed; next: RetentionCursor | null }>;
  /**
   * Reads the stored answers of some orders of an older version again, newest first, for identifiers that events may name, and matches
   * the events that do. Returns how many were read; 0: none is left.
   */
  rereadAnswers(limit: number, at: string): Promise<number>;
  /** Merges a part of the search index; false if there is nothing to merge. */
  mergeSearchIndex(): Promise<boolean>;

  close(): Promise<void>;
}

/** The position of the removal of old records. */
export interface RetentionCursor {
  what: 'orders' | 'commands' | 'scans' | 'events' | 'journal' | 'answers';
  /** The last row checked: its time, where rows are ordered by time, and its id. */
  at: string;
  id: number;
}

/** How many of each were removed. */
export interface Removed {
  orders: number;
  parcels: number;
  commands: number;
  scans: number;
  events: number;
  labels: number;
  journal: number;
}

/** Opens the records of an environment and migrates an older file. */
export type OpenRecords = (environment: string) => Promise<Records>;

/** Shipments that a sandbox scenario would change. */
export interface SandboxRecords {
  /** Counts the shipments of a selection, and those with a final status. */
  scenarioShipments(selection: SandboxSelection): Promise<SandboxPreview>;
  /** The service accepted a scenario for them: they are final from then on. */
  markScenarioRun(selection: SandboxSelection, at: string): Promise<void>;
}
