import type { Failure } from '../../../shared/contract/failure.ts';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import type { KnownPrinter, Printer, PrinterState } from '../../../shared/printing/printer.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import type { Announce } from '../common/notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { OpenTransport } from '../ports/printing.ts';
import type { Records } from '../ports/records.ts';
import type { PrepareLabelParts, ReadyLabel } from './prepare-label.ts';
import { createPrinterContents, maxInPrinter } from './print-confirmation.ts';
import { createConditionTracker } from './printer-condition.ts';
import { type CheckedPrinter, createPrinterMonitor } from './printer-monitor.ts';
import { followOwned, type SendJobParts, sendJob } from './send-job.ts';
import { createUnsentJobs, heldManually } from './unsent-jobs.ts';

/** A job sent longer ago is not looked for in a printer after a restart. */
const resumeWithinMs = 60 * 60 * 1000;

export interface PrinterWorkerParts extends PrepareLabelParts {
  printer: Printer;
  /** False for a printer that came, or came to another address, while the station ran: nothing of before is in it. */
  resumes: boolean;
  records: Records;
  clock: Clock;
  announce: Announce;
  openTransport: OpenTransport;
  /** Who was met at the printer's address is kept in the settings. */
  saveIdentity(printer: string, known: KnownPrinter): void;
  /** The printer is held: all that waits for it goes to its stand-in, where that takes over by itself. */
  moveToStandIn(printer: Printer): Promise<void>;
  onBug: (error: unknown) => void;
}

export interface PrinterWorker {
  printer(): Printer;
  /** The printer's settings changed, but for its name and address. */
  updatePrinter(printer: Printer): void;
  state(): PrinterState;
  wake(): void;
  stop(graceMs: number): Promise<void>;
}

/**
 * Sends one printer's jobs in order, one at a time. A fault holds the printer: the next job shows Held, those behind it stay Queued.
 * Before the first byte everything may be tried again; after it, nothing is sent twice.
 */
export function createPrinterWorker(parts: PrinterWorkerParts): PrinterWorker {
  const { records, clock, announce } = parts;
  let printer = parts.printer;
  let resumes = parts.resumes;
  /** Jobs of the last run that a queue of this computer has. */
  let toFollow: PrintJob[] = [];
  let sending = false;
  /** What became of the last label, while the disk refuses it. */
  let unsavedWrite: (() => Promise<void>) | null = null;
  /** Looks since the last label; tries in a row of which nothing left. */
  let followUps = 0;
  let failures = 0;
  let cancelTimer: (() => void) | null = null;
  const ending = new AbortController();
  const condition = createConditionTracker(clock, announce);
  const transport = parts.openTransport(printer.connection);
  const contents = createPrinterContents({ ...parts, sentByOthers: () => transport.sentByOthers?.() ?? 0 });
  const unsent = createUnsentJobs({ ...parts, printer: () => printer, condition });

  const wakeAfter = (milliseconds: number): void => {
    cancelTimer?.();
    cancelTimer = clock.after(milliseconds, () => serialQueue.wake());
  };

  const updatePrinter = (next: Printer): void => {
    printer = next;
    condition.setManualHold(next.onHold ?? false);
  };

  const monitor = createPrinterMonitor({
    ...{ transport, condition, contents, clock },
    printer: () => printer,
    saveIdentity(known) {
      updatePrinter({ ...printer, known });
      parts.saveIdentity(printer.name, known);
    },
    onSlow: () => runInBackground(showNextJob()),
    signal: ending.signal,
  });

  const persist = async (write: () => Promise<void>): Promise<void> => {
    unsavedWrite = write;
    await write();
    unsavedWrite = null;
  };

  const sendParts: SendJobParts = {
    ...{ records, announce, clock, condition, persist },
    onSending(isSending) {
      sending = isSending;
      announce('station');
    },
    onLeft(job) {
      if (job.state === 'uncertain') monitor.noteCutOff();
      if (job.evidence.told === 'answered') contents.add(job);
    },
    onStalled: () => moveFromStalledPrinter(),
  };

  /** Beside the lane; what fails once the station stops is no bug. */
  const runInBackground = (work: Promise<void>): void =>
    void work.catch((error: unknown) => {
      if (!ending.signal.aborted) parts.onBug(error);
    });

  /** What waits behind a label that stands still on its way need not wait with it. */
  const moveFromStalledPrinter = (): void => {
    if (sending && condition.now().reasons.length > 0) runInBackground(parts.moveToStandIn(printer));
  };

  /** The lane is busy with a look that takes long: what waits, or comes meanwhile, shows why. */
  const showNextJob = async (): Promise<void> => {
    const job = await unsent.next();
    if (job && monitor.isSlow()) await unsent.show(job, monitor.failure());
  };

  /** Asked again after a pause, unless its stand-in prints what waits. */
  const hold = async (job: PrintJob | null, failure: Failure, pauseMs = heldCheckMs): Promise<void> => {
    if (job) {
      await unsent.show(job, failure);
      await parts.moveToStandIn(printer);
    }
    wakeAfter(job || contents.size() > 0 ? pauseMs : heldIdleCheckMs);
  };

  /** Finds what the last run left in the printer, or in a queue of this computer. */
  const resume = async (): Promise<void> => {
    const since = instant(clock.now() - resumeWithinMs);
    const inPrinter = await records.printJobsInPrinter(printer.name, since);
    toFollow = await records.printJobsOwned(printer.name);
    resumes = false;
    contents.resume(inPrinter);
  };

  const followOwnedJobs = async (stopping: () => boolean): Promise<void> => {
    for (let job = toFollow[0]; job && !stopping(); job = toFollow[0]) {
      await followOwned(sendParts, transport, job, ending.signal);
      toFollow.shift();
    }
  };

  const scheduleNextCheck = (): void => {
    if (contents.size() === 0) {
      followUps = 0;
      if (!transportCapabilities(printer.connection).isVirtual) wakeAfter(idleCheckMs);
      return;
    }
    followUps += 1;
    wakeAfter(pauseAfterLabel(followUps));
  };

  /** Sends one job; false where the printer must be left alone for a while. */
  const send = async (checked: CheckedPrinter, job: PrintJob, ready: ReadyLabel): Promise<boolean> => {
    followUps = 0;
    const { sending: outcome, job: sent } = await sendJob(sendParts, checked, job, ready);
    if (outcome === 'left') failures = 0;
    if (outcome !== 'not started') return true;
    failures += 1;
    await hold(sent, sent.failure ?? monitor.failure(), pauseAfterFailures(failures));
    return false;
  };

  /** The next job that may be sent; a printer held by hand has none, and shows that. */
  const nextJob = async (): Promise<PrintJob | null> => {
    const job = await unsent.next();
    if (!job || !printer.onHold) return job;
    await unsent.show(job, heldManually);
    await parts.moveToStandIn(printer);
    return null;
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    if (unsavedWrite) await persist(unsavedWrite);
    if (resumes) await resume();
    await followOwnedJobs(stopping);
    while (!stopping()) {
      await unsent.resetOutdatedQuestions();
      const preparedFor = printer;
      const job = await nextJob();
      // Who answers is asked before a label is made for it.
      const isFirst = job !== null && !monitor.isIdentified();
      const ready = job && !isFirst ? await unsent.prepareLabel(job) : null;
      if (job && !isFirst && !ready) continue;
      const checked = await monitor.check(job !== null);
      if (stopping()) return checked?.open.close();
      if (!checked) return hold(job, monitor.failure());
      const isUnchanged = printer === preparedFor;
      if (isUnchanged && job && ready && contents.size() < maxInPrinter) {
        if (!(await send(checked, job, ready))) return;
        continue;
      }
      checked.open.close();
      if (isUnchanged && !isFirst) return scheduleNextCheck();
    }
  };

  const passSafely = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    try {
      await pass(stopping);
    } catch (error) {
      // Its records may be closed by now. A job on the wire is found `sending` at the next start.
      if (stopping()) return;
      wakeAfter(idleCheckMs);
      throw error;
    }
  };

  const serialQueue = createSerialQueue(passSafely, parts.onBug);
  updatePrinter(printer);

  return {
    printer: () => printer,
    updatePrinter,
    state() {
      const { name, connection, default: isDefault, standIn } = printer;
      const { reasons, warnings, ...now } = condition.now();
      return {
        ...{ name, connection, isDefault, sending },
        ...now,
        reasons: [...reasons],
        warnings: [...warnings],
        standIn: standIn?.printer ?? null,
      };
    },
    wake() {
      serialQueue.wake();
      if (monitor.isSlow()) runInBackground(showNextJob());
      moveFromStalledPrinter();
    },
    async stop(graceMs) {
      cancelTimer?.();
      ending.abort();
      const grace = Number.isFinite(graceMs) ? [new Promise<void>((resolve) => clock.after(graceMs, resolve))] : [];
      await Promise.race([serialQueue.stop(), ...grace]);
      cancelTimer?.();
    },
  };
}

/** A held printer is asked again this often, milliseconds: the fault's end is seen soon, and the printer is not pestered. */
const heldCheckMs = 2_000;

/** A held printer that nothing waits for is asked this often, milliseconds: somebody has its cover open now. */
const heldIdleCheckMs = 4_000;

/** An idle printer is asked this often, milliseconds. */
const idleCheckMs = 15_000;

/** Milliseconds to the next look after a label was handed over: first quickly, then calmly. `looks`: since the last label, from 1. */
const pauseAfterLabel = (checks: number): number => (checks <= 10 ? 300 : 1_000);

/**
 * Milliseconds to the next try where sending itself fails before the first byte, so many times in a row: longer and longer, since each
 * try is a line of the journal.
 */
const pauseAfterFailures = (failures: number): number => Math.min(heldCheckMs * 2 ** (failures - 1), 60_000);
