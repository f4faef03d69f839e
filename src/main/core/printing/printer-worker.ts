import type { Failure } from '../../../shared/failure.ts';
import { type PrintJob, printJobActions } from '../../../shared/print-job.ts';
import type { KnownPrinter, Printer, PrinterState } from '../../../shared/printer.ts';
import type { Announce } from '../announce.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { OpenPrinter, OpenTransport } from '../ports/printing.ts';
import type { Activity, PrintJobChange, Records } from '../ports/records.ts';
import { createLane } from '../task-lane.ts';
import { keepCondition } from './condition.ts';
import { followOwned, sendJob } from './deliver.ts';
import { createLookout } from './lookout.ts';
import { makeReady, type Readied, type ReadyParts } from './make-ready.ts';
import { createPrinterContents, mostInPrinter } from './printer-contents.ts';

/** A held printer is asked again this often: the fault's end is seen soon, and the printer is not pestered. */
export const askAgainMs = 2_000;
/** Looks after a label was handed over: first quickly, then calmly. */
const followUpMs = { soon: 300, later: 1_000, soonCount: 10 };
/** An idle printer is asked this often. */
const idleMs = 15_000;
/** A job sent longer ago is not looked for in a printer after a restart. */
const stillInPrinterMs = 60 * 60 * 1000;

export interface PrinterWorkerParts extends ReadyParts {
  printer: Printer;
  records: Records;
  clock: Clock;
  announce: Announce;
  openTransport: OpenTransport;
  /** Who was met at the printer's address is kept in the settings. */
  keepKnown(printer: string, known: KnownPrinter): void;
  /** The printer is held: true where its waiting jobs went to its stand-in. */
  moveToStandIn(printer: Printer): Promise<boolean>;
  onBug: (error: unknown) => void;
}

export interface PrinterWorker {
  printer: Printer;
  state(): PrinterState;
  kick(): void;
  stop(graceMs: number): Promise<void>;
}

/**
 * Sends one printer's jobs in order, one at a time. A fault holds the printer: the next job shows Held, those behind it stay Queued.
 * Before the first byte everything may be tried again; after it, nothing is sent twice.
 */
export function createPrinterWorker(parts: PrinterWorkerParts): PrinterWorker {
  const { records, clock, announce } = parts;
  const condition = keepCondition(clock, announce);
  const contents = createPrinterContents(parts);
  const transport = parts.openTransport(parts.printer.connection);
  const ending = new AbortController();
  let sending = false;
  let resumed = false;
  let followUps = 0;
  let cancelTimer: (() => void) | null = null;

  const note = (job: PrintJob, what: string, outcome: string): { activity: Activity } => ({
    activity: { at: instant(clock.now()), who: 'station', what, code: job.code, outcome },
  });

  const wakeAfter = (milliseconds: number): void => {
    cancelTimer?.();
    cancelTimer = clock.after(milliseconds, () => lane.kick());
  };

  const lookout = createLookout({
    transport,
    printer: () => worker.printer,
    condition,
    contents,
    keepKnown: parts.keepKnown,
    signal: ending.signal,
  });

  const deliver = {
    records,
    announce,
    note,
    condition,
    contents,
    onSending(isSending: boolean) {
      sending = isSending;
      announce('station');
    },
  };

  /** The next job shows why nothing comes out; asked again after a pause, unless its stand-in prints it. */
  const hold = async (job: PrintJob | null, failure: Failure): Promise<void> => {
    if (job && worker.printer.standIn?.automatic && (await parts.moveToStandIn(worker.printer)))
      return wakeAfter(askAgainMs);
    const reasons = [...condition.now().reasons];
    const isShown =
      job?.state === 'held' && job.failure?.message === failure.message && job.reasons.join() === reasons.join();
    if (job && !isShown) {
      const change: PrintJobChange = { state: 'held', ifWaitingFor: job.printer, reasons, failure };
      // One of which nothing left is on its way by name only.
      const from = job.state === 'sending' ? (['sending'] as const) : printJobActions.send;
      await records.movePrintJob(job.id, from, change, note(job, 'print held', failure.code));
      announce('print jobs', 'parcels', 'scans');
    }
    if (!worker.printer.onHold) wakeAfter(job || contents.size() > 0 ? askAgainMs : idleMs);
  };

  /** The label made ready for this printer; null where the job was settled instead, or waits to be asked. */
  const readied = async (job: PrintJob): Promise<Extract<Readied, { kind: 'ready' }> | null> => {
    const bytes = await records.labelBytes(job.labelSha256);
    const offersPdf = (await records.labelPdfAddress(job.parcelId)) !== null;
    const ready: Readied = bytes
      ? await makeReady(parts, job, bytes, worker.printer, offersPdf)
      : { kind: 'failed', failure: lostLabel };
    if (ready.kind === 'ready') return ready;
    const change: PrintJobChange =
      ready.kind === 'asked'
        ? { state: 'held', ifWaitingFor: job.printer, reasons: [], failure: null, asked: ready.asked }
        : { state: 'failed', ifWaitingFor: job.printer, reasons: [], failure: ready.failure };
    const outcome = ready.kind === 'asked' ? ready.asked.question : ready.failure.code;
    await records.movePrintJob(job.id, printJobActions.send, change, note(job, 'print', outcome));
    announce('print jobs', 'parcels', 'scans');
    return null;
  };

  /** Jobs of the last run that are still in the printer, or in a queue of this computer. */
  const resume = async (): Promise<void> => {
    resumed = true;
    const since = instant(clock.now() - stillInPrinterMs);
    for (const job of await records.printJobsInPrinter(worker.printer.name, since)) contents.add(job);
    for (const job of await records.printJobsOwned(worker.printer.name)) {
      await followOwned(deliver, transport, job, ending.signal);
    }
  };

  const lookAgainLater = (): void => {
    if (contents.size() === 0) {
      followUps = 0;
      if (worker.printer.connection.kind !== 'virtual') wakeAfter(idleMs);
      return;
    }
    followUps += 1;
    wakeAfter(followUps <= followUpMs.soonCount ? followUpMs.soon : followUpMs.later);
  };

  /** Sends one job; false where the printer must be left alone for a while. */
  const send = async (
    open: OpenPrinter,
    job: PrintJob,
    ready: Extract<Readied, { kind: 'ready' }>,
    seen: Seen,
  ): Promise<boolean> => {
    followUps = 0;
    const held = await sendJob(deliver, open, job, ready, seen);
    if (!held) return true;
    condition.hold(['unreachable'], held.failure.message);
    await hold(held.job, held.failure);
    return false;
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    if (!resumed) await resume();
    while (!stopping()) {
      const job = await records.nextPrintJob(worker.printer.name);
      if (worker.printer.onHold) {
        condition.hold(['on hold']);
        return hold(job, onHold);
      }
      if (job && !lookout.hasMet() && !(await lookout.meet())) return hold(job, lookout.failure());
      const ready = job && (await readied(job));
      if (job && !ready) continue;
      const looked = await lookout.look(job !== null);
      if (!looked) return stopping() ? undefined : hold(job, lookout.failure());
      if (!job || !ready || stopping() || contents.size() >= mostInPrinter) {
        looked.open.close();
        return lookAgainLater();
      }
      if (!(await send(looked.open, job, ready, looked))) return;
    }
  };

  const lane = createLane(pass, parts.onBug);

  const worker: PrinterWorker = {
    printer: parts.printer,
    state() {
      const { name, connection, default: isDefault, standIn } = worker.printer;
      const now = condition.now();
      return {
        ...{ name, connection, isDefault, sending },
        ...now,
        reasons: [...now.reasons],
        warnings: [...now.warnings],
        standIn: standIn?.printer ?? null,
      };
    },
    kick: () => lane.kick(),
    async stop(graceMs) {
      cancelTimer?.();
      ending.abort();
      const grace = Number.isFinite(graceMs) ? [new Promise<void>((resolve) => clock.after(graceMs, resolve))] : [];
      await Promise.race([lane.stop(), ...grace]);
      cancelTimer?.();
    },
  };
  return worker;
}

/** What the look before the first byte told. */
type Seen = { told: 'answered' | 'one-way' | 'silent'; count: number | null };

const onHold: Failure = {
  code: 'printer-held',
  message: 'This printer is held here.',
  next: 'Press “Go on” under Print queue.',
};

const lostLabel: Failure = {
  code: 'no-label',
  message: 'The kept label could not be read from the disk.',
  next: 'Print the parcel again to fetch it anew.',
};
