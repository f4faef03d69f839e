import type { Command, CommandState } from '../../../shared/command.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { OrderRequest } from '../../../shared/order-request.ts';
import type { LabelState, Parcel } from '../../../shared/parcel.ts';
import type { Asked, PrintAnswer, PrintEvidence, PrintQuestion } from '../../../shared/print-evidence.ts';
import type { PrintJob, PrintJobState } from '../../../shared/print-job.ts';
import type { HeldReason } from '../../../shared/printer.ts';
import type { ScanMode } from '../../../shared/scan.ts';
import type { ScanOutcomeKind } from '../../../shared/scan-answer.ts';
import type { NewOrder } from '../order-facts.ts';

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

export interface CommandChange {
  state: CommandState;
  attempt?: boolean;
  requestLeft?: boolean;
  notBefore?: number;
  failure?: Failure | null;
}

/** A write that depends on a state: `null` when another hand was faster and the state no longer allows it. */
export type Moved<T> = T | null;

/**
 * The records of one environment, in one SQLite file. Each method is one transaction; a write is on disk (fsync) before its
 * promise resolves. Nothing here decides anything but what one transaction must see whole. Methods reject only when the disk fails.
 */
export interface Records {
  // Reading
  findByCode(code: string): Promise<CodeMatch | null>;
  parcel(id: number): Promise<Parcel | null>;
  /** Newest first. `find` matches the beginning of any code without case, or a part of the recipient's name or address. */
  parcelsPage(query: { find: string; offset: number; limit: number }): Promise<{ total: number; rows: Parcel[] }>;
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
  /** The intent, on disk before any request leaves: a create command in state `waiting`. */
  beginCreate(request: OrderRequest, record: WriteContext): Promise<Command>;
  createRequest(commandId: number): Promise<OrderRequest | null>;
  /** The raw 2xx body of a create, kept before anyone tries to read it. At most 4 MiB. */
  keepRawAnswer(commandId: number, rawBody: string): Promise<void>;
  /** Stores the order, its shipments, parcels and label wishes, and ends the command, in one transaction. */
  completeCreate(
    commandId: number,
    order: NewOrder,
    record: WriteContext,
  ): Promise<{ command: Command; orderId: number; parcelIds: number[] }>;

  // Labels
  /** Labels whose address is known and whose bytes are not here, oldest first. */
  labelsWanted(limit: number): Promise<(LabelState & { parcelId: number })[]>;
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
    deletion: { customCode: string; parcelId: number | null; endsAt: number },
    record: WriteContext,
  ): Promise<{ begun: boolean; command: Command; cancelledJobs: number; scan: ScanRow | null }>;
  /** Takes back a countdown and restores the jobs it cancelled. */
  undoDelete(commandId: number, record: WriteContext): Promise<Moved<Command>>;
  /** Ends the command and marks the parcel deleted, in one transaction. */
  completeDelete(commandId: number, record: WriteContext): Promise<Moved<Command>>;
  command(id: number): Promise<Command | null>;
  /** Oldest first. */
  commands(states: readonly CommandState[], limit: number): Promise<Command[]>;
  countCommands(states: readonly CommandState[]): Promise<number>;
  moveCommand(
    id: number,
    from: readonly CommandState[],
    change: CommandChange,
    record: WriteContext,
  ): Promise<Moved<Command>>;
  /** A refusal somebody has seen and put away: it no longer stands in a list. */
  putAwayCommand(id: number, record: WriteContext): Promise<Moved<Command>>;

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

  close(): Promise<void>;
}

/** Opens the records of an environment, bringing an older file up to date. */
export type OpenRecords = (environment: string) => Promise<Records>;
