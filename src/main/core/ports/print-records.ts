import type { Failure } from '../../../shared/contract/failure.ts';
import type { FigureKind } from '../../../shared/contract/figures-view.ts';
import type { LabelInspection } from '../../../shared/printing/label-inspection.ts';
import type {
  ListedPrintJob,
  PrintAnswer,
  PrintEvidence,
  PrintJob,
  PrintJobState,
  PrintQuestion,
  PrintQuestionKind,
  ReprintKind,
} from '../../../shared/printing/print-job.ts';
import type { MissingLabelRule, PrintRun, PrintRunSource } from '../../../shared/printing/print-run.ts';
import type { HeldReason } from '../../../shared/printing/printer.ts';
import type { Activity, Moved, WriteContext } from './write-context.ts';

export interface NewPrintJob {
  parcelId: number;
  /** `noPrinterName` holds the job until an operator chooses one. */
  printer: string;
  origin: PrintJob['origin'];
  startedByCode: string | null;
  reprintReason: string | null;
  /** The kind of that reason. */
  reprintKind?: ReprintKind;
  /** The print run it belongs to; absent for a single label. */
  runId?: number;
  /** An unsent job of the same parcel, or one created at or after this time (ISO 8601), is returned instead of a second one. */
  notSince: string;
  /** With it, an unsent job for a printer that is not among these is cancelled and replaced. */
  knownPrinters?: readonly string[];
}

export interface PrintJobChange {
  /** `queued` becomes `held` while an operator or a question holds the job. */
  state: PrintJobState;
  /** Changes only if the job waits for that printer, and neither an operator nor a question holds it. */
  ifWaitingFor?: string;
  /** Changes only while the job has this question. */
  ifQuestion?: PrintQuestionKind;
  reasons?: HeldReason[];
  /** True adds one attempt. */
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
  /** Another file instead of the job's label: the service's PDF. */
  label?: KeptBytes;
  /** The bytes actually sent if they differ from the label's; otherwise null. */
  sent?: KeptBytes | null;
}

/** Bytes stored once under their hash. */
export interface KeptBytes {
  sha256: string;
  bytes: Uint8Array;
}

/** Moves a job if it is in one of the states `from`. */
export interface PrintMove {
  readonly id: number;
  /** Whose label it is, where the step's author knows. */
  readonly parcelId?: number;
  readonly from: readonly PrintJobState[];
  readonly change: PrintJobChange;
  readonly activity: Activity;
}

/** One step of printing: a job moves, or evidence is merged into it. */
export type PrintStep =
  | PrintMove
  | { readonly id: number; readonly parcelId?: number; readonly evidence: Partial<PrintEvidence> };

/** A job that can be sent, with everything stored that its printer's worker needs to prepare it. */
export interface NextLabel {
  readonly job: PrintJob;
  /** Null where the label's file is missing. */
  readonly bytes: Uint8Array | null;
  /** What was read in the label when it was stored; null where it must be inspected now. */
  readonly inspection: LabelInspection | null;
  /** The service offers the label as PDF too. */
  readonly offersPdf: boolean;
}

/** The values that every job of a print run shares. */
export type RunJobs = Pick<NewPrintJob, 'printer' | 'origin'>;

/** What one step of a print run does. */
export interface PrintRunStep {
  readonly jobs: RunJobs;
  readonly missingLabels: MissingLabelRule;
  /** Most parcels of this step. */
  readonly parcels: number;
  /** Most labels of the whole run. */
  readonly labels: number;
}

/** Lists of labels that an operator starts at once. */
export interface PrintRunRecords {
  /** The parcels of a source in the order in which they print, at most `limit`. */
  printRunParcels(source: PrintRunSource, limit: number): Promise<number[]>;
  /**
   * Adds a run of these parcels, in their order; none of them has a job yet. Null where its further copies are more than the acting person
   * may print within an hour: a label that was sent and then marked as not printed is one.
   */
  addPrintRun(parcelIds: readonly number[], record: WriteContext): Promise<number | null>;
  /**
   * Queues the labels of the run's next parcels, in their order, and counts those that get no job. Returns how many parcels were
   * settled so: 0 where the run has ended, or waits for labels.
   */
  addPrintRunJobs(runId: number, step: PrintRunStep, at: string): Promise<number>;
  printRun(id: number): Promise<PrintRun | null>;
  /** The newest runs with labels that are not sent. */
  openPrintRuns(limit: number): Promise<PrintRun[]>;
  /** Runs with parcels that wait for labels, oldest first. */
  unfinishedPrintRuns(limit: number): Promise<Pick<PrintRun, 'id' | 'createdAt'>[]>;
  /** Cancels the labels of a run that are not sent; null where there is no such run. */
  stopPrintRun(id: number, record: WriteContext): Promise<Moved<PrintRun>>;
}

/** A sum of one hour or day. */
export interface FigureRow {
  /** An hour as YYYY-MM-DDTHH, or a day as YYYY-MM-DD, both of local time. */
  at: string;
  kind: FigureKind;
  /** Empty where no printer is concerned. */
  printer: string;
  /** The name of the person for whom it was done; empty where no one was signed in. */
  person: string;
  detail: string;
  value: number;
}

/** What is added to a sum. */
export type NewFigureRow = Omit<FigureRow, 'person'>;

/** Figures about the station's own work. Labels and deletions are counted in the transaction that stores their state (migration 031). */
export interface FigureRecords {
  /** Adds to the sums of those hours, for the person who is signed in. */
  addFigures(rows: readonly NewFigureRow[]): Promise<void>;
  /** The sums of the days from `from` to before `before`, added up by day, or by hour where hours are stored. */
  figures(days: { from: string; before: string; by: 'hour' | 'day' }): Promise<FigureRow[]>;
  /** Adds the hours of the oldest day before that one up, and removes them, in one transaction; false where none is left. */
  sumOldFigures(before: string): Promise<boolean>;
}

/** The print jobs of one environment, and the figures about them. */
export interface PrintRecords extends PrintRunRecords, FigureRecords {
  /**
   * Adds a queued job with the bytes of the parcel's stored label. Returns `made: false` and the older job where one is unsent, was
   * created at or after `notSince` or, without a `reprintReason`, may have printed; `null` where the parcel has no stored label, is deleted, or is being deleted. `next` is the added
   * job where it is its printer's next one. `needs lead`: a further copy, beyond what the acting person may print within an hour; nothing
   * was added.
   */
  addPrintJob(
    job: NewPrintJob,
    record: WriteContext,
  ): Promise<Moved<{ made: boolean; job: PrintJob; next: NextLabel | null }> | 'needs lead'>;
  printJob(id: number): Promise<PrintJob | null>;
  /** Unsettled jobs and the newest settled ones, newest first, at most `limit`; settled ones in any case `settledAtLeast`. */
  printJobs(limit: number, settledAtLeast?: number): Promise<ListedPrintJob[]>;
  /** Held jobs with a question about other benches, oldest first: those that only wait, then those that an operator answers. */
  printJobsAskedAtSite(limit: number): Promise<PrintJob[]>;
  /** The printer's oldest job that can be sent: queued or held, but not by an operator or a question. */
  nextPrintJob(printer: string): Promise<PrintJob | null>;
  /** The same with its label, of the jobs other than these. */
  nextLabel(printer: string, except?: readonly number[]): Promise<NextLabel | null>;
  /**
   * Takes the steps in one transaction. Returns the job of the last one, null where that job was in another state, and the printer's
   * next job after them, of those other than `except`.
   */
  advancePrinting(
    steps: readonly PrintStep[],
    printer: string,
    except?: readonly number[],
  ): Promise<{ last: Moved<PrintJob>; next: NextLabel | null }>;
  /**
   * Jobs sent since that time that may still be in the printer (the counter was read before and not after), and those cut off behind them,
   * oldest first.
   */
  printJobsInPrinter(printer: string, since: string): Promise<PrintJob[]>;
  /** Every job of a parcel, newest first. */
  printJobsOfParcel(parcelId: number, limit: number): Promise<PrintJob[]>;
  /** Jobs being sent by a print queue of this computer, oldest first. */
  printJobsOwned(printer: string): Promise<PrintJob[]>;
  /** Merges evidence into a job without changing its state or writing to the journal. */
  mergePrintEvidence(id: number, evidence: Partial<PrintEvidence>): Promise<void>;
  /** Moves all waiting jobs to another printer and clears their answered questions; returns how many. */
  movePrintJobs(from: string, to: string, record: WriteContext): Promise<number>;
  /** Unsent jobs without a printer. */
  countJobsWithoutPrinter(): Promise<number>;
  /** Gives the unsent jobs without a printer to that one, or cancels them; false, with nothing changed, where their number is another. */
  settleJobsWithoutPrinter(answer: { labels: number; printer: string | null }, record: WriteContext): Promise<boolean>;
  /** Clears questions and answers about the printer's unsent jobs; returns how many. */
  resetPrintQuestions(printer: string, record: WriteContext): Promise<number>;
  /** Moves a job if it is in one of the states `from`. */
  movePrintJob(
    id: number,
    from: readonly PrintJobState[],
    change: PrintJobChange,
    record: WriteContext,
  ): Promise<Moved<PrintJob>>;
  /**
   * Moves a held job whose label is a further copy, as an operator answered, and writes it into the journal as one, unless it was queued as
   * one. `needs lead`: it is beyond what the acting person may print within an hour; nothing was changed.
   */
  confirmFurtherCopy(id: number, change: PrintJobChange, record: WriteContext): Promise<Moved<PrintJob> | 'needs lead'>;
}
