import { ofParcels } from '../../../shared/contract/changes.ts';
import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, type MessageCode, message } from '../../../shared/messages/message.ts';
import {
  noPrinterName,
  type PrintAnswer,
  type PrintJob,
  printJobActions,
  type ReprintKind,
} from '../../../shared/printing/print-job.ts';
import {
  type Printer,
  type PrinterInUse,
  type PrinterState,
  printerForNewLabels,
} from '../../../shared/printing/printer.ts';
import { isSameConnection } from '../../../shared/printing/printer-connection.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import {
  isDeletedOrDeleting,
  isLabelAddressUnknown,
  type Parcel,
  parcelCode,
} from '../../../shared/shipments/parcel.ts';
import { isSameQuestion } from '../../../shared/site/shared-question.ts';
import { createRunningWork } from '../../concurrency/running-work.ts';
import { waitAtMost } from '../../concurrency/waiting.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { ParcelHolding } from '../ports/parcel-holding.ts';
import type { NextLabel, PrintJobChange } from '../ports/print-records.ts';
import type { LabelTarget } from '../ports/scan-records.ts';
import { type Activity, activityAt } from '../ports/write-context.ts';
import { createPrinterWorker, type PrinterWorker, type PrinterWorkerParts } from './printer-worker.ts';
import { asksForFurtherCopy, createSiteQuestions } from './site-questions.ts';

/** Milliseconds within which two presses or scans make one job. */
export const duplicatePressMs = 2_000;

export interface PrintQueueParts
  extends Omit<PrinterWorkerParts, 'printer' | 'resumes' | 'moveToStandIn' | 'siteQuestions'> {
  /** Absent where the environment is not shared with other benches. */
  holding?: ParcelHolding | undefined;
  clock: Clock;
  records: PrinterWorkerParts['records'];
  /** Fetches the service's PDF of a parcel's label. */
  fetchPdf(parcelId: number): Promise<Result<{ sha256: string; bytes: Uint8Array }>>;
}

export interface PrintRequest {
  parcel: Parcel;
  origin: PrintJob['origin'];
  startedByCode: string | null;
  reprintReason: string | null;
  /** The kind of that reason; absent for a first copy. */
  reprintKind?: ReprintKind;
}

export type AddedPrintJob = { made: boolean; job: PrintJob };

export interface PrintQueue {
  /** Puts a label in the queue of the default printer; without one it is stored and held. */
  add(request: PrintRequest): Promise<Result<AddedPrintJob>>;
  /** Where a label goes that is queued now. */
  target(reprintReason?: string | null): LabelTarget;
  /** A scan that may print is being stored: the printer of new labels is checked meanwhile. Ended by the returned function. */
  expectLabel(): () => void;
  /** A job was stored, or changed, by a scan. */
  jobScanned(job: PrintJob, next: NextLabel | null): void;
  cancel(jobId: number): Promise<Result<PrintJob>>;
  /** Pauses one job; others go first. */
  hold(jobId: number): Promise<Result<PrintJob>>;
  resume(jobId: number): Promise<Result<PrintJob>>;
  move(jobId: number, printer: string): Promise<Result<PrintJob>>;
  /** Moves all waiting jobs of one printer to another; jobs the first printer may already have stay. */
  moveAll(from: string, to: string): Promise<Result<{ moved: number }>>;
  /** The printer that gets new labels; `noPrinterName` where there is none. */
  printerForNewJobs(): string;
  /** Labels held because no printer was set up, and the printer that could print them. They are released only by an operator. */
  withoutPrinter(): Promise<{ labels: number; printer: string | null }>;
  /** The operator's answer: they print there, in order, or null: they are cancelled. Refused where there are more or fewer of them now. */
  settleWithoutPrinter(labels: number, printer: string | null): Promise<Result<null>>;
  /** The operator's answer to the job's question. @param asked the question that was shown: where the job has another one now, it is refused */
  answer(jobId: number, answer: PrintAnswer, asked?: Message): Promise<Result<PrintJob>>;
  /** The operator states whether an uncertain job printed. */
  settle(jobId: number, printed: boolean): Promise<Result<PrintJob>>;
  states(): PrinterState[];
  /** Applies a new list of printers; the jobs of a removed printer stay waiting on disk. */
  setPrinters(printers: readonly PrinterInUse[]): void;
  wake(): void;
  /** Ends within `graceMs`; a job that is still being sent then is found as `sending` at the next start, and becomes uncertain. */
  stop(graceMs: number): Promise<void>;
}

/** The durable queue: a job is on disk before it is reported; one worker per printer keeps the order. */
export function createPrintQueue(parts: PrintQueueParts): PrintQueue {
  const { records, clock, announce } = parts;
  let workers: PrinterWorker[] = [];
  const wake = (): void => {
    for (const worker of workers) worker.wake();
  };
  const { holding } = parts;
  const siteQuestions = holding && createSiteQuestions({ ...parts, holding, onReady: wake });
  /** Printers were set before, so that jobs of the previous run were looked for in them. */
  let hasStarted = false;
  /** Workers of printers that were changed or removed, until their last job was sent. */
  const retiring = createRunningWork();

  const printerForNewJobs = (): string => {
    const printers = workers.map((worker) => worker.printer());
    return printerForNewLabels(printers, parts.environment)?.name ?? noPrinterName;
  };
  const workerOf = (name: string): PrinterWorker | undefined =>
    workers.find((worker) => worker.printer().name === name);

  const retire = (worker: PrinterWorker): void => {
    const ended = worker
      .retire()
      .catch(parts.onBug)
      .finally(() => {
        // The worker that replaced it sends what it did not start.
        for (const successor of workers) successor.wake();
      });
    void retiring.add(ended);
  };

  const target = (reprintReason: string | null = null): LabelTarget => {
    const printer = printerForNewJobs();
    return {
      printer,
      knownPrinters: workers.map((worker) => worker.printer().name),
      notSince: instant(clock.now() - duplicatePressMs),
      outcome: queuedOutcome(printer, reprintReason),
    };
  };

  const jobStored = ({ printer, parcelId }: PrintJob, next: NextLabel | null): void => {
    announce(...ofParcels([parcelId], 'print jobs', 'parcels'));
    workerOf(printer)?.added(next);
  };

  /** An operator's change of one job, where the table of actions allows it. */
  const change = async (
    jobId: number,
    action: keyof typeof printJobActions,
    to: PrintJobChange,
    what: ActivityKind,
    outcome: Message,
  ): Promise<Result<PrintJob>> => {
    const activity = activityAt(clock.now(), 'operator', what, null, outcome);
    return changed(await records.movePrintJob(jobId, printJobActions[action], to, { activity }));
  };
  const changed = (job: PrintJob | null): Result<PrintJob> => {
    announce(...(job ? ofParcels([job.parcelId], 'print jobs', 'parcels') : (['print jobs', 'parcels'] as const)));
    if (!job) return failed(jobStateChanged);
    workerOf(job.printer)?.wake();
    return success(job);
  };

  const moveAll = async (from: string, to: string, who: Activity['who']): Promise<number> => {
    const activity = activityAt(
      clock.now(),
      who,
      'move-prints',
      null,
      message('journal.print.all-moved', { from, to }),
    );
    const moved = await records.movePrintJobs(from, to, { activity });
    announce('print jobs', 'parcels');
    workerOf(to)?.wake();
    return moved;
  };

  /** Only to a working stand-in, so that two held printers do not pass labels back and forth. */
  const moveToStandIn = async ({ name, standIn }: Printer): Promise<void> => {
    const to = standIn?.automatic ? workerOf(standIn.printer) : undefined;
    if (!to || (isVirtual(to.printer()) && parts.environment !== 'practice')) return;
    if (to.state().reasons.length === 0) await moveAll(name, to.printer().name, 'station');
  };

  const add = async (request: PrintRequest): Promise<Result<AddedPrintJob>> => {
    const refusal = queueRefusal(request.parcel, request.reprintReason);
    if (refusal) return failed(refusal);
    const { parcel, ...asked } = request;
    const { origin, reprintReason } = asked;
    const at = instant(clock.now());
    const { outcome, ...where } = target(reprintReason);
    const who = origin === 'button' || origin === 'reprint' ? 'operator' : 'station';
    const activity: Activity = { at, who, what: 'print', code: parcelCode(parcel), outcome };
    const job = { ...where, ...asked, parcelId: parcel.id };
    const added = await records.addPrintJob(job, { activity });
    if (!added) return failed(parcelChanged);
    if (added === 'needs lead') return failed(leadNeeded);
    const { next, ...made } = added;
    jobStored(added.job, next);
    return success(made);
  };

  return {
    add,
    target,
    expectLabel() {
      const worker = workerOf(printerForNewJobs());
      worker?.expectLabel();
      return () => worker?.expectNone();
    },
    jobScanned: jobStored,
    cancel: (jobId) => {
      const to: PrintJobChange = { state: 'cancelled', question: null };
      return change(jobId, 'cancel', to, 'cancel-print', message('journal.print.cancelled'));
    },
    hold: (jobId) => {
      const to: PrintJobChange = { state: 'held', reasons: [], failure: null, onHold: true };
      return change(jobId, 'hold', to, 'hold-print', message('journal.print.paused'));
    },
    resume: (jobId) => {
      const to: PrintJobChange = { state: 'queued', failure: null, onHold: false };
      return change(jobId, 'resume', to, 'resume-print', message('journal.print.queued'));
    },
    async move(jobId, printer) {
      if (!workerOf(printer)) return failed(unknownPrinter);
      // The question is asked again: the other printer may have another resolution.
      const to: PrintJobChange = { state: 'queued', printer, reasons: [], failure: null, question: null, answers: [] };
      return change(jobId, 'move', to, 'move-print', message('journal.print.moved', { printer }));
    },
    async moveAll(from, to) {
      if (from === to || !workerOf(to)) return failed(unknownPrinter);
      return success({ moved: await moveAll(from, to, 'operator') });
    },
    printerForNewJobs,
    async withoutPrinter() {
      return { labels: await records.countJobsWithoutPrinter(), printer: printerForNewJobs() || null };
    },
    async settleWithoutPrinter(labels, printer) {
      if (printer !== null && !workerOf(printer)) return failed(unknownPrinter);
      const outcome =
        printer === null ? message('journal.print.cancelled') : message('journal.print.moved', { printer });
      const what = printer === null ? 'discard-prints' : 'release-prints';
      const activity = activityAt(clock.now(), 'operator', what, null, outcome);
      const isSettled = await records.settleJobsWithoutPrinter({ labels, printer }, { activity });
      announce('print jobs', 'parcels');
      if (!isSettled) return failed(jobStateChanged);
      if (printer !== null) workerOf(printer)?.wake();
      return success(null);
    },
    async answer(jobId, answer, asked) {
      const job = await records.printJob(jobId);
      if (!job?.question?.answers.includes(answer)) return failed(jobStateChanged);
      if (asked && !isSameQuestion(job.question.message, asked)) return failed(jobStateChanged);
      const { kind, keys = [] } = job.question;
      // An answer about other benches is none about the label.
      const given: PrintJobChange =
        kind === 'site'
          ? {
              state: 'queued',
              evidence: { confirmedAtSite: [...job.evidence.confirmedAtSite, ...keys].slice(-maxConfirmed) },
            }
          : { state: 'queued', answers: [...job.answers, answer] };
      const answered: PrintJobChange = { ...given, ifQuestion: kind, question: null };
      const outcome = message(answerOutcomes[answer]);
      if (asksForFurtherCopy(job)) {
        const activity = activityAt(clock.now(), 'operator', 'answer-print-question', job.code, outcome);
        const confirmed = await records.confirmFurtherCopy(jobId, answered, { activity });
        return confirmed === 'needs lead' ? failed(leadNeeded) : changed(confirmed);
      }
      if (answer !== 'print pdf') return change(jobId, 'answer', answered, 'answer-print-question', outcome);
      const pdf = await parts.fetchPdf(job.parcelId);
      if (!pdf.ok) return pdf;
      return change(jobId, 'answer', { ...answered, label: pdf.value }, 'answer-print-question', outcome);
    },
    settle(jobId, printed) {
      const to: PrintJobChange = printed
        ? { state: 'printed', failure: null, evidence: { confirmedBy: 'operator' } }
        : { state: 'failed', failure: notPrinted };
      const action = printed ? 'markPrinted' : 'markNotPrinted';
      const outcome = printed ? message('journal.print.confirmed-by-operator') : notPrinted.message;
      return change(jobId, action, to, 'settle-print', outcome);
    },
    states() {
      const chosen = printerForNewJobs();
      return workers.map((worker) => {
        const state = worker.state();
        return { ...state, isDefault: state.name === chosen };
      });
    },
    setPrinters(printers) {
      const kept = workers.filter((worker) => printers.some((printer) => isSameTarget(worker.printer(), printer)));
      for (const worker of workers) if (!kept.includes(worker)) retire(worker);
      const resumes = !hasStarted;
      hasStarted = true;
      workers = printers.map((printer) => {
        const old = kept.find((worker) => worker.printer().name === printer.name);
        old?.updatePrinter(printer);
        return old ?? createPrinterWorker({ ...parts, printer, resumes, moveToStandIn, siteQuestions });
      });
      wake();
      announce('station', 'print jobs');
    },
    wake,
    async stop(graceMs) {
      const left = waitAtMost(retiring.ended(), graceMs, clock);
      await Promise.all([...workers.map((worker) => worker.stop(graceMs)), left, siteQuestions?.stop()]);
    },
  };
}

const isVirtual = ({ connection }: Printer): boolean => transportCapabilities(connection).isVirtual;

function isSameTarget(one: Printer, other: Printer): boolean {
  return one.name === other.name && isSameConnection(one.connection, other.connection);
}

/** What the journal says of a new job. */
function queuedOutcome(printer: string, reprintReason: string | null): Message {
  if (printer === noPrinterName) return message('print-job.no-printer');
  return reprintReason === null
    ? message('journal.print.queued')
    : message('journal.print.queued-again', { reason: reprintReason });
}

/** Most answers about other benches that a job keeps. */
const maxConfirmed = 50;

/** What the journal says of each answer. */
const answerOutcomes = {
  'print anyway': 'journal.print.answered-print-anyway',
  'print one': 'journal.print.answered-print-one',
  'print pdf': 'journal.print.answered-print-pdf',
} as const satisfies Record<PrintAnswer, MessageCode>;

const notPrinted: Failure = {
  code: 'not-allowed-now',
  message: message('print-job.marked-not-printed'),
};

/** Why this parcel's label may not be queued now; null where it may. */
export function queueRefusal(parcel: Parcel, reprintReason: string | null): Failure | null {
  if (parcel.deletionConflict !== null) return deletionConflict;
  if (isDeletedOrDeleting(parcel)) return deletedParcel;
  if (parcel.label?.state !== 'stored') return noLabel(parcel);
  return reprintReason === null && parcel.copies > 0 ? maybePrinted : null;
}

const deletedParcel: Failure = {
  code: 'not-allowed-now',
  message: message('print-job.parcel-deleted'),
};

const deletionConflict: Failure = {
  code: 'not-allowed-now',
  message: message('print-job.deletion-conflict'),
};

const maybePrinted: Failure = {
  code: 'not-allowed-now',
  message: message('print-job.maybe-printed'),
};

const unknownPrinter: Failure = {
  code: 'not-found-locally',
  message: message('print-job.no-such-printer'),
};

const parcelChanged: Failure = {
  code: 'not-allowed-now',
  message: message('print-job.parcel-changed'),
};

/** A further copy beyond what a packer may print within an hour. */
export const leadNeeded: Failure = { code: 'needs-lead', message: message('people.reprints-capped') };

const jobStateChanged: Failure = {
  code: 'not-allowed-now',
  message: message('print-job.changed'),
};

function noLabel(parcel: Parcel): Failure {
  const label = parcel.label;
  if (parcel.needsLabelAssignment) return { code: 'no-label', message: message('label.not-assigned') };
  if (isLabelAddressUnknown(parcel)) {
    return { code: 'no-label', message: message('label.address-unknown') };
  }
  if (label && label.state !== 'stored' && label.failure) return label.failure;
  if (label?.state === 'pending' || label?.state === 'on demand') {
    return { code: 'no-label', message: message('label.downloading') };
  }
  return { code: 'no-label', message: message('label.none') };
}
