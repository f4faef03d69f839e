import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { type PrintEvidence, type PrintJob, printJobActions } from '../../../shared/printing/print-job.ts';
import type { Announce } from '../common/notices.ts';
import type { Clock } from '../ports/clock.ts';
import type { PrintJobChange } from '../ports/print-records.ts';
import type { Records } from '../ports/records.ts';
import { stationActivity } from './station-activity.ts';

/** A job that was handed to a printer and may still be in it. */
export interface SentJob {
  readonly jobId: number;
  /** Labels it makes; null where that could not be told. */
  readonly labels: number | null;
  /** The printer's label counter before the job's first byte. */
  readonly countBefore: number | null;
  /** The connection ended before all of it was handed over. */
  readonly isCutOff: boolean;
}

/** One look into the printer. Null: not told. */
export interface PrinterReading {
  readonly formats: number | null;
  readonly labels: number | null;
  readonly partialFormat: boolean | null;
  readonly count: number | null;
  /** It says why it does not print. */
  readonly isFaulted: boolean;
}

/** What a look proves of the jobs in the printer, taken together: they leave it in order. */
export type Confirmation =
  /** It has them still, or may count the last one yet. */
  | 'still printing'
  /** The counter rose by exactly their labels, and nothing is left inside. */
  | 'printed'
  /** Nothing is left inside, and the counter rose by less: the printer lost them. */
  | 'short'
  /** Nothing is left inside, and nothing can be proved: no counter, or others print here too. */
  | 'not confirmable';

/** Judges the jobs in the printer by one look, oldest first. */
export function judgeConfirmation(jobs: readonly SentJob[], reading: PrinterReading, isShared: boolean): Confirmation {
  if (!isEmpty(reading)) return 'still printing';
  const expected = expectedCount(jobs);
  if (isShared || expected === null) return 'not confirmable';
  if (reading.count === null) return 'still printing'; // it counted before, and will tell again
  if (reading.count === expected) return 'printed';
  // Whether it was the one that was cut off that did not come out, the counter does not tell.
  if (jobs.some((job) => job.isCutOff) && !jobs.every((job) => job.isCutOff)) return 'not confirmable';
  return reading.count > expected ? 'not confirmable' : 'short';
}

/** Told, and nothing of ours inside; a printer that does not tell is never "empty". */
function isEmpty({ formats, labels, partialFormat, isFaulted }: PrinterReading): boolean {
  return formats === 0 && labels === 0 && partialFormat !== true && !isFaulted;
}

/** The counter's value once all of them came out. */
function expectedCount(jobs: readonly SentJob[]): number | null {
  const before = jobs[0]?.countBefore ?? null;
  const labels = jobs.map((job) => job.labels);
  if (before === null || labels.includes(null)) return null;
  return labels.reduce<number>((sum, count) => sum + (count ?? 0), before);
}

/** Milliseconds an empty printer may still be behind with its counter. */
const counterDelayMs = 8_000;
/** Milliseconds until jobs are no longer looked for in a printer that works, and whose answers tell nothing new of them. */
const unchangedTimeoutMs = 30_000;
/** Most jobs believed to be in one printer: what a power cut could lose at once. */
export const maxInPrinter = 5;

export interface PrinterContents {
  size(): number;
  /** A job was handed over, whole or in part. */
  add(job: PrintJob): void;
  /** Jobs of the last run, oldest first, may be in it still. */
  resume(jobs: readonly PrintJob[]): void;
  /** The printer could not be reached, or was another one: it may have been switched off. */
  markUnavailable(): void;
  /** One look into the printer: settles what it proves. */
  observe(reading: PrinterReading, isShared: boolean): Promise<void>;
}

export interface PrinterContentsParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  /** Labels sent there by others of this station since it started. */
  sentByOthers: () => number;
}

/** The jobs that were handed over and are not proved yet: they settle together, since a printer prints in order. */
export function createPrinterContents({
  records,
  clock,
  announce,
  sentByOthers,
}: PrinterContentsParts): PrinterContents {
  const jobs: SentJob[] = [];
  let wasUnavailable = false;
  /** What others had sent when the first of the jobs came. */
  let othersBefore = 0;
  let lastAdded = 0;
  /** What is shown of its contents. */
  let shown = '';
  /** All it last told, and since when it tells the same. */
  let lastReading = '';
  let unchangedSince = 0;
  /** When it was first seen empty with its counter behind. */
  let shortSince: number | null = null;

  const track = (job: PrintJob): void => {
    const { labels, countBefore } = job.evidence;
    jobs.push({ jobId: job.id, labels, countBefore, isCutOff: job.state === 'uncertain' });
    lastAdded = clock.now();
    unchangedSince = lastAdded;
    shortSince = null;
  };

  const settle = async (change: PrintJobChange, outcome: string, from: readonly PrintJob['state'][]): Promise<void> => {
    // Forgotten one by one: what the disk refuses is settled by a later look.
    for (let job = jobs[0]; job; job = jobs[0]) {
      await records.movePrintJob(job.jobId, from, change, stationActivity(clock, 'print', null, outcome));
      jobs.shift();
    }
    wasUnavailable = false;
    shown = '';
    announce('print jobs', 'parcels', 'scans', 'station');
  };

  const recordReading = (reading: PrinterReading): void => {
    const now = JSON.stringify(reading);
    if (now !== lastReading) unchangedSince = clock.now();
    lastReading = now;
  };

  /** What it holds is shown beside each job; written where it changed. */
  const noteContents = async ({ formats, labels }: PrinterReading): Promise<void> => {
    const now = `${formats}/${labels}`;
    if (now === shown) return;
    const evidence = { formatsInPrinter: formats, labelsInPrinter: labels };
    for (const job of jobs) await records.mergePrintEvidence(job.jobId, evidence);
    shown = now;
    announce('print jobs', 'scans');
  };

  const after = (reading: PrinterReading): Partial<PrintEvidence> => ({
    formatsInPrinter: reading.formats,
    labelsInPrinter: reading.labels,
    countAfter: reading.count,
  });
  const uncertain = (failure: Failure, outcome: string, reading: PrinterReading): Promise<void> =>
    settle({ state: 'uncertain', failure, evidence: after(reading) }, outcome, ['sent']);
  /** Nothing more will be learnt of them. */
  const abandon = (reading: PrinterReading): Promise<void> =>
    wasUnavailable
      ? uncertain(maybeLost, 'maybe lost', reading)
      : settle({ state: 'sent', evidence: after(reading) }, 'sent, not proved', ['sent']);

  return {
    size: () => jobs.length,
    add(job) {
      if (jobs.length === 0) othersBefore = sentByOthers();
      track(job);
    },
    resume(found) {
      // Whatever others sent since the station started may have come after these.
      othersBefore = 0;
      found.forEach(track);
    },
    markUnavailable() {
      if (jobs.length > 0) wasUnavailable = true;
    },
    async observe(reading, isShared) {
      if (jobs.length === 0) return;
      recordReading(reading);
      const othersToo = isShared || sentByOthers() !== othersBefore;
      const now = clock.now();
      switch (judgeConfirmation(jobs, reading, othersToo)) {
        case 'printed': {
          const evidence = { ...after(reading), provedBy: 'counter' as const };
          return settle({ state: 'printed', failure: null, evidence }, 'printed', printJobActions.prove);
        }
        case 'short':
          if (jobs.every((job) => job.isCutOff)) {
            return settle({ state: 'uncertain', evidence: after(reading) }, 'cut off, and not counted', ['uncertain']);
          }
          shortSince ??= now;
          if (wasUnavailable || now - shortSince >= counterDelayMs) {
            return uncertain(lostByPrinter, 'lost by the printer', reading);
          }
          return noteContents(reading);
        case 'not confirmable':
          return abandon(reading);
        case 'still printing': {
          shortSince = null;
          await noteContents(reading);
          const since = othersToo ? lastAdded : unchangedSince;
          if (reading.isFaulted || now - since < unchangedTimeoutMs) return;
          // What it says that it has is not believed to be these any more.
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
