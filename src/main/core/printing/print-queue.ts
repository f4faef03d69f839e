import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import { isDeletedOrDeleting, type Parcel, parcelCode } from '../../shared/parcel.ts';
import { type PrintJob, printJobActions } from '../../shared/print-job.ts';
import type { Printer, PrinterState } from '../../shared/printer.ts';
import type { Announce } from './announce.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { OpenTransport } from './ports/printing.ts';
import type { Activity, NewScan, Records, ScanRow } from './ports/records.ts';
import { createPrinterWorker, type PrinterWorker } from './printer-worker.ts';

/** Pressing or scanning twice within this time makes one job. */
export const samePressMs = 2_000;

export interface PrintQueueParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  openTransport: OpenTransport;
  onBug: (error: unknown) => void;
}

export interface PrintWish {
  parcel: Parcel;
  origin: PrintJob['origin'];
  startedByCode: string | null;
  reprintReason: string | null;
}

export type PrintMade = { made: boolean; job: PrintJob; scan: ScanRow | null };

export interface PrintQueue {
  /** Puts a label in the queue of the default printer. */
  add(wish: PrintWish, scan?: NewScan): Promise<Result<PrintMade>>;
  cancel(jobId: number): Promise<Result<PrintJob>>;
  /** An operator's word on a job nobody is sure of. */
  settle(jobId: number, printed: boolean): Promise<Result<PrintJob>>;
  states(): PrinterState[];
  /** Takes a new list of printers; a printer that left keeps its jobs waiting on disk. */
  setPrinters(printers: readonly Printer[]): void;
  kick(): void;
  /** Ends within `graceMs`; a job still on the wire then is found `sending` at the next start, and becomes uncertain. */
  stop(graceMs: number): Promise<void>;
}

/** The durable queue: a job is on disk before anyone is told; one worker per printer, order kept. */
export function createPrintQueue(parts: PrintQueueParts): PrintQueue {
  const { records, clock, announce } = parts;
  let workers: PrinterWorker[] = [];
  /** Workers of printers that were changed or removed, until their last job has left the wire. */
  const leaving = new Set<Promise<void>>();

  const note = (who: Activity['who'], what: string, code: string | null, outcome: string): Activity => ({
    at: instant(clock.now()),
    who,
    what,
    code,
    outcome,
  });

  const defaultWorker = (): PrinterWorker | undefined => workers.find((worker) => worker.printer.default) ?? workers[0];

  const retire = (worker: PrinterWorker): void => {
    const ended = worker.stop(Number.POSITIVE_INFINITY).finally(() => {
      leaving.delete(ended);
      // What it could not begin is the business of the worker that took its place.
      for (const successor of workers) successor.kick();
    });
    leaving.add(ended);
  };

  /** A job met that waits for a printer nobody has any more is given up: no byte of it left. */
  const gaveUpStranded = async ({ made, job }: PrintMade): Promise<boolean> => {
    if (made || workers.some((worker) => worker.printer.name === job.printer)) return false;
    const activity = note('station', 'cancel print', job.code, `the printer ${job.printer} is gone`);
    return (await records.movePrintJob(job.id, printJobActions.cancel, { state: 'cancelled' }, { activity })) !== null;
  };

  return {
    async add(wish, scan) {
      const worker = defaultWorker();
      const refusal = refusalOf(wish.parcel, wish.reprintReason, worker !== undefined);
      if (refusal || !worker) return failed(refusal ?? noPrinter);
      const { parcel, origin, startedByCode, reprintReason } = wish;
      const activity = note(
        scan || origin === 'button' ? 'operator' : 'station',
        'print',
        parcelCode(parcel),
        'queued',
      );
      const notSince = instant(clock.now() - samePressMs);
      const job = { parcelId: parcel.id, printer: worker.printer.name, origin, startedByCode, reprintReason, notSince };
      const context = scan ? { activity, scan } : { activity };
      let added = await records.addPrintJob(job, context);
      if (added && (await gaveUpStranded(added))) added = await records.addPrintJob(job, context);
      if (!added) return failed(changedMeanwhile);
      announce('print jobs', 'parcels', 'scans');
      worker.kick();
      return success(added);
    },
    async cancel(jobId) {
      const activity = note('operator', 'cancel print', null, 'cancelled');
      const job = await records.movePrintJob(jobId, printJobActions.cancel, { state: 'cancelled' }, { activity });
      announce('print jobs', 'parcels');
      return job ? success(job) : failed(notInThatState);
    },
    async settle(jobId, printed) {
      const from = printed ? printJobActions.sayPrinted : printJobActions.sayNotPrinted;
      const state = printed ? 'printed' : 'failed';
      const activity = note('operator', 'settle print', null, printed ? 'label in hand' : 'not printed');
      const job = await records.movePrintJob(jobId, from, { state }, { activity });
      announce('print jobs', 'parcels', 'scans');
      return job ? success(job) : failed(notInThatState);
    },
    states: () => workers.map((worker) => worker.state()),
    setPrinters(printers) {
      const kept = workers.filter((worker) => printers.some((printer) => sameWay(worker.printer, printer)));
      for (const worker of workers) if (!kept.includes(worker)) retire(worker);
      workers = printers.map((printer) => {
        const old = kept.find((worker) => worker.printer.name === printer.name);
        if (!old) return createPrinterWorker({ ...parts, printer });
        old.printer = printer;
        return old;
      });
      for (const worker of workers) worker.kick();
      announce('station', 'print jobs');
    },
    kick() {
      for (const worker of workers) worker.kick();
    },
    async stop(graceMs) {
      const grace = new Promise<void>((resolve) => clock.after(graceMs, resolve));
      const left = Promise.race([Promise.all(leaving), grace]);
      await Promise.all([...workers.map((worker) => worker.stop(graceMs)), left]);
    },
  };
}

function sameWay(one: Printer, other: Printer): boolean {
  return one.name === other.name && JSON.stringify(one.connection) === JSON.stringify(other.connection);
}

/** Why this parcel's label may not be queued now; null where it may. */
export function refusalOf(parcel: Parcel, reprintReason: string | null, hasPrinter: boolean): Failure | null {
  if (isDeletedOrDeleting(parcel)) return deletedParcel;
  if (parcel.label?.state !== 'kept') return noLabel(parcel);
  if (reprintReason === null && parcel.copies > 0) return maybePrinted;
  return hasPrinter ? null : noPrinter;
}

const deletedParcel: Failure = {
  code: 'not-allowed-now',
  message: 'This parcel is deleted or being deleted.',
  next: 'Undo the deletion first, if it still counts down.',
};

const maybePrinted: Failure = {
  code: 'not-allowed-now',
  message: 'A copy of this label may already be on paper.',
  next: 'Look for it, or print another copy and say why.',
};

export const noPrinter: Failure = {
  code: 'no-printer',
  message: 'No printer is set up.',
  next: 'Add one under Settings.',
};

const changedMeanwhile: Failure = {
  code: 'not-allowed-now',
  message: 'The parcel changed just now; nothing was printed.',
  next: 'Scan it again.',
};

const notInThatState: Failure = {
  code: 'not-allowed-now',
  message: 'The job has moved on; nothing was changed.',
  next: 'Look at the job again.',
};

function noLabel(parcel: Parcel): Failure {
  const label = parcel.label;
  if (label?.state === 'failed' && label.failure) return label.failure;
  if (label?.state === 'wanted') {
    return { code: 'no-label', message: 'The label is still being fetched.', next: 'Scan again in a moment.' };
  }
  return {
    code: 'no-label',
    message: 'The service gave no 4x6 label for this parcel.',
    next: 'Ask the service for its label.',
  };
}
