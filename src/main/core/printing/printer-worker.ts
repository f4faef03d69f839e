import type { Failure } from '../../../shared/failure.ts';
import type { PrintJob } from '../../../shared/print-job.ts';
import type { KnownPrinter, Printer, PrinterState } from '../../../shared/printer.ts';
import type { Announce } from '../announce.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { OpenTransport } from '../ports/printing.ts';
import type { Records } from '../ports/records.ts';
import { createLane } from '../task-lane.ts';
import { keepCondition } from './condition.ts';
import { type DeliverParts, followOwned, sendJob } from './deliver.ts';
import { createLookout, type Looked } from './lookout.ts';
import type { ReadyLabel, ReadyParts } from './make-ready.ts';
import { askAgainMs, heldIdleMs, idleMs, pauseAfterFailures, pauseAfterLabel } from './pauses.ts';
import { createPrinterContents, mostInPrinter } from './printer-contents.ts';
import { createUnsentJobs, heldByHand } from './unsent-jobs.ts';

/** A job sent longer ago is not looked for in a printer after a restart. */
const stillInPrinterMs = 60 * 60 * 1000;

export interface PrinterWorkerParts extends ReadyParts {
  printer: Printer;
  /** False for a printer that came, or came to another address, while the station ran: nothing of before is in it. */
  resumes: boolean;
  records: Records;
  clock: Clock;
  announce: Announce;
  openTransport: OpenTransport;
  /** Who was met at the printer's address is kept in the settings. */
  keepKnown(printer: string, known: KnownPrinter): void;
  /** The printer is held: all that waits for it goes to its stand-in, where that takes over by itself. */
  moveToStandIn(printer: Printer): Promise<void>;
  onBug: (error: unknown) => void;
}

export interface PrinterWorker {
  printer(): Printer;
  /** The printer's settings changed, but for its name and address. */
  take(printer: Printer): void;
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
  let printer = parts.printer;
  let resumes = parts.resumes;
  /** Jobs of the last run that a queue of this computer has. */
  let toFollow: PrintJob[] = [];
  let sending = false;
  /** What became of the last label, while the disk refuses it. */
  let unwritten: (() => Promise<void>) | null = null;
  /** Looks since the last label; tries in a row of which nothing left. */
  let followUps = 0;
  let failures = 0;
  let cancelTimer: (() => void) | null = null;
  const ending = new AbortController();
  const condition = keepCondition(clock, announce);
  const transport = parts.openTransport(printer.connection);
  const contents = createPrinterContents({ ...parts, sentByOthers: () => transport.sentByOthers?.() ?? 0 });
  const unsent = createUnsentJobs({ ...parts, printer: () => printer, condition });

  const wakeAfter = (milliseconds: number): void => {
    cancelTimer?.();
    cancelTimer = clock.after(milliseconds, () => lane.kick());
  };

  const take = (next: Printer): void => {
    printer = next;
    condition.byHand(next.onHold ?? false);
  };

  const lookout = createLookout({
    ...{ transport, condition, contents, clock },
    printer: () => printer,
    keepKnown(known) {
      take({ ...printer, known });
      parts.keepKnown(printer.name, known);
    },
    onSlow: () => aside(showNext()),
    signal: ending.signal,
  });

  const writeSurely = async (write: () => Promise<void>): Promise<void> => {
    unwritten = write;
    await write();
    unwritten = null;
  };

  const deliver: DeliverParts = {
    ...{ records, announce, clock, condition, writeSurely },
    onSending(isSending) {
      sending = isSending;
      announce('station');
    },
    onLeft(job) {
      if (job.state === 'uncertain') lookout.cutOff();
      if (job.evidence.told === 'answered') contents.add(job);
    },
    onStalled: () => passBy(),
  };

  /** Beside the lane; what fails once the station stops is no bug. */
  const aside = (work: Promise<void>): void =>
    void work.catch((error: unknown) => {
      if (!ending.signal.aborted) parts.onBug(error);
    });

  /** What waits behind a label that stands still on its way need not wait with it. */
  const passBy = (): void => {
    if (sending && condition.now().reasons.length > 0) aside(parts.moveToStandIn(printer));
  };

  /** The lane is busy with a look that takes long: what waits, or comes meanwhile, shows why. */
  const showNext = async (): Promise<void> => {
    const job = await unsent.next();
    if (job && lookout.isSlow()) await unsent.show(job, lookout.failure());
  };

  /** Asked again after a pause, unless its stand-in prints what waits. */
  const hold = async (job: PrintJob | null, failure: Failure, pauseMs = askAgainMs): Promise<void> => {
    if (job) {
      await unsent.show(job, failure);
      await parts.moveToStandIn(printer);
    }
    wakeAfter(job || contents.size() > 0 ? pauseMs : heldIdleMs);
  };

  /** Finds what the last run left in the printer, or in a queue of this computer. */
  const resume = async (): Promise<void> => {
    const since = instant(clock.now() - stillInPrinterMs);
    const inPrinter = await records.printJobsInPrinter(printer.name, since);
    toFollow = await records.printJobsOwned(printer.name);
    resumes = false;
    contents.resume(inPrinter);
  };

  const followOn = async (stopping: () => boolean): Promise<void> => {
    for (let job = toFollow[0]; job && !stopping(); job = toFollow[0]) {
      await followOwned(deliver, transport, job, ending.signal);
      toFollow.shift();
    }
  };

  const lookAgainLater = (): void => {
    if (contents.size() === 0) {
      followUps = 0;
      if (printer.connection.kind !== 'virtual') wakeAfter(idleMs);
      return;
    }
    followUps += 1;
    wakeAfter(pauseAfterLabel(followUps));
  };

  /** Sends one job; false where the printer must be left alone for a while. */
  const send = async (looked: Looked, job: PrintJob, ready: ReadyLabel): Promise<boolean> => {
    followUps = 0;
    const { sending: how, job: sent } = await sendJob(deliver, looked, job, ready);
    if (how === 'left') failures = 0;
    if (how !== 'not started') return true;
    failures += 1;
    await hold(sent, sent.failure ?? lookout.failure(), pauseAfterFailures(failures));
    return false;
  };

  /** The next job that may be sent; a printer held by hand has none, and shows that. */
  const nextJob = async (): Promise<PrintJob | null> => {
    const job = await unsent.next();
    if (!job || !printer.onHold) return job;
    await unsent.show(job, heldByHand);
    await parts.moveToStandIn(printer);
    return null;
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    if (unwritten) await writeSurely(unwritten);
    if (resumes) await resume();
    await followOn(stopping);
    while (!stopping()) {
      await unsent.askAnew();
      const readyFor = printer;
      const job = await nextJob();
      // Who answers is asked before a label is made for it.
      const isFirst = job !== null && !lookout.hasMet();
      const ready = job && !isFirst ? await unsent.makeReady(job) : null;
      if (job && !isFirst && !ready) continue;
      const looked = await lookout.look(job !== null);
      if (stopping()) return looked?.open.close();
      if (!looked) return hold(job, lookout.failure());
      const isAsItWas = printer === readyFor;
      if (isAsItWas && job && ready && contents.size() < mostInPrinter) {
        if (!(await send(looked, job, ready))) return;
        continue;
      }
      looked.open.close();
      if (isAsItWas && !isFirst) return lookAgainLater();
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
      wakeAfter(idleMs);
      throw error;
    }
  };

  const lane = createLane(passSafely, parts.onBug);
  take(printer);

  return {
    printer: () => printer,
    take,
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
    kick() {
      lane.kick();
      if (lookout.isSlow()) aside(showNext());
      passBy();
    },
    async stop(graceMs) {
      cancelTimer?.();
      ending.abort();
      const grace = Number.isFinite(graceMs) ? [new Promise<void>((resolve) => clock.after(graceMs, resolve))] : [];
      await Promise.race([lane.stop(), ...grace]);
      cancelTimer?.();
    },
  };
}
