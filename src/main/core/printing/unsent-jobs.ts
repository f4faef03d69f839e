import type { Failure } from '../../../shared/failure.ts';
import { type PrintJob, printJobActions } from '../../../shared/print-job.ts';
import type { Printer } from '../../../shared/printer.ts';
import type { Announce } from '../announce.ts';
import type { Clock } from '../ports/clock.ts';
import type { PrintJobChange } from '../ports/print-records.ts';
import type { Records } from '../ports/records.ts';
import type { KeptCondition } from './condition.ts';
import { asksOf, drawOnce, makeReady, type ReadyLabel, type ReadyParts } from './make-ready.ts';
import { stationNote } from './station-note.ts';

export interface UnsentJobsParts extends ReadyParts {
  printer: () => Printer;
  condition: KeptCondition;
  records: Records;
  clock: Clock;
  announce: Announce;
}

/** One printer's jobs before their first byte: what is asked about them, and why they wait. */
export interface UnsentJobs {
  /** The oldest that waits for nobody but the printer. */
  next(): Promise<PrintJob | null>;
  /** The job shows why nothing comes out of the printer. */
  show(job: PrintJob, failure: Failure): Promise<void>;
  /** The label made ready for the printer; null where the job was settled instead, or waits to be asked. */
  makeReady(job: PrintJob): Promise<ReadyLabel | null>;
  /** What was asked and answered about the printer as it was, is asked anew about what it is now. */
  askAnew(): Promise<void>;
}

export function createUnsentJobs(parts: UnsentJobsParts): UnsentJobs {
  const { printer, condition, records, clock, announce } = parts;
  const pictures = { zplOfPdf: drawOnce(parts.pictures.zplOfPdf) };
  /** What the questions on disk were asked about. */
  let askedAbout = asksOf(printer());

  const changed = (): void => announce('print jobs', 'parcels', 'scans');

  const change = async (
    { id, code, printer: waitsFor }: PrintJob,
    to: PrintJobChange,
    what: string,
    outcome: string,
  ): Promise<void> => {
    const record = stationNote(clock, what, code, outcome);
    await records.movePrintJob(id, printJobActions.send, { ...to, ifWaitingFor: waitsFor }, record);
    changed();
  };

  return {
    next: () => records.nextPrintJob(printer().name),
    async show(job, failure) {
      const reasons = [...condition.now().reasons];
      const isShown =
        job.state === 'held' && job.failure?.message === failure.message && job.reasons.join() === reasons.join();
      if (!isShown) await change(job, { state: 'held', reasons, failure }, 'print held', failure.code);
    },
    async makeReady(job) {
      const bytes = await records.labelBytes(job.labelSha256);
      const offersPdf = (await records.labelPdfAddress(job.parcelId)) !== null;
      const made = bytes
        ? await makeReady({ ...parts, pictures }, job, bytes, printer(), offersPdf)
        : ({ kind: 'failed', failure: lostLabel } as const);
      if (made.kind === 'ready') return made;
      if (made.kind === 'asked') {
        const { asked } = made;
        await change(job, { state: 'held', reasons: [], failure: null, asked }, 'print', asked.question);
      } else {
        const { failure } = made;
        await change(job, { state: 'failed', reasons: [], failure }, 'print', failure.code);
      }
      return null;
    },
    async askAnew() {
      const now = asksOf(printer());
      if (now === askedAbout) return;
      const record = stationNote(clock, 'ask again', null, `${printer().name} is another printer now`);
      const asked = await records.askPrintJobsAnew(printer().name, record);
      askedAbout = now;
      if (asked > 0) changed();
    },
  };
}

export const heldByHand: Failure = {
  code: 'printer-held',
  message: 'This printer is held here.',
  next: 'Press “Go on” under Print queue.',
};

const lostLabel: Failure = {
  code: 'no-label',
  message: 'The kept label could not be read from the disk.',
  next: 'Print the parcel again to fetch it anew.',
};
