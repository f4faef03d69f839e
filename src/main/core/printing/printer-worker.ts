import { assertNever, type Failure } from '../../shared/failure.ts';
import { type PrintJob, type PrintJobState, printJobActions } from '../../shared/print-job.ts';
import type { HeldReason, Printer, PrinterState } from '../../shared/printer.ts';
import type { Announce } from './announce.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Delivery, OpenPrinter, OpenTransport } from './ports/printing.ts';
import type { Activity, PrintJobChange, Records } from './ports/records.ts';
import { createLane } from './task-lane.ts';

/** A held printer is asked again this often: the fault's end is seen soon, and the printer is not pestered. */
export const askAgainMs = 2_000;

export interface PrinterWorkerParts {
  printer: Printer;
  records: Records;
  clock: Clock;
  announce: Announce;
  openTransport: OpenTransport;
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
  let reasons: HeldReason[] = [];
  let since: string | null = null;
  let sending = false;
  let cancelTimer: (() => void) | null = null;
  const ending = new AbortController();

  const note = (job: PrintJob, what: string, outcome: string): { activity: Activity } => ({
    activity: { at: instant(clock.now()), who: 'station', what, code: job.code, outcome },
  });

  const setReasons = (next: HeldReason[]): void => {
    if (next.join() === reasons.join()) return;
    reasons = next;
    since = next.length > 0 ? instant(clock.now()) : null;
    announce('station', 'print jobs');
  };

  /** The next job shows why nothing comes out; asked again after a pause. */
  const hold = async (job: PrintJob, from: readonly PrintJobState[], failure: Failure): Promise<void> => {
    setReasons(['unreachable']);
    if (job.state !== 'held' || job.failure?.message !== failure.message) {
      const change: PrintJobChange = { state: 'held', reasons, failure };
      await records.movePrintJob(job.id, from, change, note(job, 'print held', failure.code));
      announce('print jobs', 'parcels', 'scans');
    }
    cancelTimer = clock.after(askAgainMs, () => lane.kick());
  };

  /** False where the printer must be left alone for a while. */
  const sendOn = async (open: OpenPrinter, job: PrintJob, bytes: Uint8Array): Promise<boolean> => {
    const begin: PrintJobChange = { state: 'sending', attempt: true, reasons: [], failure: null };
    // On disk before the first byte: a station that dies now finds the job uncertain, and never sends it twice.
    const moved = await records.movePrintJob(job.id, printJobActions.send, begin, note(job, 'print', 'sending'));
    if (!moved) {
      open.close();
      return true;
    }
    sending = true;
    announce('print jobs', 'parcels', 'scans', 'station');
    const delivery = await open.send(bytes);
    sending = false;
    if (delivery.kind === 'not started') {
      await hold(moved, ['sending'], delivery.failure);
      return false;
    }
    const { change, outcome } = afterFirstByte(delivery);
    await records.movePrintJob(job.id, ['sending'], change, note(job, 'print', outcome));
    announce('print jobs', 'parcels', 'scans', 'station', 'virtual labels');
    return true;
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    while (!stopping()) {
      const job = await records.nextPrintJob(worker.printer.name);
      if (!job) return;
      const bytes = await records.labelBytes(job.labelSha256);
      if (!bytes) {
        await records.movePrintJob(
          job.id,
          printJobActions.send,
          { state: 'failed', failure: lostLabel },
          note(job, 'print', 'no label'),
        );
        continue;
      }
      const opened = await parts.openTransport(worker.printer.connection).open(ending.signal);
      if (!opened.ok) return stopping() ? undefined : hold(job, printJobActions.send, opened.failure);
      setReasons([]);
      if (stopping()) return opened.value.close();
      if (!(await sendOn(opened.value, job, bytes))) return;
    }
  };

  const lane = createLane(pass, parts.onBug);

  const worker: PrinterWorker = {
    printer: parts.printer,
    state: () => ({
      name: worker.printer.name,
      connection: worker.printer.connection,
      isDefault: worker.printer.default,
      reasons,
      since,
      sending,
    }),
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

function afterFirstByte(delivery: Exclude<Delivery, { kind: 'not started' }>): {
  change: PrintJobChange;
  outcome: string;
} {
  switch (delivery.kind) {
    case 'handed over':
      return {
        change: { state: 'sent', bytesHandedOver: delivery.bytesHandedOver },
        outcome: delivery.closedCleanly ? 'sent' : 'sent, the printer did not close',
      };
    case 'cut off':
      return {
        change: { state: 'uncertain', bytesHandedOver: delivery.bytesHandedOver, failure: delivery.failure },
        outcome: `cut off after ${delivery.bytesHandedOver} bytes`,
      };
    default:
      return assertNever(delivery);
  }
}

const lostLabel: Failure = {
  code: 'no-label',
  message: 'The kept label could not be read from the disk.',
  next: 'Print the parcel again to fetch it anew.',
};
