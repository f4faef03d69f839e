import type { Failure } from '../../../shared/contract/failure.ts';
import type {
  PrintAnswer,
  PrintEvidence,
  PrintJob,
  PrintJobState,
  PrintQuestion,
  PrintQuestionKind,
} from '../../../shared/printing/print-job.ts';
import type { HeldReason } from '../../../shared/printing/printer.ts';
import type { Moved, ScanRow, WriteContext } from './write-context.ts';

export interface NewPrintJob {
  parcelId: number;
  printer: string;
  origin: PrintJob['origin'];
  startedByCode: string | null;
  reprintReason: string | null;
  /** A job of the same parcel that is not sent yet, or was made at or after this time (ISO), is returned instead of a second one. */
  notSince: string;
}

export interface PrintJobChange {
  /** `queued` leaves it `held` where a person or a question still holds it. */
  state: PrintJobState;
  /** Only if it still waits for that printer, and neither an operator nor a question holds it. */
  ifWaitingFor?: string;
  /** Only while it asks this. */
  ifQuestion?: PrintQuestionKind;
  reasons?: HeldReason[];
  /** Added to the attempts counted. */
  attempt?: boolean;
  bytesSent?: number;
  failure?: Failure | null;
  /** Merged into the stored evidence. */
  evidence?: Partial<PrintEvidence>;
  question?: PrintQuestion | null;
  answers?: readonly PrintAnswer[];
  onHold?: boolean;
  /** To another printer. */
  printer?: string;
  /** Another file in the place of the job's label: the service's PDF of it. */
  label?: KeptBytes;
  /** The bytes actually sent if they differ from the label's; otherwise null. */
  sent?: KeptBytes | null;
}

/** Bytes under their digest, stored once however often they are used. */
export interface KeptBytes {
  sha256: string;
  bytes: Uint8Array;
}

/** The print jobs of one environment. */
export interface PrintRecords {
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
  /** Jobs sent since that time whose counter was read before and never after, oldest first: they may still be in the printer. */
  printJobsInPrinter(printer: string, since: string): Promise<PrintJob[]>;
  /** Every job of a parcel, newest first. */
  printJobsOfParcel(parcelId: number, limit: number): Promise<PrintJob[]>;
  /** Jobs on their way that a queue of this computer owns, oldest first. */
  printJobsOwned(printer: string): Promise<PrintJob[]>;
  /** Merges evidence into a job without changing its state or writing to the journal. */
  mergePrintEvidence(id: number, evidence: Partial<PrintEvidence>): Promise<void>;
  /** Moves all waiting jobs to another printer and clears their answered questions; returns how many. */
  movePrintJobs(from: string, to: string, record: WriteContext): Promise<number>;
  /** Clears questions and answers about the printer's unsent jobs; returns how many. */
  resetPrintQuestions(printer: string, record: WriteContext): Promise<number>;
  /** Moves a job if it is in one of the states `from`. */
  movePrintJob(
    id: number,
    from: readonly PrintJobState[],
    change: PrintJobChange,
    record: WriteContext,
  ): Promise<Moved<PrintJob>>;
  /** The same, for the scan of a label that proves it printed; gives the scan. */
  confirmByScan(
    id: number,
    from: readonly PrintJobState[],
    change: PrintJobChange,
    record: Required<WriteContext>,
  ): Promise<Moved<ScanRow>>;
}
