import { assertNever, type Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { HeldReason, Printer, StoredPrinterIdentity } from '../../../shared/printing/printer.ts';
import type { PrinterIdentity, PrinterStatus } from '../../../shared/printing/printer-status.ts';
import type { Clock } from '../ports/clock.ts';
import type { PrintStep } from '../ports/print-records.ts';
import type { OpenPrinter, PrinterAnswers, PrinterTransport } from '../ports/printing.ts';
import type { PrinterContents } from './print-confirmation.ts';
import type { ConditionTracker } from './printer-condition.ts';
import { identityMessage, isDifferentPrinter, mergeIdentity } from './printer-identity.ts';

/** Milliseconds until a printer that is still being opened counts as not answering. */
const slowMs = 1_500;
/** Milliseconds until a printer's identity is queried again: a cable or an address may have moved. */
const identityFreshMs = 5_000;
/** A printer that does not answer identity queries is asked at most this often: each query costs seconds. */
const maxIdentityChecks = 3;

/** Milliseconds for which the result of an early check counts. */
const earlyFreshMs = 500;

export interface PrinterMonitorParts {
  transport: PrinterTransport;
  printer: () => Printer;
  condition: ConditionTracker;
  contents: PrinterContents;
  clock: Clock;
  saveIdentity(known: StoredPrinterIdentity): void;
  /** Takes what a reading confirmed; it is on disk before anything else is sent. */
  record(steps: readonly PrintStep[]): void;
  /** A check takes long and continues. */
  onSlow(): void;
  signal: AbortSignal;
}

/** The answer of a printer that is ready for a label. */
export interface PrinterCheck {
  readonly status: 'answered' | 'one-way';
  /** Its label counter; null where not queried or not provided. */
  readonly count: number | null;
}

export interface CheckedPrinter extends PrinterCheck {
  readonly open: OpenPrinter;
}

export interface PrinterMonitor {
  /** The printer's identity was queried, and the printer has been reachable since. */
  isIdentified(): boolean;
  /** A label of this station was cut off. */
  noteCutOff(): void;
  /** Opens the printer, queries its status and identity, and prepares it for a label; null where it accepts none now. */
  check(isBeforeLabel: boolean): Promise<CheckedPrinter | null>;
  /**
   * Begins a check for a label that is being stored; the next `check` returns its result. Only of a printer that was ready and answers
   * everything in one exchange: whatever else must be done waits for the label.
   */
  checkEarly(): void;
  /** Such a check was begun, and no other has returned its result. */
  isCheckedEarly(): boolean;
  /** Closes the printer that such a check opened. */
  endEarlyCheck(): Promise<void>;
  /** Takes the answers behind a label; null where it accepts no further one now. */
  conclude(answers: PrinterAnswers): PrinterCheck | null;
  /** The identity must be asked again before another label. */
  mustIdentify(): boolean;
  /** The current check has taken long without a result. */
  isSlow(): boolean;
  /** The last check found it reading a label, which may be a complete one of this station: it is checked again soon. */
  isReading(): boolean;
  /** Why the last check had no result, or has none yet. */
  failure(): Failure;
}

/** Checks one printer before a label, after a label and periodically. Each check opens a new connection. */
export function createPrinterMonitor(parts: PrinterMonitorParts): PrinterMonitor {
  const { transport, printer, condition, contents, clock } = parts;
  let identifiedAt: number | null = null;
  /** Identity queries since it was unreachable. */
  let identityChecks = 0;
  // A print queue of this computer sends whole labels even if the station stops.
  let unfinished: Unfinished = transport.follow ? 'none' : 'maybe';
  let [slow, reading] = [false, false];
  let early: { readonly found: Promise<CheckedPrinter | null>; readonly begunAt: number } | null = null;
  let lastFailure: Failure = heldFailure([]);

  const holdBecause = (failure: Failure): null => {
    lastFailure = failure;
    return null;
  };

  const open = async (): Promise<OpenPrinter | null> => {
    const stopWaiting = clock.after(slowMs, () => {
      if (parts.signal.aborted) return;
      slow = true;
      // The result of the previous check stays until this one is over.
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

  /** True while the identity need not be queried again: it is recent, or the printer never answered such queries. */
  const isFresh = (): boolean =>
    identifiedAt !== null &&
    (clock.now() - identifiedAt < identityFreshMs ||
      (printer().known === undefined && identityChecks >= maxIdentityChecks));

  const isSamePrinter = async (opened: OpenPrinter): Promise<boolean> =>
    isFresh() || isKnown(printer().neverAnswers ? null : await opened.identity());

  /** False where a different printer is at this address. */
  const isKnown = (identity: PrinterIdentity | null): boolean => {
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
    // The station stops, or the printer has a new address: nothing to store.
    if (parts.signal.aborted) return false;
    const next = identity && mergeIdentity(known, identity);
    identifiedAt = clock.now();
    identityChecks += 1;
    if (next && next !== known) parts.saveIdentity(next);
    return true;
  };

  const judge = (isPartial: boolean | null, isBeforeLabel: boolean): ReturnType<typeof judgeInput> => {
    if (isPartial === false) unfinished = 'none';
    const [isShared, holdsOurs] = [printer().shared ?? false, contents.size() > 0];
    return judgeInput({ isPartial, unfinished, isShared, holdsOurs, isBeforeLabel });
  };

  /** Clears an unfinished label; false where the command could not be sent. A transport without commands skips this. */
  const clear = async (opened: OpenPrinter): Promise<boolean> => {
    const cleared = await opened.sendCommand('clear unfinished label');
    if (cleared.ok) unfinished = 'none';
    if (cleared.ok || cleared.failure.code !== 'printer-unreachable') return true;
    condition.hold(['unreachable'], cleared.failure.message);
    holdBecause(cleared.failure);
    return false;
  };

  /** The status after clearing. */
  const afterClearing = async (opened: OpenPrinter, reported: PrinterStatus): Promise<PrinterStatus> => {
    if (!reported.partialFormat) return reported;
    const again = await opened.status();
    if (again.kind === 'answered' && again.status.partialFormat !== true) return again.status;
    return { ...reported, reasons: ['unfinished label'] };
  };

  const observe = (status: PrinterStatus, count: number | null): void =>
    parts.record(
      contents.observe(
        {
          formats: status.formatsInPrinter,
          labels: status.labelsInPrinter,
          partialFormat: status.partialFormat,
          count,
          isFaulted: status.reasons.length > 0,
        },
        printer().shared ?? false,
      ),
    );

  const checkUnidirectional = async (opened: OpenPrinter, isBeforeLabel: boolean): Promise<PrinterCheck | null> => {
    if (judge(null, isBeforeLabel) === 'clear' && !(await clear(opened))) return null;
    condition.ready();
    // Settles what was sent while the printer still answered.
    observe(nothingReported, null);
    return { status: 'one-way', count: null };
  };

  const conclude = (status: PrinterStatus, count: number | null): PrinterCheck | null => {
    condition.update(status);
    observe(status, count);
    return status.reasons.length > 0 ? holdBecause(heldFailure(status.reasons)) : { status: 'answered', count };
  };

  const checkAnswering = async (
    opened: OpenPrinter,
    reported: PrinterStatus,
    isBeforeLabel: boolean,
  ): Promise<PrinterCheck | null> => {
    let verdict = judge(reported.partialFormat, isBeforeLabel);
    if (verdict === 'read on' && reported.reasons.length === 0) {
      conclude(reported, null);
      // Labels that it has held for long without a change are no longer waited for.
      verdict = judge(reported.partialFormat, isBeforeLabel);
      reading = verdict === 'read on';
      if (reading) return holdBecause(heldFailure([]));
    }
    if (verdict === 'wait') return conclude({ ...reported, reasons: [...reported.reasons, 'unfinished label'] }, null);
    // A fault is reported at once, and queries must not disturb another computer's label.
    if (reported.reasons.length > 0 || (reported.partialFormat && verdict === 'leave')) return conclude(reported, null);
    if (!(await isSamePrinter(opened))) return null;
    if (verdict === 'clear' && !(await clear(opened))) return null;
    const status = verdict === 'clear' ? await afterClearing(opened, reported) : reported;
    const count = isBeforeLabel || contents.size() > 0 ? await opened.labelCount() : null;
    return conclude(status, count);
  };

  /** Everything in one exchange is asked of a printer that was ready: no query may disturb a label in progress, or delay a fault. */
  const mayAskTogether = (isBeforeLabel: boolean): boolean => {
    const { neverAnswers, shared } = printer();
    const { answers, reasons } = condition.now();
    return (
      (isBeforeLabel || contents.size() > 0) &&
      !neverAnswers &&
      !shared &&
      answers &&
      reasons.length === 0 &&
      unfinished === 'none'
    );
  };

  const concludeTogether = ({ status, count, identity }: PrinterAnswers): PrinterCheck | null => {
    if (status.partialFormat) {
      unfinished = 'maybe';
      observe(status, null);
      return holdBecause(heldFailure([]));
    }
    return identity && !isKnown(identity) ? null : conclude(status, count);
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

  const checkOnce = async (
    isBeforeLabel: boolean,
    together: boolean,
  ): Promise<CheckedPrinter | 'incomplete' | null> => {
    reading = false;
    const opened = await open();
    if (!opened) return null;
    let found: PrinterCheck | 'incomplete' | null = null;
    try {
      const answers = together ? await opened.askTogether?.(!isFresh()) : undefined;
      if (answers === undefined || answers === 'not asked') found = await ask(opened, isBeforeLabel);
      else found = answers === 'incomplete' || answers.status.partialFormat ? 'incomplete' : concludeTogether(answers);
    } finally {
      // Always closed: an open printer blocks every other user.
      if (!found || found === 'incomplete') opened.close();
    }
    return found && found !== 'incomplete' ? { open: opened, ...found } : found;
  };

  const checkNow = async (isBeforeLabel: boolean): Promise<CheckedPrinter | null> => {
    const found = await checkOnce(isBeforeLabel, mayAskTogether(isBeforeLabel));
    // Over a new connection, so that no late reply is taken for the answer to another query.
    const again = found === 'incomplete' ? await checkOnce(isBeforeLabel, false) : found;
    return again === 'incomplete' ? null : again;
  };

  /** The result of the check that was begun early; undefined where there is none, or it is too old. */
  const takeEarly = async (): Promise<CheckedPrinter | null | undefined> => {
    if (!early) return undefined;
    const { found, begunAt } = early;
    early = null;
    const checked = await found;
    if (clock.now() - begunAt <= earlyFreshMs) return checked;
    checked?.open.close();
    return undefined;
  };

  return {
    isIdentified: () => identifiedAt !== null,
    noteCutOff() {
      unfinished = 'ours';
    },
    isSlow: () => slow,
    isReading: () => reading,
    async check(isBeforeLabel) {
      const checked = await takeEarly();
      return checked === undefined ? checkNow(isBeforeLabel) : checked;
    },
    checkEarly() {
      if (early || identifiedAt === null || !mayAskTogether(true)) return;
      early = { found: checkNow(true), begunAt: clock.now() };
      // Reported to the check that takes it.
      early.found.catch(() => undefined);
    },
    isCheckedEarly: () => early !== null,
    async endEarlyCheck() {
      const begun = early;
      early = null;
      const checked = await begun?.found.catch(() => null);
      checked?.open.close();
    },
    conclude: concludeTogether,
    mustIdentify: () => !isFresh(),
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
 * An unfinished label in a printer's input would swallow the next label. `ours`: a label of this station was cut off. `maybe`: the
 * previous run of the station may have left one.
 */
export type Unfinished = 'none' | 'maybe' | 'ours';

export interface InputState {
  /** What the printer reports of it; null where it does not. */
  readonly isPartial: boolean | null;
  readonly unfinished: Unfinished;
  /** Other computers print on it too. */
  readonly isShared: boolean;
  /** It may still hold labels that this station sent whole. */
  readonly holdsOurs: boolean;
  /** A label of ours is about to be sent. */
  readonly isBeforeLabel: boolean;
}

/**
 * What to do: our own is cleared (`~JX` clears nothing else); another computer's is waited for before a label, else left alone. `read
 * on`: the printer may still read a complete label of ours, which `~JX` would destroy.
 */
function judgeInput(input: InputState): 'leave' | 'clear' | 'wait' | 'read on' {
  const { isPartial, unfinished, isShared, holdsOurs, isBeforeLabel } = input;
  if (isPartial === false) return 'leave';
  if (isPartial && unfinished === 'ours') return 'clear';
  if (!isBeforeLabel) return 'leave';
  if (isPartial && isShared) return 'wait';
  if (isPartial) return holdsOurs ? 'read on' : 'clear';
  return unfinished === 'ours' || (unfinished === 'maybe' && !isShared) ? 'clear' : 'leave';
}
