import { type Change, ofParcels } from '../../../shared/contract/changes.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import type { PrinterInUse as Printer, PrinterState, StoredPrinterIdentity } from '../../../shared/printing/printer.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import { waitAtMost } from '../../concurrency/waiting.ts';
import type { Announce } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { NextLabel, PrintMove, PrintRecords, PrintStep } from '../ports/print-records.ts';
import type { OpenTransport } from '../ports/printing.ts';
import type { PrepareLabelParts, ReadyLabel } from './prepare-label.ts';
import { createPrinterContents, maxInPrinter } from './print-confirmation.ts';
import { createConditionTracker, createFaultTimes } from './printer-condition.ts';
import { type CheckedPrinter, createPrinterMonitor, type PrinterCheck } from './printer-monitor.ts';
import { beginning, createOwnedJobs, type SendJobParts, type Sent, sendJob } from './send-job.ts';
import { createUnsentJobs, heldManually, type UnsentJobsParts } from './unsent-jobs.ts';

/** Jobs sent longer ago are not looked for in a printer after a restart. */
const resumeWithinMs = 60 * 60 * 1000;

export interface PrinterWorkerParts extends PrepareLabelParts, Pick<UnsentJobsParts, 'siteQuestions'> {
  printer: Printer;
  /** False for a printer added or moved to another address while the station ran: it holds no earlier job. */
  resumes: boolean;
  records: PrintRecords;
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
  /** Something about its jobs changed. */
  wake(): void;
  /** A job was added; `next` where it is the next one. */
  added(next: NextLabel | null): void;
  /** A label may be added soon: the printer is checked while it is being stored. */
  expectLabel(): void;
  /** No label comes after all. */
  expectNone(): void;
  stop(graceMs: number): Promise<void>;
  /** The same, without a limit, where its printer was changed or removed. */
  retire(): Promise<void>;
}

/**
 * Sends one printer's jobs in order, one at a time. A fault holds the printer: the next job shows Held, those behind it stay Queued.
 * Before the first byte everything may be retried; after it, nothing is sent twice.
 */
export function createPrinterWorker(parts: PrinterWorkerParts): PrinterWorker {
  const { records, clock, announce } = parts;
  let printer = parts.printer;
  let resumes = parts.resumes;
  let sending = false;
  /** Screens show that it sends; not for labels that are out at once. */
  let isSendingShown = false;
  let stopShowing = (): void => {};
  let isPassing = false;
  /** What happened to labels and is not on disk yet. Nothing else is sent before it is. */
  let unsaved: readonly PrintStep[] = [];
  /** The next job as last read; undefined: it must be read. */
  let upcoming: NextLabel | null | undefined;
  /** Counts what makes a job that was read meanwhile outdated. */
  let changes = 0;
  /** Checks since the last label; consecutive attempts that sent nothing. */
  let followUps = 0;
  let failures = 0;
  const ending = new AbortController();
  const condition = createConditionTracker(clock, announce);
  const faults = createFaultTimes({ ...parts, printer: () => printer });
  const transport = parts.openTransport(printer.connection);
  const contents = createPrinterContents({ clock, sentByOthers: () => transport.sentByOthers?.() ?? 0 });
  const unsent = createUnsentJobs({ ...parts, printer: () => printer, condition, signal: ending.signal });

  const updatePrinter = (next: Printer): void => {
    printer = next;
    condition.setManualHold(next.onHold ?? false);
  };

  const record = (steps: readonly PrintStep[]): void => {
    unsaved = [...unsaved, ...steps];
  };

  /** Keeps the next job that a call returns, unless it changed meanwhile, or another was added where there was none. */
  const readNext = async <T extends { next: NextLabel | null }>(call: () => Promise<T>): Promise<T> => {
    const before = changes;
    upcoming = undefined;
    const result = await call();
    if (changes === before) upcoming = result.next ?? upcoming ?? null;
    return result;
  };

  /** Stores what happened and begins a job, in one transaction; returns the job where it could be begun. */
  const save = async (begin?: PrintMove): Promise<PrintJob | null> => {
    const steps = unsaved;
    if (steps.length === 0 && !begin) return null;
    const all = begin ? [...steps, begin] : steps;
    const { last } = await readNext(() => records.advancePrinting(all, printer.name, unsent.delayed()));
    unsaved = unsaved.slice(steps.length);
    announce(...changesOf(all), 'virtual labels');
    return begin ? last : null;
  };

  const monitor = createPrinterMonitor({
    ...{ transport, condition, contents, clock },
    printer: () => printer,
    saveIdentity(known) {
      updatePrinter({ ...printer, known });
      parts.saveIdentity(printer.name, known);
    },
    record,
    onSlow: () => runInBackground(showNextJob()),
    signal: ending.signal,
  });

  const sendParts: SendJobParts = {
    ...{ records, announce, clock, condition },
    record: (outcome) => record([outcome]),
    onLeft(job, { kind }) {
      if (kind === 'cut off') monitor.noteCutOff();
      if (job.evidence.statusReport === 'answered') contents.add(job, kind === 'cut off');
    },
    onStalled: () => moveFromStalledPrinter(),
  };

  const setSending = (isSending: boolean): void => {
    sending = isSending;
    stopShowing();
    if (isSending) {
      stopShowing = clock.after(showSendingAfterMs, () => showSending(true));
    } else if (isSendingShown) {
      showSending(false);
    }
  };

  const owned = createOwnedJobs({ ...sendParts, transport, signal: ending.signal, setSending, save });

  const showSending = (isShown: boolean): void => {
    isSendingShown = isShown;
    announce('station');
  };

  /** Outside the queue; a failure while the station stops is expected. */
  const runInBackground = (work: Promise<void>): void =>
    void work.catch((error: unknown) => {
      if (!ending.signal.aborted) parts.onBug(error);
    });

  /** Jobs behind a stalled label need not wait for it. */
  const moveFromStalledPrinter = (): void => {
    if (!sending || condition.now().reasons.length === 0) return;
    faults.observe(condition.now().reasons, true);
    runInBackground(parts.moveToStandIn(printer));
  };

  /** During a slow check, the next waiting job shows why it waits. */
  const showNextJob = async (): Promise<void> => {
    const job = await records.nextPrintJob(printer.name);
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
    await owned.find(printer.name);
    resumes = false;
    contents.resume(inPrinter);
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

  /**
   * Sends one job, then those behind it over the same connection, as long as the printer's answers confirm one label and admit the
   * next. `answered`: it answered behind the last one, and is ready; `left alone`: it is tried again later.
   */
  const send = async (
    checked: CheckedPrinter,
    first: NextLabel,
    firstReady: ReadyLabel,
  ): Promise<'sent' | 'answered' | 'left alone'> => {
    const { open } = checked;
    const preparedFor = printer;
    let { job } = first;
    let ready: ReadyLabel | null = firstReady;
    let check: PrinterCheck | null = checked;
    let isFirst = true;
    try {
      while (check && ready) {
        const begun = await save(beginning(clock, job, ready, check));
        if (!begun) {
          open.close();
          return 'sent';
        }
        followUps = 0;
        if (isFirst) setSending(true);
        const asked = asks();
        const sent: Sent = await sendJob(sendParts, open, begun, ready, asked);
        if (sent.delivery.kind === 'not started') return isFirst ? leaveAlone(begun, sent) : 'sent';
        failures = 0;
        isFirst = false;
        check = sent.answers && monitor.conclude(sent.answers);
        const isIdentified = !asked?.identity || sent.answers?.identity;
        const next = check && isIdentified && maySendNext(preparedFor) && open.canContinue?.() ? upcoming : null;
        ready = next ? unsent.prepareAtOnce(next) : null;
        if (next) job = next.job;
        if (!ready && sent.answers) open.close();
      }
    } catch (error) {
      open.close();
      throw error;
    } finally {
      if (sending) setSending(false);
    }
    return check ? 'answered' : 'sent';
  };

  /** What is asked behind a label; nothing where other computers' labels may come between. */
  const asks = (): { identity: boolean } | null =>
    printer.shared || printer.neverAnswers ? null : { identity: monitor.mustIdentify() };

  const maySendNext = (preparedFor: Printer): boolean =>
    printer === preparedFor && contents.size() < maxInPrinter && !ending.signal.aborted;

  /** Nothing of the label was sent: it waits, and the printer is tried again later. */
  const leaveAlone = async (job: PrintJob, { outcome: { change } }: Sent): Promise<'left alone'> => {
    failures += 1;
    await save();
    const { state, reasons = [], failure = null } = change;
    await hold({ ...job, state, reasons, failure }, failure ?? monitor.failure(), pauseAfterFailures(failures));
    return 'left alone';
  };

  /** The next job that may be sent; a manually held printer has none, and shows that. */
  const nextLabel = async (): Promise<NextLabel | null> => {
    const next =
      upcoming === undefined
        ? (await readNext(async () => ({ next: await records.nextLabel(printer.name, unsent.delayed()) }))).next
        : upcoming;
    if (!next || !printer.onHold) return next;
    await unsent.show(next.job, heldManually);
    await parts.moveToStandIn(printer);
    return null;
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    await save();
    if (resumes) await resume();
    await owned.follow();
    let last: Awaited<ReturnType<typeof send>> = 'sent';
    while (!stopping()) {
      await unsent.resetOutdatedQuestions();
      const preparedFor = printer;
      const next = await nextLabel();
      if (last === 'answered' && (!next || contents.size() >= maxInPrinter)) return scheduleNextCheck();
      last = 'sent';
      // The identity is checked before a label is prepared for the printer.
      const isFirst = next !== null && !monitor.isIdentified();
      const ready = next && !isFirst ? await unsent.prepareLabel(next) : null;
      if (next && !isFirst && !ready) {
        upcoming = undefined;
        continue;
      }
      const checked = await monitor.check(next !== null);
      faults.observe(condition.now().reasons, next !== null || contents.size() > 0);
      const isUnchanged = printer === preparedFor;
      if (checked && !stopping() && isUnchanged && next && ready && contents.size() < maxInPrinter) {
        last = await send(checked, next, ready);
        if (last === 'left alone') return;
        await save();
        continue;
      }
      checked?.open.close();
      await save();
      if (stopping()) return;
      if (monitor.isReading()) return scheduleNextCheck();
      if (!checked) return hold(next?.job ?? null, monitor.failure());
      if (isUnchanged && !isFirst) return scheduleNextCheck();
    }
  };

  const passSafely = async (stopping: () => boolean): Promise<void> => {
    isPassing = true;
    try {
      await pass(stopping);
    } catch (error) {
      // Records may be closed by now. A job being sent is found `sending` at the next start.
      if (stopping()) return;
      await monitor.endEarlyCheck();
      queue.wakeAfter(idleCheckMs);
      throw error;
    } finally {
      upcoming = undefined;
      isPassing = false;
    }
  };

  const queue = createTimedQueue(clock, passSafely, parts.onBug);
  updatePrinter(printer);

  const wake = (): void => {
    queue.wake();
    if (monitor.isSlow()) runInBackground(showNextJob());
    moveFromStalledPrinter();
  };

  const end = async (): Promise<void> => {
    ending.abort();
    await Promise.all([queue.stop().then(faults.stop), monitor.endEarlyCheck()]);
  };

  return {
    printer: () => printer,
    updatePrinter,
    state() {
      const { name, connection, default: isDefault, standIn, sharedWith } = printer;
      const { reasons, warnings, ...now } = condition.now();
      return {
        ...{ name, connection, isDefault, sending: isSendingShown, ...(sharedWith && { sharedWith: [...sharedWith] }) },
        ...now,
        reasons: [...reasons],
        warnings: [...warnings],
        standIn: standIn?.printer ?? null,
      };
    },
    wake() {
      changes += 1;
      upcoming = undefined;
      wake();
    },
    added(next) {
      if (next) upcoming ??= next;
      else if (upcoming === null) upcoming = undefined;
      wake();
    },
    expectLabel() {
      if (!isPassing && !printer.onHold && contents.size() < maxInPrinter) monitor.checkEarly();
    },
    expectNone() {
      if (!isPassing && monitor.isCheckedEarly()) queue.wake();
    },
    stop: (graceMs) => waitAtMost(end(), graceMs, clock),
    async retire() {
      await end();
      if (resumes) await resume();
      await owned.abandon();
    },
  };
}

/** Milliseconds after which a label on its way is shown on its printer: each label that is out sooner would make screens read twice. */
const showSendingAfterMs = 200;

/** Milliseconds between checks of a held printer with waiting jobs. */
const heldCheckMs = 2_000;

/** Milliseconds between checks of a held printer without waiting jobs: an operator may be working on it. */
const heldIdleCheckMs = 4_000;

/** Milliseconds between checks of an idle printer. */
const idleCheckMs = 15_000;

/** Milliseconds to the next check after a label was sent: short at first, then longer. `checks`: since the last label, from 1. */
const pauseAfterLabel = (checks: number): number => (checks <= 10 ? 300 : 1_000);

/** Milliseconds to the next attempt after so many failures before the first byte: growing, since each is a journal entry. */
const pauseAfterFailures = (failures: number): number => Math.min(heldCheckMs * 2 ** (failures - 1), 60_000);

/** The jobs of these steps and their parcels; of any, where a step does not name its parcel. */
const changesOf = (steps: readonly PrintStep[]): Change[] => {
  const parcels = steps.flatMap(({ parcelId }) => parcelId ?? []);
  return parcels.length < steps.length ? ['print jobs', 'parcels'] : ofParcels(parcels, 'print jobs', 'parcels');
};
