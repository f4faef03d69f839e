import type { Failure } from '../../../shared/failure.ts';
import type { PrintEvidence } from '../../../shared/print-evidence.ts';
import type { PrintJob } from '../../../shared/print-job.ts';
import type { Announce } from '../announce.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { PrintJobChange, Records } from '../ports/records.ts';
import { type InPrinter, prove, type Reading } from './proof.ts';

/** Milliseconds an empty printer may still be behind with its counter. */
const counterPatienceMs = 8_000;
/** Milliseconds until jobs are no longer looked for in a printer that does not tell what it holds. */
const tellPatienceMs = 30_000;
/** Most jobs believed to be in one printer: what a power cut could lose at once. */
export const mostInPrinter = 5;

export interface PrinterContents {
  size(): number;
  /** A job was handed over, whole or in part. */
  add(job: PrintJob): void;
  /** A job was cut off on a way that brings no answers: true once. */
  takeCutOff(): boolean;
  /** A job was cut off, and nothing will be told of it. */
  cutOff(): void;
  /** The printer could not be reached: it may have been switched off. */
  wasGone(): void;
  /** One look into the printer: settles what it proves. */
  observe(reading: Reading, isShared: boolean): Promise<void>;
}

/** The jobs that were handed over and are not proved yet: they settle together, since a printer prints in order. */
export function createPrinterContents(parts: { records: Records; clock: Clock; announce: Announce }): PrinterContents {
  const { records, clock, announce } = parts;
  let jobs: InPrinter[] = [];
  let gone = false;
  let cutOff = false;
  /** When the last job came, and when the printer was first seen empty with its counter behind. */
  let lastAdded = 0;
  let shortSince: number | null = null;
  let noted = '';

  const move = async (
    job: InPrinter,
    change: PrintJobChange,
    outcome: string,
    from: PrintJob['state'][],
  ): Promise<void> => {
    const activity = { at: instant(clock.now()), who: 'station', what: 'print', code: null, outcome } as const;
    await records.movePrintJob(job.jobId, from, change, { activity });
  };

  const settle = async (change: PrintJobChange, outcome: string, from: PrintJob['state'][]): Promise<void> => {
    const settled = jobs;
    jobs = [];
    gone = false;
    shortSince = null;
    noted = '';
    for (const job of settled) await move(job, change, outcome, from);
    announce('print jobs', 'parcels', 'scans', 'station');
  };

  /** What it holds is shown beside each job; written where it changed. */
  const note = async (reading: Reading): Promise<void> => {
    const seen = `${reading.formats}/${reading.labels}`;
    if (seen === noted || jobs.length === 0) return;
    noted = seen;
    const evidence = { formatsInPrinter: reading.formats, labelsInPrinter: reading.labels };
    for (const job of jobs) await records.notePrintEvidence(job.jobId, evidence);
    announce('print jobs', 'scans');
  };

  const after = (reading: Reading): Partial<PrintEvidence> => ({
    formatsInPrinter: reading.formats,
    labelsInPrinter: reading.labels,
    countAfter: reading.count,
  });

  return {
    size: () => jobs.length,
    add(job) {
      const { labels, countBefore } = job.evidence;
      jobs.push({ jobId: job.id, labels, countBefore, isCutOff: job.state === 'uncertain' });
      lastAdded = clock.now();
      shortSince = null;
    },
    takeCutOff() {
      const was = cutOff;
      cutOff = false;
      return was;
    },
    cutOff() {
      cutOff = true;
    },
    wasGone() {
      if (jobs.length > 0) gone = true;
    },
    async observe(reading, isShared) {
      if (jobs.length === 0) return;
      const proof = prove(jobs, reading, isShared);
      const now = clock.now();
      switch (proof) {
        case 'printed': {
          const evidence = { ...after(reading), provedBy: 'counter' as const };
          return settle({ state: 'printed', failure: null, evidence }, 'printed', ['sent', 'uncertain']);
        }
        case 'short':
          if (jobs.every((job) => job.isCutOff)) {
            return settle({ state: 'uncertain', evidence: after(reading) }, 'cut off, and not counted', ['uncertain']);
          }
          shortSince ??= now;
          if (gone || now - shortSince >= counterPatienceMs) {
            return settle(
              { state: 'uncertain', failure: lostByPrinter, evidence: after(reading) },
              'lost by the printer',
              ['sent'],
            );
          }
          return note(reading);
        case 'no proof':
          return gone
            ? settle({ state: 'uncertain', failure: lostByPrinter, evidence: after(reading) }, 'maybe lost', ['sent'])
            : settle({ state: 'sent', evidence: after(reading) }, 'sent, not proved', ['sent']);
        case 'still printing': {
          shortSince = null;
          const isSilent = reading.formats === null || reading.count === null;
          const tellsNothing = isSilent && !reading.isFaulted && now - lastAdded >= tellPatienceMs;
          return tellsNothing
            ? settle({ state: 'sent', evidence: after(reading) }, 'sent, not proved', ['sent'])
            : note(reading);
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
