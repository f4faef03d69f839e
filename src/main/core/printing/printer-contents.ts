import type { Failure } from '../../../shared/failure.ts';
import type { PrintEvidence } from '../../../shared/print-evidence.ts';
import { type PrintJob, printJobActions } from '../../../shared/print-job.ts';
import type { Announce } from '../announce.ts';
import type { Clock } from '../ports/clock.ts';
import type { PrintJobChange } from '../ports/print-records.ts';
import type { Records } from '../ports/records.ts';
import { type InPrinter, prove, type Reading } from './proof.ts';
import { stationNote } from './station-note.ts';

/** Milliseconds an empty printer may still be behind with its counter. */
const counterPatienceMs = 8_000;
/** Milliseconds until jobs are no longer looked for in a printer that works, and whose answers tell nothing new of them. */
const tellPatienceMs = 30_000;
/** Most jobs believed to be in one printer: what a power cut could lose at once. */
export const mostInPrinter = 5;

export interface PrinterContents {
  size(): number;
  /** A job was handed over, whole or in part. */
  add(job: PrintJob): void;
  /** Jobs of the last run, oldest first, may be in it still. */
  resume(jobs: readonly PrintJob[]): void;
  /** The printer could not be reached, or was another one: it may have been switched off. */
  wasGone(): void;
  /** One look into the printer: settles what it proves. */
  observe(reading: Reading, isShared: boolean): Promise<void>;
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
  const jobs: InPrinter[] = [];
  let gone = false;
  /** What others had sent when the first of the jobs came. */
  let othersBefore = 0;
  let lastAdded = 0;
  /** What is shown of its contents. */
  let shown = '';
  /** All it last told, and since when it tells the same. */
  let told = '';
  let toldSince = 0;
  /** When it was first seen empty with its counter behind. */
  let shortSince: number | null = null;

  const believe = (job: PrintJob): void => {
    const { labels, countBefore } = job.evidence;
    jobs.push({ jobId: job.id, labels, countBefore, isCutOff: job.state === 'uncertain' });
    lastAdded = clock.now();
    toldSince = lastAdded;
    shortSince = null;
  };

  const settle = async (change: PrintJobChange, outcome: string, from: readonly PrintJob['state'][]): Promise<void> => {
    // Forgotten one by one: what the disk refuses is settled by a later look.
    for (let job = jobs[0]; job; job = jobs[0]) {
      await records.movePrintJob(job.jobId, from, change, stationNote(clock, 'print', null, outcome));
      jobs.shift();
    }
    gone = false;
    shown = '';
    announce('print jobs', 'parcels', 'scans', 'station');
  };

  const listen = (reading: Reading): void => {
    const now = JSON.stringify(reading);
    if (now !== told) toldSince = clock.now();
    told = now;
  };

  /** What it holds is shown beside each job; written where it changed. */
  const note = async ({ formats, labels }: Reading): Promise<void> => {
    const now = `${formats}/${labels}`;
    if (now === shown) return;
    const evidence = { formatsInPrinter: formats, labelsInPrinter: labels };
    for (const job of jobs) await records.notePrintEvidence(job.jobId, evidence);
    shown = now;
    announce('print jobs', 'scans');
  };

  const after = (reading: Reading): Partial<PrintEvidence> => ({
    formatsInPrinter: reading.formats,
    labelsInPrinter: reading.labels,
    countAfter: reading.count,
  });
  const uncertain = (failure: Failure, outcome: string, reading: Reading): Promise<void> =>
    settle({ state: 'uncertain', failure, evidence: after(reading) }, outcome, ['sent']);
  /** Nothing more will be learnt of them. */
  const giveUp = (reading: Reading): Promise<void> =>
    gone
      ? uncertain(maybeLost, 'maybe lost', reading)
      : settle({ state: 'sent', evidence: after(reading) }, 'sent, not proved', ['sent']);

  return {
    size: () => jobs.length,
    add(job) {
      if (jobs.length === 0) othersBefore = sentByOthers();
      believe(job);
    },
    resume(found) {
      // Whatever others sent since the station started may have come after these.
      othersBefore = 0;
      found.forEach(believe);
    },
    wasGone() {
      if (jobs.length > 0) gone = true;
    },
    async observe(reading, isShared) {
      if (jobs.length === 0) return;
      listen(reading);
      const othersToo = isShared || sentByOthers() !== othersBefore;
      const now = clock.now();
      switch (prove(jobs, reading, othersToo)) {
        case 'printed': {
          const evidence = { ...after(reading), provedBy: 'counter' as const };
          return settle({ state: 'printed', failure: null, evidence }, 'printed', printJobActions.prove);
        }
        case 'short':
          if (jobs.every((job) => job.isCutOff)) {
            return settle({ state: 'uncertain', evidence: after(reading) }, 'cut off, and not counted', ['uncertain']);
          }
          shortSince ??= now;
          if (gone || now - shortSince >= counterPatienceMs) {
            return uncertain(lostByPrinter, 'lost by the printer', reading);
          }
          return note(reading);
        case 'no proof':
          return giveUp(reading);
        case 'still printing': {
          shortSince = null;
          await note(reading);
          const since = othersToo ? lastAdded : toldSince;
          if (reading.isFaulted || now - since < tellPatienceMs) return;
          // What it says that it has is not believed to be these any more.
          return giveUp({ ...reading, formats: null, labels: null });
        }
      }
    },
  };
}

const lostByPrinter: Failure = {
  code: 'printer-cut-off',
  message: 'The printer has nothing left to print, and did not count this label: it may have been switched off.',
  next: 'Scan the label if it came out, or say that it did not print.',
};

const maybeLost: Failure = {
  code: 'printer-cut-off',
  message: 'The printer was away while it had this label, and nothing proves that it came out.',
  next: 'Scan the label if it came out, or say that it did not print.',
};
