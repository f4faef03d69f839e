import type { BoardFilter, BoardQuery } from '../../../shared/board-query.ts';
import type { Command, CommandState } from '../../../shared/command.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { OrderRequest } from '../../../shared/order-request.ts';
import type { LabelState, Parcel } from '../../../shared/parcel.ts';
import type { Asked, PrintAnswer, PrintEvidence, PrintQuestion } from '../../../shared/print-evidence.ts';
import type { PrintJob, PrintJobState } from '../../../shared/print-job.ts';
import type { HeldReason } from '../../../shared/printer.ts';
import type { ScanMode } from '../../../shared/scan.ts';
import type { ScanOutcomeKind } from '../../../shared/scan-answer.ts';
import type { KeptEvent, TimelineEntry } from '../../../shared/shipment-event.ts';
import type { Waiting } from '../../../shared/waiting.ts';
import type { NewOrder } from '../order-facts.ts';
import type { BatchRecords } from './batch-records.ts';
import type { DoubtRecords } from './doubt-records.ts';
import type { NamedCreate, NewEvent, TakenEvent, UnaskedDeletion } from './events.ts';
import type { OrderBookRecords } from './order-book-records.ts';
import type { SandboxRecords } from './sandbox-records.ts';
import type { OrderIntent, SpendingRecords } from './spending-records.ts';

/** One line of the append-only journal: when, who, what, which code, what came of it. */
export interface Activity {
  /** ISO 8601, UTC. */
  at: string;
  who: 'operator' | 'station' | 'service' | 'provisioning';
  /** A verb phrase: "scan", "print", "delete", "undo", "create order", "send", ... */
  what: string;
  code: string | null;
  outcome: string;
}

/** A scan to be recorded in the same transaction as what it causes. */
export interface NewScan {
  at: string;
  /** The code as taken. */
  code: string;
  asTyped: string;
  asUsKeyboard: string;
  mode: ScanMode;
  kind: ScanOutcomeKind;
  parcelId: number | null;
}

/** What goes into the journal, and the scan that caused it, with every write. */
export interface WriteContext {
  activity: Activity;
  scan?: NewScan;
}

export interface ScanRow extends NewScan {
  id: number;
  jobId: number | null;
  commandId: number | null;
}

/** Which parcels a code finds. Exact matches only, or, where there is none, a match without case that leaves one. */
export interface CodeMatch {
  by: 'custom code' | 'pick-up code' | 'tracking code';
  parcels: Parcel[];
}

export interface NewPrintJob {
  parcelId: number;
  printer: string;
  origin: PrintJob['origin'];
  startedByCode: string | null;
  reprintReason: string | null;
  /** A job of the same parcel that is not sent yet, or was made at or after this moment (ISO), is answered instead of a second one. */
  notSince: string;
}

export interface PrintJobChange {
  /** `queued` leaves it `held` where a person or a question still holds it. */
  state: PrintJobState;
  /** Only where it still waits for that printer, and neither a person nor a question holds it. */
  ifWaitingFor?: string;
  /** Only while it asks this. */
  ifAsked?: PrintQuestion;
  reasons?: HeldReason[];
  /** Added to the attempts counted. */
  attempt?: boolean;
  bytesHandedOver?: number;
  failure?: Failure | null;
  /** What it says is laid over what is known already. */
  evidence?: Partial<PrintEvidence>;
  asked?: Asked | null;
  answers?: readonly PrintAnswer[];
  onHold?: boolean;
  /** To another printer. */
  printer?: string;
  /** Another file in the place of the job's label: the service's PDF of it. */
  label?: KeptBytes;
  /** The bytes really sent where they differ from the label's; null where they are the label's own. */
  sent?: KeptBytes | null;
}

/** Bytes under their own name; kept once, however often they are used. */
export interface KeptBytes {
  sha256: string;
  bytes: Uint8Array;
}

export interface NewDeletion {
  customCode: string;
  parcelId: number | null;
  /** When its countdown ends, milliseconds since 1970. */
  endsAt: number;
  /** A person said so although the parcel was picked up. */
  knownPickedUp?: boolean;
}

/** Which waiting commands may leave. */
export interface DueQuery {
  /** Milliseconds since 1970. */
  now: number;
  /** A pause of our own that began before this moment (ISO) counts no more. What the service asked for always counts. */
  pausesVoidBefore: string;
  /** Deletions before creations: they may be repeated safely. */
  deletesFirst: boolean;
  limit: number;
}

export interface DueCommands {
  /** None of them behind an earlier one for the same code that is not settled. */
  due: Command[];
  /** When the next pause ends, milliseconds since 1970; null where none will by itself. */
  nextAt: number | null;
  /** The latest moment the service asked to wait for, among all that waits; 0 where it asked for none. */
  askedUntil: number;
}

export interface CommandChange {
  state: CommandState;
  attempt?: boolean;
  requestLeft?: boolean;
  notBefore?: number;
  askedUntil?: number;
  agreedAt?: string;
  knownPickedUp?: boolean;
  failure?: Failure | null;
}

/** A label whose bytes are not here. `canWait`: of an imported order; nobody stands at the bench for it. */
export type LabelWish = LabelState & { parcelId: number; canWait: boolean };

/** What importing an order does. */
export type ImportedOrder =
  /** `settles`: the uncertain create of ours that this order answers. */
  | { kind: 'new'; parcels: number; settles: number | null }
  /** Something of it was not known: a code, a recipient, a label's address, a parcel. */
  | { kind: 'completed'; parcels: number }
  | { kind: 'known' }
  | { kind: 'contradicts'; clash: ImportClash };

/** How an order to be imported contradicts what is known here. */
export type ImportClash =
  /** A parcel's code is known, in a shipment of another tracking code. */
  | { what: 'other shipment'; code: string; knownTrackingCode: string | null }
  /** A parcel known by one of its codes has another one of the other kind. */
  | { what: 'other code'; code: string; otherCode: string; knownCode: string }
  /** A code is known in another order than the rest. */
  | { what: 'other order'; code: string; knownOrder: string | null }
  /** A code belongs to an order of ours that waits to be sent, or is on its way. */
  | { what: 'not answered yet'; code: string };

/** A write that depends on a state: `null` when another hand was faster and the state no longer allows it. */
export type Moved<T> = T | null;

/**
 * The records of one environment, in one SQLite file. Each method is one transaction; a write is on disk (fsync) before its
 * promise resolves. Nothing here decides anything but what one transaction must see whole. Methods reject only when the disk fails.
 */
export interface Records extends DoubtRecords, BatchRecords, OrderBookRecords, SpendingRecords, SandboxRecords {
  // Reading
  findByCode(code: string): Promise<CodeMatch | null>;
  parcel(id: number): Promise<Parcel | null>;
  /**
   * A page of the board. `find` matches the beginning of any code, of words of name and address, or of a phone number, without case.
   * A search, or a day, that holds more than is counted stands for its newest so many, or its oldest if sorted so: `isMore` is true.
   */
  parcelsPage(query: BoardQuery): Promise<{ total: number; isMore: boolean; rows: Parcel[] }>;
  /**
   * Some of the parcels a filter lets through, newest first, with numbers below that one; there may be none in a stretch. `next` is
   * where to go on, null at the end. Together the stretches hold each parcel once.
   */
  parcelsStretch(filter: BoardFilter, below: number | null): Promise<{ rows: Parcel[]; next: number | null }>;
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
  activity(query: { beforeId: number | null; limit: number }): Promise<(Activity & { id: number })[]>;

  // Scans that cause nothing but an answer
  recordScan(record: Required<WriteContext>): Promise<ScanRow>;
  /** A line of the journal with no other write. */
  note(activity: Activity): Promise<void>;

  // Orders
  /** The intent, on disk before any request leaves: a create command in state `waiting`. Without `intent` it was never quoted, and is like no other. */
  beginCreate(request: OrderRequest, record: WriteContext, intent?: OrderIntent): Promise<Command>;
  createRequest(commandId: number): Promise<OrderRequest | null>;
  /** The raw 2xx body of a create, kept before anyone tries to read it. At most 4 MiB. */
  keepRawAnswer(commandId: number, rawBody: string): Promise<void>;
  /** Stores the order, its shipments, parcels and label wishes, and ends the command, in one transaction. */
  completeCreate(
    commandId: number,
    order: NewOrder,
    record: WriteContext,
  ): Promise<{ command: Command; orderId: number; parcelIds: number[] }>;
  /** What importing these orders would do, each by itself; changes nothing. */
  previewImport(orders: readonly NewOrder[]): Promise<ImportedOrder[]>;
  /**
   * Stores orders that another system made, all of them or, where one contradicts what is known, none. What is known stays; what
   * was not known of a known order is added. An order whose custom codes are those of one uncertain create of ours ends that create.
   */
  importOrders(orders: readonly NewOrder[], record: WriteContext): Promise<ImportedOrder[]>;

  // Labels
  /** Labels whose address is known and whose bytes are not here: those of orders created here first, then oldest first. */
  labelsWanted(
    limit: number,
    choice?: { except: readonly number[] } | { only: readonly number[] },
  ): Promise<LabelWish[]>;
  keepLabel(
    labelId: number,
    file: { bytes: Uint8Array; sha256: string; format: LabelState['format'] },
    record: WriteContext,
  ): Promise<void>;
  failLabel(labelId: number, failure: Failure, record: WriteContext): Promise<void>;
  /** Asks again for a label that failed. */
  wantLabel(labelId: number): Promise<void>;
  labelBytes(sha256: string): Promise<Uint8Array | null>;
  /** The address of the service's PDF of a parcel's ZPL label, where it offers one. */
  labelPdfAddress(parcelId: number): Promise<string | null>;

  // Print jobs
  /**
   * Adds a queued job with the bytes of the parcel's kept label. Answers `made: false` and the older job where one is not sent
   * yet or was made at or after `notSince`; `null` where the parcel has no kept label, is deleted, or is on the way there.
   */
  addPrintJob(
    job: NewPrintJob,
    record: WriteContext,
  ): Promise<Moved<{ made: boolean; job: PrintJob; scan: ScanRow | null }>>;
  printJob(id: number): Promise<PrintJob | null>;
  /** Unsettled jobs and the newest settled ones, newest first, at most `limit`. */
  printJobs(limit: number): Promise<PrintJob[]>;
  /** The oldest job of that printer that waits to be sent: queued or held, neither by a person nor by a question. */
  nextPrintJob(printer: string): Promise<PrintJob | null>;
  /** Jobs sent since that moment whose counter was read before and never after, oldest first: what may still be in the printer. */
  printJobsInPrinter(printer: string, since: string): Promise<PrintJob[]>;
  /** Every job of a parcel, newest first. */
  printJobsOfParcel(parcelId: number, limit: number): Promise<PrintJob[]>;
  /** Jobs on their way that a queue of this computer owns, oldest first. */
  printJobsOwned(printer: string): Promise<PrintJob[]>;
  /** Lays over what is known of a job; its state stays, and the journal is not told. */
  notePrintEvidence(id: number, evidence: Partial<PrintEvidence>): Promise<void>;
  /** All that waits for one printer waits for the other now, which has been answered nothing yet; gives how many. */
  movePrintJobs(from: string, to: string, record: WriteContext): Promise<number>;
  /** Takes back what was asked about the printer's unsent jobs, and what was answered; gives how many. */
  askPrintJobsAnew(printer: string, record: WriteContext): Promise<number>;
  /** Moves a job if it is in one of the states `from`. */
  movePrintJob(
    id: number,
    from: readonly PrintJobState[],
    change: PrintJobChange,
    record: WriteContext,
  ): Promise<Moved<PrintJob>>;
  /** The same, for the scan of a label that proves it printed; gives the scan. */
  proveByScan(
    id: number,
    from: readonly PrintJobState[],
    change: PrintJobChange,
    record: Required<WriteContext>,
  ): Promise<Moved<ScanRow>>;

  // Commands: deletions and creations on their way to the service
  /**
   * Begins a deletion's countdown and cancels the parcel's unsent jobs, together. Where that code already counts down, waits, or is
   * done, nothing changes: `begun` is false and the command met is given.
   */
  beginDelete(
    deletion: NewDeletion,
    record: WriteContext,
  ): Promise<{ begun: boolean; command: Command; cancelledJobs: number; scan: ScanRow | null }>;
  /** Takes back what counts down or waits, if no request for it may have reached the service; restores the jobs it cancelled. */
  takeBack(commandId: number, record: WriteContext): Promise<Moved<Command>>;
  /**
   * Ends the command and marks the parcel deleted, in one transaction. `wasThere`: the service said that it deleted it now; where
   * that is the second deletion of a replaced order's code, and the first had found nothing, it raises an alarm.
   */
  completeDelete(commandId: number, record: WriteContext, wasThere?: boolean): Promise<Moved<Command>>;
  command(id: number): Promise<Command | null>;
  /** Oldest first. */
  commands(states: readonly CommandState[], limit: number): Promise<Command[]>;
  countCommands(states: readonly CommandState[]): Promise<number>;
  dueCommands(query: DueQuery): Promise<DueCommands>;
  /** True where an order that was created here, or may have been, carries that custom code; one that gave way to another too. */
  isOrdered(customCode: string): Promise<boolean>;
  /** Uncertain creates of which an answer was kept whole, as it came. */
  answeredCreates(limit: number): Promise<{ commandId: number; rawBody: string }[]>;
  whatWaits(): Promise<Waiting>;
  moveCommand(
    id: number,
    from: readonly CommandState[],
    change: CommandChange,
    record: WriteContext,
  ): Promise<Moved<Command>>;
  /** A refusal, or an order in doubt, that somebody has seen and put away: it no longer stands in a list. */
  putAwayCommand(id: number, record: WriteContext): Promise<Moved<Command>>;

  // Events: what webhooks delivered
  /**
   * Keeps events, with all that follows from each: the status, a shipment's deletion, codes that were not known. One transaction for
   * all of them. An event that belongs to nothing yet is matched in the transaction that makes its order known.
   */
  keepEvents(events: readonly NewEvent[]): Promise<TakenEvent[]>;
  /** Events that belong to nothing, newest first; `code`: only those that name it. `total` counts all. */
  unmatchedEvents(query: { code: string | null; limit: number }): Promise<{ total: number; events: KeptEvent[] }>;
  /** Everything that happened to a parcel, newest first, at most 500. */
  parcelTimeline(parcelId: number, limit: number): Promise<TimelineEntry[]>;
  /** Deletions at the service that nobody here asked for or was told of, oldest first. */
  unaskedDeletions(limit: number): Promise<UnaskedDeletion[]>;
  noteDeletionsTold(eventIds: readonly number[], at: string): Promise<void>;
  /** The event that named a code of an order without an answer, or null. */
  namedCreate(commandId: number): Promise<NamedCreate | null>;

  /**
   * At every start, before anything runs. A job or command that was `sending` when the station died: the job and the create become
   * uncertain, the delete waits again with `requestLeft` true. Countdowns begin anew, to end at `countdownsEndAt`. A job that a queue
   * of this computer owns stays `sending` where its printer is among `followed`: it is followed on.
   */
  recoverAfterRestart(
    countdownsEndAt: number,
    at: string,
    followed: readonly string[],
  ): Promise<{ jobs: number; commands: number; countdowns: number }>;

  // Growing old
  /**
   * Removes a few records older than `before` that nothing waits for, in one transaction: what belongs to an order goes with it, and
   * label bytes nobody refers to. Begins where `from` says, or at the beginning; `next` is where to go on, null at the end.
   */
  removeOld(before: string, from: AgePoint | null): Promise<{ removed: Removed; next: AgePoint | null }>;
  /** Merges a little of what searching looks through; false where there is nothing to merge. */
  tidySearch(): Promise<boolean>;

  close(): Promise<void>;
}

/** Where removing old records stands. */
export interface AgePoint {
  what: 'orders' | 'commands' | 'scans' | 'events' | 'journal' | 'answers';
  /** The last row looked at: its time where rows go by time, and its number. */
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

/** Opens the records of an environment, bringing an older file up to date. */
export type OpenRecords = (environment: string) => Promise<Records>;
