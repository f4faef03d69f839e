import type { Failure } from '../../../shared/contract/failure.ts';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import type { Printer, PrinterState, StoredPrinterIdentity } from '../../../shared/printing/printer.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import { waitAtMost } from '../../concurrency/waiting.ts';
import type { Announce } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { LabelRecords } from '../ports/label-records.ts';
import type { PrintRecords } from '../ports/print-records.ts';
import type { OpenTransport } from '../ports/printing.ts';
import type { PrepareLabelParts, ReadyLabel } from './prepare-label.ts';
import { createPrinterContents, maxInPrinter } from './print-confirmation.ts';
import { createConditionTracker } from './printer-condition.ts';
import { type CheckedPrinter, createPrinterMonitor } from './printer-monitor.ts';
import { followOwned, type SendJobParts, sendJob } from './send-job.ts';
import { createUnsentJobs, heldManually } from './unsent-jobs.ts';

/** Jobs sent longer ago are not looked for in a printer after a restart. */
const resumeWithinMs = 60 * 60 * 1000;

export interface PrinterWorkerParts extends PrepareLabelParts {
  printer: Printer;
  /** False for a printer added or moved to another address while the station ran: it holds no earlier job. */
  resumes: boolean;
  records: PrintRecords & LabelRecords;
  clock: Clock;
  announce: Announce;
  openTransport: OpenTransport;
  /** Stores the printer's identity in the settings. */
  saveIdentity(printer: string, known: StoredPrinterIdentity): void;
  /** The printer is held: its waiting jobs go to its stand-in, where that takes over automatically. */
  moveToStandIn(printer: Printer): Promise<void>;
  onBug: (error: unknown) => void;
}

export interface PrinterWorker {
  printer(): Printer;
  /** The printer's settings changed, except its name and address. */
  updatePrinter(printer: Printer): void;
  state(): PrinterState;
  wake(): void;
  stop(graceMs: number): Promise<void>;
}

/**
 * Sends one printer's jobs in order, one at a time. A fault holds the printer: the next job shows Held, those behind it stay Queued.
 * Before the first byte everything may be retried; after it, nothing is sent twice.
 */
export function createPrinterWorker(parts: PrinterWorkerParts): PrinterWorker {
  const { records, clock, announce } = parts;
  let printer = parts.printer;
  let resumes = parts.resumes;
  /** Jobs of the previous run in a print queue of this computer. */
  let toFollow: PrintJob[] = [];
  let sending = false;
  /** The outcome of the last label while it cannot be written to disk. */
  let unsavedWrite: (() => Promise<void>) | null = null;
  /** Checks since the last label; consecutive attempts that sent nothing. */
  let followUps = 0;
  let failures = 0;
  const ending = new AbortController();
  const condition = createConditionTracker(clock, announce);
  const transport = parts.openTransport(printer.connection);
  const contents = createPrinterContents({ ...parts, sentByOthers: () => transport.sentByOthers?.() ?? 0 });
  const unsent = createUnsentJobs({ ...parts, printer: () => printer, condition });

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
      if (job.evidence.statusReport === 'answered') contents.add(job);
    },
    onStalled: () => moveFromStalledPrinter(),
  };

  /** Outside the queue; a failure while the station stops is expected. */
  const runInBackground = (work: Promise<void>): void =>
    void work.catch((error: unknown) => {
      if (!ending.signal.aborted) parts.onBug(error);
    });

  /** Jobs behind a stalled label need not wait for it. */
  const moveFromStalledPrinter = (): void => {
    if (sending && condition.now().reasons.length > 0) runInBackground(parts.moveToStandIn(printer));
  };

  /** During a slow check, the next waiting job shows why it waits. */
  const showNextJob = async (): Promise<void> => {
    const job = await unsent.next();
    if (job && monitor.isSlow()) await unsent.show(job, monitor.failure());
  };

  /** Checks again after a pause, unless the stand-in takes over. */
  const hold = async (job: PrintJob | null, failure: Failure, pauseMs = heldCheckMs): Promise<void> => {
    if (job) {
      await unsent.show(job, failure);
      await parts.moveToStandIn(printer);
    }
    queue.wakeAfter(job || contents.size() > 0 ? pauseMs : heldIdleCheckMs);
  };

  /** Finds jobs of the previous run in the printer or in a print queue of this computer. */
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
      if (!transportCapabilities(printer.connection).isVirtual) queue.wakeAfter(idleCheckMs);
      return;
    }
    followUps += 1;
    queue.wakeAfter(pauseAfterLabel(followUps));
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

  /** The next job that may be sent; a manually held printer has none, and shows that. */
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
      // The identity is checked before a label is prepared for the printer.
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
    try {
      await pass(stopping);
    } catch (error) {
      // Records may be closed by now. A job being sent is found `sending` at the next start.
      if (stopping()) return;
      queue.wakeAfter(idleCheckMs);
      throw error;
    }
  };

  const queue = createTimedQueue(clock, passSafely, parts.onBug);
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
      queue.wake();
      if (monitor.isSlow()) runInBackground(showNextJob());
      moveFromStalledPrinter();
    },
    async stop(graceMs) {
      ending.abort();
      await waitAtMost(queue.stop(), graceMs, clock);
    },
  };
}

/** Milliseconds between checks of a held printer with waiting jobs. */
const heldCheckMs = 2_000;

/** Milliseconds between checks of a held printer without waiting jobs: an operator may be working on it. */
const heldIdleCheckMs = 4_000;

/** Milliseconds between checks of an idle printer. */
const idleCheckMs = 15_000;

/** Milliseconds to the next check after a label was sent: short at first, then longer. `checks`: since the last label, from 1. */
const pauseAfterLabel = (checks: number): number => (checks <= 10 ? 300 : 1_000);

/**
 * Milliseconds to the next attempt after so many consecutive failures before the first byte: growing, since each attempt is a journal
 * entry.
 */
const pauseAfterFailures = (failures: number): number => Math.min(heldCheckMs * 2 ** (failures - 1), 60_000);
