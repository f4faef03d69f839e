import { assertNever, type Failure } from '../../../shared/failure.ts';
import { type HeldReason, type KnownPrinter, mendingWords, type Printer } from '../../../shared/printer.ts';
import type { PrinterStatus } from '../../../shared/printer-status.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenPrinter, PrinterTransport } from '../ports/printing.ts';
import { afterMeeting, identityWords, isAnother } from './acquaintance.ts';
import type { KeptCondition } from './condition.ts';
import type { PrinterContents } from './printer-contents.ts';
import { judgeInput, type Unfinished } from './unfinished-label.ts';

/** Milliseconds until a printer that is still being opened counts as not answering. */
const slowMs = 1_500;
/** Milliseconds until a printer that was met is asked again who it is: a cable moves quickly, and an address too. */
const acquaintanceMs = 5_000;
/** One that says nothing of itself is asked no more often than that: its silence costs seconds. */
const mostMeetings = 3;

export interface LookoutParts {
  transport: PrinterTransport;
  printer: () => Printer;
  condition: KeptCondition;
  contents: PrinterContents;
  clock: Clock;
  keepKnown(known: KnownPrinter): void;
  /** A look takes long; it goes on. */
  onSlow(): void;
  signal: AbortSignal;
}

/** What a printer that is ready for a label told. */
export interface Seen {
  readonly told: 'answered' | 'one-way';
  /** Its label counter; null where not asked or not told. */
  readonly count: number | null;
}

export interface Looked extends Seen {
  readonly open: OpenPrinter;
}

export interface Lookout {
  /** Who answers at the address has been asked, and has not been away since. */
  hasMet(): boolean;
  /** A label of ours was cut off on its way. */
  cutOff(): void;
  /** Opens the printer, asks how and who it is, and makes it ready for a label; null where it takes none now. */
  look(isBeforeLabel: boolean): Promise<Looked | null>;
  /** A look is under way, and has taken long for nothing so far. */
  isSlow(): boolean;
  /** Why the last look ended with nothing, or has not ended yet. */
  failure(): Failure;
}

/** Looks at one printer before a label's first byte, after a label, and now and then: a connection each time, never a parked one. */
export function createLookout(parts: LookoutParts): Lookout {
  const { transport, printer, condition, contents, clock } = parts;
  let metAt: number | null = null;
  /** Meetings since it was away. */
  let meetings = 0;
  // A queue of this computer hands labels on whole, whatever becomes of the station.
  let left: Unfinished = transport.follow ? 'none' : 'maybe';
  let slow = false;
  let why: Failure = heldFor([]);

  const held = (failure: Failure): null => {
    why = failure;
    return null;
  };

  const open = async (): Promise<OpenPrinter | null> => {
    const stopWaiting = clock.after(slowMs, () => {
      if (parts.signal.aborted) return;
      slow = true;
      // What the look before found stands until this one is over.
      if (condition.now().reasons.length === 0) {
        condition.hold(['not answering'], slowWords);
        held(heldFor(['not answering']));
      }
      parts.onSlow();
    });
    const opened = await transport.open(parts.signal).finally(() => {
      stopWaiting();
      slow = false;
    });
    if (opened.ok) return opened.value;
    metAt = null;
    meetings = 0;
    contents.wasGone();
    if (!parts.signal.aborted) condition.hold(['unreachable'], opened.failure.message);
    return held(opened.failure);
  };

  /** True while it need not be asked again: soon after it was, and where it told nothing of itself so many times. */
  const isFresh = (): boolean =>
    metAt !== null &&
    (clock.now() - metAt < acquaintanceMs || (printer().known === undefined && meetings >= mostMeetings));

  /** False where another printer answers than the one known at this address. */
  const isTheSame = async (opened: OpenPrinter): Promise<boolean> => {
    if (isFresh()) return true;
    const identity = printer().neverAnswers ? null : await opened.identity();
    const { known } = printer();
    if (identity && known && isAnother(known, identity)) {
      const words = `Known here: ${identityWords(known)}. Answering now: ${identityWords(identity)}.`;
      metAt = null;
      contents.wasGone();
      condition.hold(['another printer'], words);
      const next = mendingWords['another printer'];
      held({ code: 'printer-held', message: `Another printer answers. ${words}`, next });
      return false;
    }
    // A station that stops, or whose printer has another address by now, has nothing to keep.
    if (parts.signal.aborted) return false;
    const next = identity && afterMeeting(known, identity);
    metAt = clock.now();
    meetings += 1;
    if (next && next !== known) parts.keepKnown(next);
    return true;
  };

  const judge = (isPartial: boolean | null, isBeforeLabel: boolean): ReturnType<typeof judgeInput> => {
    if (isPartial === false) left = 'none';
    return judgeInput({ isPartial, left, isShared: printer().shared ?? false, isBeforeLabel });
  };

  /** Drops what was begun there and not ended; false where the printer could not be told. A way without commands cannot help it. */
  const clear = async (opened: OpenPrinter): Promise<boolean> => {
    const told = await opened.tell('clear unfinished label');
    if (told.ok) left = 'none';
    if (told.ok || told.failure.code !== 'printer-unreachable') return true;
    condition.hold(['unreachable'], told.failure.message);
    held(told.failure);
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

  const lookAtOneWay = async (opened: OpenPrinter, isBeforeLabel: boolean): Promise<Seen | null> => {
    if (judge(null, isBeforeLabel) === 'clear' && !(await clear(opened))) return null;
    condition.ready();
    // What was handed over while it still answered.
    await observe(tellsNothing, null);
    return { told: 'one-way', count: null };
  };

  const conclude = async (status: PrinterStatus, count: number | null): Promise<Seen | null> => {
    condition.told(status);
    await observe(status, count);
    return status.reasons.length > 0 ? held(heldFor(status.reasons)) : { told: 'answered', count };
  };

  const lookAtAnswering = async (
    opened: OpenPrinter,
    told: PrinterStatus,
    isBeforeLabel: boolean,
  ): Promise<Seen | null> => {
    const verdict = judge(told.partialFormat, isBeforeLabel);
    if (verdict === 'wait') return conclude({ ...told, reasons: [...told.reasons, 'unfinished label'] }, null);
    // A fault is told at once, and another computer's label on its way is not disturbed by questions.
    if (told.reasons.length > 0 || (told.partialFormat && verdict === 'leave')) return conclude(told, null);
    if (!(await isTheSame(opened))) return null;
    if (verdict === 'clear' && !(await clear(opened))) return null;
    const status = verdict === 'clear' ? await afterClearing(opened, told) : told;
    const count = isBeforeLabel || contents.size() > 0 ? await opened.labelCount() : null;
    return conclude(status, count);
  };

  const ask = async (opened: OpenPrinter, isBeforeLabel: boolean): Promise<Seen | null> => {
    const answer = printer().neverAnswers ? ({ kind: 'one-way' } as const) : await opened.status();
    switch (answer.kind) {
      case 'silent':
        condition.hold(['not answering']);
        return held(heldFor(['not answering']));
      case 'one-way':
        return (await isTheSame(opened)) ? lookAtOneWay(opened, isBeforeLabel) : null;
      case 'answered':
        return lookAtAnswering(opened, answer.status, isBeforeLabel);
      default:
        return assertNever(answer);
    }
  };

  return {
    hasMet: () => metAt !== null,
    cutOff() {
      left = 'ours';
    },
    isSlow: () => slow,
    async look(isBeforeLabel) {
      const opened = await open();
      if (!opened) return null;
      let seen: Seen | null = null;
      try {
        seen = await ask(opened, isBeforeLabel);
      } finally {
        // Whatever went wrong: an open printer keeps everybody else waiting.
        if (!seen) opened.close();
      }
      return seen && { open: opened, ...seen };
    },
    failure: () => why,
  };
}

const slowWords = 'It takes no connection yet: it is busy with another label, or does not answer.';

const tellsNothing: PrinterStatus = {
  reasons: [],
  warnings: [],
  formatsInPrinter: null,
  labelsInPrinter: null,
  partialFormat: null,
  raw: '',
};

/** Why a printer takes no label, in its own words. */
function heldFor(reasons: readonly HeldReason[]): Failure {
  const [first] = reasons;
  return {
    code: 'printer-held',
    message: first === 'not answering' ? 'The printer does not answer.' : `The printer says: ${reasons.join(', ')}.`,
    ...(first ? { next: mendingWords[first] } : {}),
  };
}
