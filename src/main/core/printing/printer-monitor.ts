import { assertNever, type Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { HeldReason, KnownPrinter, Printer } from '../../../shared/printing/printer.ts';
import type { PrinterStatus } from '../../../shared/printing/printer-status.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenPrinter, PrinterTransport } from '../ports/printing.ts';
import type { PrinterContents } from './print-confirmation.ts';
import type { ConditionTracker } from './printer-condition.ts';
import { identityMessage, isDifferentPrinter, mergeIdentity } from './printer-identity.ts';

/** Milliseconds until a printer that is still being opened counts as not answering. */
const slowMs = 1_500;
/** Milliseconds until a printer that was met is asked again who it is: a cable moves quickly, and an address too. */
const identityFreshMs = 5_000;
/** One that says nothing of itself is asked no more often than that: its silence costs seconds. */
const maxIdentityChecks = 3;

export interface PrinterMonitorParts {
  transport: PrinterTransport;
  printer: () => Printer;
  condition: ConditionTracker;
  contents: PrinterContents;
  clock: Clock;
  saveIdentity(known: KnownPrinter): void;
  /** A look takes long; it goes on. */
  onSlow(): void;
  signal: AbortSignal;
}

/** What a printer that is ready for a label told. */
export interface PrinterCheck {
  readonly told: 'answered' | 'one-way';
  /** Its label counter; null where not asked or not told. */
  readonly count: number | null;
}

export interface CheckedPrinter extends PrinterCheck {
  readonly open: OpenPrinter;
}

export interface PrinterMonitor {
  /** Who answers at the address has been asked, and has not been away since. */
  isIdentified(): boolean;
  /** A label of ours was cut off on its way. */
  noteCutOff(): void;
  /** Opens the printer, asks how and who it is, and makes it ready for a label; null where it takes none now. */
  check(isBeforeLabel: boolean): Promise<CheckedPrinter | null>;
  /** A look is under way, and has taken long for nothing so far. */
  isSlow(): boolean;
  /** Why the last look ended with nothing, or has not ended yet. */
  failure(): Failure;
}

/** Looks at one printer before a label's first byte, after a label, and now and then: a connection each time, never a parked one. */
export function createPrinterMonitor(parts: PrinterMonitorParts): PrinterMonitor {
  const { transport, printer, condition, contents, clock } = parts;
  let identifiedAt: number | null = null;
  /** Meetings since it was away. */
  let identityChecks = 0;
  // A queue of this computer hands labels on whole, whatever becomes of the station.
  let unfinished: Unfinished = transport.follow ? 'none' : 'maybe';
  let slow = false;
  let lastFailure: Failure = heldFailure([]);

  const holdBecause = (failure: Failure): null => {
    lastFailure = failure;
    return null;
  };

  const open = async (): Promise<OpenPrinter | null> => {
    const stopWaiting = clock.after(slowMs, () => {
      if (parts.signal.aborted) return;
      slow = true;
      // What the look before found stands until this one is over.
      if (condition.now().reasons.length === 0) {
        condition.hold(['not answering'], slowMessage);
        holdBecause(heldFailure(['not answering']));
      }
      parts.onSlow();
    });
    const opened = await transport.open(parts.signal).finally(() => {
      stopWaiting();
      slow = false;
    });
    if (opened.ok) return opened.value;
    identifiedAt = null;
    identityChecks = 0;
    contents.markUnavailable();
    if (!parts.signal.aborted) condition.hold(['unreachable'], opened.failure.message);
    return holdBecause(opened.failure);
  };

  /** True while it need not be asked again: soon after it was, and where it told nothing of itself so many times. */
  const isFresh = (): boolean =>
    identifiedAt !== null &&
    (clock.now() - identifiedAt < identityFreshMs ||
      (printer().known === undefined && identityChecks >= maxIdentityChecks));

  /** False where another printer answers than the one known at this address. */
  const isSamePrinter = async (opened: OpenPrinter): Promise<boolean> => {
    if (isFresh()) return true;
    const identity = printer().neverAnswers ? null : await opened.identity();
    const { known } = printer();
    if (identity && known && isDifferentPrinter(known, identity)) {
      const expected = identityMessage(known);
      const different = message('print-job.different-printer', { expected, found: identityMessage(identity) });
      identifiedAt = null;
      contents.markUnavailable();
      condition.hold(['another printer'], different);
      holdBecause({ code: 'printer-held', message: different });
      return false;
    }
    // A station that stops, or whose printer has another address by now, has nothing to keep.
    if (parts.signal.aborted) return false;
    const next = identity && mergeIdentity(known, identity);
    identifiedAt = clock.now();
    identityChecks += 1;
    if (next && next !== known) parts.saveIdentity(next);
    return true;
  };

  const judge = (isPartial: boolean | null, isBeforeLabel: boolean): ReturnType<typeof judgeInput> => {
    if (isPartial === false) unfinished = 'none';
    return judgeInput({ isPartial, unfinished, isShared: printer().shared ?? false, isBeforeLabel });
  };

  /** Drops what was begun there and not ended; false where the printer could not be told. A way without commands cannot help it. */
  const clear = async (opened: OpenPrinter): Promise<boolean> => {
    const cleared = await opened.sendCommand('clear unfinished label');
    if (cleared.ok) unfinished = 'none';
    if (cleared.ok || cleared.failure.code !== 'printer-unreachable') return true;
    condition.hold(['unreachable'], cleared.failure.message);
    holdBecause(cleared.failure);
    return false;
  };

  /** How it is after that. */
  const afterClearing = async (opened: OpenPrinter, told: PrinterStatus): Promise<PrinterStatus> => {
    if (!told.partialFormat) return told;
    const again = await opened.status();
    if (again.kind === 'answered' && again.status.partialFormat !== true) return again.status;
    return { ...told, reasons: ['unfinished label'] };
  };

  const observe = (status: PrinterStatus, count: number | null): Promise<void> =>
    contents.observe(
      {
        formats: status.formatsInPrinter,
        labels: status.labelsInPrinter,
        partialFormat: status.partialFormat,
        count,
        isFaulted: status.reasons.length > 0,
      },
      printer().shared ?? false,
    );

  const checkUnidirectional = async (opened: OpenPrinter, isBeforeLabel: boolean): Promise<PrinterCheck | null> => {
    if (judge(null, isBeforeLabel) === 'clear' && !(await clear(opened))) return null;
    condition.ready();
    // What was handed over while it still answered.
    await observe(nothingReported, null);
    return { told: 'one-way', count: null };
  };

  const conclude = async (status: PrinterStatus, count: number | null): Promise<PrinterCheck | null> => {
    condition.update(status);
    await observe(status, count);
    return status.reasons.length > 0 ? holdBecause(heldFailure(status.reasons)) : { told: 'answered', count };
  };

  const checkAnswering = async (
    opened: OpenPrinter,
    told: PrinterStatus,
    isBeforeLabel: boolean,
  ): Promise<PrinterCheck | null> => {
    const verdict = judge(told.partialFormat, isBeforeLabel);
    if (verdict === 'wait') return conclude({ ...told, reasons: [...told.reasons, 'unfinished label'] }, null);
    // A fault is told at once, and another computer's label on its way is not disturbed by questions.
    if (told.reasons.length > 0 || (told.partialFormat && verdict === 'leave')) return conclude(told, null);
    if (!(await isSamePrinter(opened))) return null;
    if (verdict === 'clear' && !(await clear(opened))) return null;
    const status = verdict === 'clear' ? await afterClearing(opened, told) : told;
    const count = isBeforeLabel || contents.size() > 0 ? await opened.labelCount() : null;
    return conclude(status, count);
  };

  const ask = async (opened: OpenPrinter, isBeforeLabel: boolean): Promise<PrinterCheck | null> => {
    const answer = printer().neverAnswers ? ({ kind: 'one-way' } as const) : await opened.status();
    switch (answer.kind) {
      case 'silent':
        condition.hold(['not answering']);
        return holdBecause(heldFailure(['not answering']));
      case 'one-way':
        return (await isSamePrinter(opened)) ? checkUnidirectional(opened, isBeforeLabel) : null;
      case 'answered':
        return checkAnswering(opened, answer.status, isBeforeLabel);
      default:
        return assertNever(answer);
    }
  };

  return {
    isIdentified: () => identifiedAt !== null,
    noteCutOff() {
      unfinished = 'ours';
    },
    isSlow: () => slow,
    async check(isBeforeLabel) {
      const opened = await open();
      if (!opened) return null;
      let checkResult: PrinterCheck | null = null;
      try {
        checkResult = await ask(opened, isBeforeLabel);
      } finally {
        // Whatever went wrong: an open printer keeps everybody else waiting.
        if (!checkResult) opened.close();
      }
      return checkResult && { open: opened, ...checkResult };
    },
    failure: () => lastFailure,
  };
}

const slowMessage = message('print-job.printer-connecting');

const nothingReported: PrinterStatus = {
  reasons: [],
  warnings: [],
  formatsInPrinter: null,
  labelsInPrinter: null,
  partialFormat: null,
  raw: '',
};

/** Why a printer takes no label; its reasons are stored beside it. */
const heldFailure = ([first]: readonly HeldReason[]): Failure => ({
  code: 'printer-held',
  message: message(first === 'not answering' ? 'print-job.printer-not-answering' : 'print-job.printer-not-ready'),
});

/**
 * What may stand in a printer's input, begun and not ended: it would swallow the next label. `ours`: a label of this station was cut
 * off. `maybe`: nobody knows what the last run of the station left.
 */
export type Unfinished = 'none' | 'maybe' | 'ours';

export interface InputState {
  /** What the printer tells of it; null where it does not. */
  readonly isPartial: boolean | null;
  readonly unfinished: Unfinished;
  /** Other computers print on it too. */
  readonly isShared: boolean;
  /** A label of ours is about to be sent. */
  readonly isBeforeLabel: boolean;
}

/** What to do about it: ours is dropped (`~JX` drops nothing else), another computer's is waited for, and left alone without need. */
function judgeInput({ isPartial, unfinished, isShared, isBeforeLabel }: InputState): 'leave' | 'clear' | 'wait' {
  if (isPartial === false) return 'leave';
  if (isPartial && unfinished === 'ours') return 'clear';
  if (!isBeforeLabel) return 'leave';
  if (isPartial) return isShared ? 'wait' : 'clear';
  return unfinished === 'ours' || (unfinished === 'maybe' && !isShared) ? 'clear' : 'leave';
}
