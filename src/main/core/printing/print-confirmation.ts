import type { Failure } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type PrintEvidence, type PrintJob, printJobActions } from '../../../shared/printing/print-job.ts';
import type { Clock } from '../ports/clock.ts';
import type { PrintJobChange, PrintStep } from '../ports/print-records.ts';
import { activityAt } from '../ports/write-context.ts';

/** A job that was sent to a printer and may still be in it. */
export interface SentJob {
  readonly jobId: number;
  readonly parcelId: number;
  /** Labels it prints; null where unknown. */
  readonly labels: number | null;
  /** The printer's label counter before the job's first byte. */
  readonly countBefore: number | null;
  /** The connection ended before the whole job was sent. */
  readonly isCutOff: boolean;
}

/** One status reading of the printer. Null: not provided. */
export interface PrinterReading {
  readonly formats: number | null;
  readonly labels: number | null;
  readonly partialFormat: boolean | null;
  readonly count: number | null;
  /** It reports a fault. */
  readonly isFaulted: boolean;
}

/** What a reading confirms of the jobs in the printer. They are judged together, since a printer prints in order. */
export type Confirmation =
  /** It still has them, or may not have counted the last one yet. */
  | 'still printing'
  /** The counter rose by exactly their labels, and the printer is empty. */
  | 'printed'
  /** The printer is empty and the counter rose by less: labels were lost. */
  | 'short'
  /** The printer is empty, and nothing can be confirmed: it has no counter, or others print on it too. */
  | 'not confirmable';

/** Judges the jobs in the printer, oldest first, by one reading. */
export function judgeConfirmation(jobs: readonly SentJob[], reading: PrinterReading, isShared: boolean): Confirmation {
  if (!isEmpty(reading)) return 'still printing';
  const expected = expectedCount(jobs);
  if (isShared || expected === null) return 'not confirmable';
  if (reading.count === null) return 'still printing'; // it reported its counter before, and will again
  if (reading.count === expected) return 'printed';
  // The counter does not show whether the missing label is the one that was cut off.
  if (jobs.some((job) => job.isCutOff) && !jobs.every((job) => job.isCutOff)) return 'not confirmable';
  return reading.count > expected ? 'not confirmable' : 'short';
}

/** A printer that does not report its contents is never "empty". */
function isEmpty({ formats, labels, partialFormat, isFaulted }: PrinterReading): boolean {
  return formats === 0 && labels === 0 && partialFormat !== true && !isFaulted;
}

/** The counter's value once all of them are printed; null where it cannot show that, as for a job that prints nothing. */
function expectedCount(jobs: readonly SentJob[]): number | null {
  const [first] = jobs;
  if (!first || first.countBefore === null || jobs.some(({ labels }) => !labels)) return null;
  // After a restart they may be listed in another order than they were sent in.
  const before = Math.min(...jobs.map(({ countBefore }) => countBefore ?? Number.POSITIVE_INFINITY));
  return jobs.reduce((sum, { labels }) => sum + (labels ?? 0), before);
}

/** Milliseconds that the counter of an empty printer may lag. */
const counterDelayMs = 8_000;
/** Milliseconds without a new reading after which the jobs in a working printer are no longer followed. */
const unchangedTimeoutMs = 30_000;
/** Most jobs sent ahead to one printer: a power cut could lose them all. */
export const maxInPrinter = 5;

export interface PrinterContents {
  size(): number;
  /** A job was sent, whole or in part. */
  add(job: PrintJob, isCutOff: boolean): void;
  /** Jobs of the previous run, oldest first, that may still be in the printer. */
  resume(jobs: readonly PrintJob[]): void;
  /** The printer was unreachable or a different one: it may have been switched off. */
  markUnavailable(): void;
  /** Takes a reading; returns the steps that settle the jobs it confirms, or note what the printer reports. */
  observe(reading: PrinterReading, isShared: boolean): readonly PrintStep[];
}

export interface PrinterContentsParts {
  clock: Clock;
  /** Labels sent there by others of this station since it started. */
  sentByOthers: () => number;
}

/** The sent jobs that are not confirmed yet. They settle together, since a printer prints in order. */
export function createPrinterContents({ clock, sentByOthers }: PrinterContentsParts): PrinterContents {
  let jobs: SentJob[] = [];
  let wasUnavailable = false;
  /** Labels others had sent when the first of the jobs was added. */
  let othersBefore = 0;
  let lastAdded = 0;
  /** The contents last stored with the jobs. */
  let shown = '';
  /** The last reading, and since when it is unchanged. */
  let lastReading = '';
  let unchangedSince = 0;
  /** When it was first seen empty with its counter behind. */
  let shortSince: number | null = null;

  const track = (job: PrintJob, isCutOff: boolean): void => {
    const { labels, countBefore } = job.evidence;
    jobs.push({ jobId: job.id, parcelId: job.parcelId, labels, countBefore, isCutOff });
    lastAdded = clock.now();
    unchangedSince = lastAdded;
    shortSince = null;
  };

  const settle = (change: PrintJobChange, outcome: Message, from: readonly PrintJob['state'][]): PrintStep[] => {
    const activity = activityAt(clock.now(), 'station', 'print', null, outcome);
    const steps = jobs.map(({ jobId, parcelId }) => ({ id: jobId, parcelId, from, change, activity }));
    jobs = [];
    wasUnavailable = false;
    shown = '';
    return steps;
  };

  const recordReading = (reading: PrinterReading): void => {
    const now = JSON.stringify(reading);
    if (now !== lastReading) unchangedSince = clock.now();
    lastReading = now;
  };

  /** Notes the printer's contents with each job where they changed. */
  const noteContents = ({ formats, labels }: PrinterReading): PrintStep[] => {
    const now = `${formats}/${labels}`;
    if (now === shown) return [];
    shown = now;
    const evidence = { formatsInPrinter: formats, labelsInPrinter: labels };
    return jobs.map(({ jobId, parcelId }) => ({ id: jobId, parcelId, evidence }));
  };

  const after = (reading: PrinterReading): Partial<PrintEvidence> => ({
    formatsInPrinter: reading.formats,
    labelsInPrinter: reading.labels,
    countAfter: reading.count,
  });
  const uncertain = (failure: Failure, reading: PrinterReading): PrintStep[] =>
    settle({ state: 'uncertain', failure, evidence: after(reading) }, failure.message, ['sent']);
  /** No further evidence is expected. Without a counter now, none that is read after a restart may count them either. */
  const abandon = (reading: PrinterReading): PrintStep[] => {
    if (wasUnavailable) return uncertain(maybeLost, reading);
    const evidence = { ...after(reading), ...(reading.count === null && { countBefore: null }) };
    return settle({ state: 'sent', evidence }, message('journal.print.not-confirmed'), ['sent']);
  };

  return {
    size: () => jobs.length,
    add(job, isCutOff) {
      if (jobs.length === 0) othersBefore = sentByOthers();
      track(job, isCutOff);
    },
    resume(found) {
      // Labels that others sent since the station started may have come after these jobs.
      othersBefore = 0;
      for (const job of found) track(job, job.state === 'uncertain');
    },
    markUnavailable() {
      if (jobs.length > 0) wasUnavailable = true;
    },
    observe(reading, isShared) {
      if (jobs.length === 0) return [];
      recordReading(reading);
      const othersToo = isShared || sentByOthers() !== othersBefore;
      const now = clock.now();
      switch (judgeConfirmation(jobs, reading, othersToo)) {
        case 'printed': {
          const evidence = { ...after(reading), confirmedBy: 'counter' as const };
          const counted = message('journal.print.counted');
          return settle({ state: 'printed', failure: null, evidence }, counted, printJobActions.confirm);
        }
        case 'short':
          if (jobs.every((job) => job.isCutOff)) {
            const outcome = message('journal.print.cut-off-and-not-counted');
            return settle({ state: 'uncertain', evidence: after(reading) }, outcome, ['uncertain']);
          }
          shortSince ??= now;
          if (wasUnavailable || now - shortSince >= counterDelayMs) {
            return uncertain(lostByPrinter, reading);
          }
          return noteContents(reading);
        case 'not confirmable':
          return abandon(reading);
        case 'still printing': {
          shortSince = null;
          const notes = noteContents(reading);
          const since = othersToo ? lastAdded : unchangedSince;
          if (reading.isFaulted || now - since < unchangedTimeoutMs) return notes;
          // It may be one of them that it has not read whole, which is dropped before the next label.
          if (reading.partialFormat === true && !othersToo) return uncertain(lostByPrinter, reading);
          // What the printer still reports is no longer assumed to be these jobs.
          return abandon({ ...reading, formats: null, labels: null });
        }
      }
    },
  };
}

const lostByPrinter: Failure = {
  code: 'printer-cut-off',
  message: message('print-job.not-counted'),
};

const maybeLost: Failure = {
  code: 'printer-cut-off',
  message: message('print-job.printer-was-away'),
};
