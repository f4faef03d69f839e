import type { Failure } from '../../../shared/failure.ts';
import { type HeldReason, type KnownPrinter, mendingWords, type Printer } from '../../../shared/printer.ts';
import type { PrinterStatus } from '../../../shared/printer-status.ts';
import type { OpenPrinter, PrinterTransport } from '../ports/printing.ts';
import { afterMeeting, identityWords, isAnother } from './acquaintance.ts';
import type { KeptCondition } from './condition.ts';
import type { PrinterContents } from './printer-contents.ts';

export interface LookoutParts {
  transport: PrinterTransport;
  printer: () => Printer;
  condition: KeptCondition;
  contents: PrinterContents;
  keepKnown(printer: string, known: KnownPrinter): void;
  signal: AbortSignal;
}

/** A printer that is ready for a label, and what it told. */
export interface Looked {
  readonly open: OpenPrinter;
  readonly told: 'answered' | 'one-way';
  /** Its label counter; null where not asked or not told. */
  readonly count: number | null;
}

export interface Lookout {
  /** Who answers at the address is known, and has not been away since. */
  hasMet(): boolean;
  /** Gets acquainted; false where the printer is held, or away. */
  meet(): Promise<boolean>;
  /** Opens the printer and asks how it is; null where it takes no label now. */
  look(wantsCount: boolean): Promise<Looked | null>;
  /** Why the last look or meeting ended with nothing. */
  failure(): Failure;
}

/** Looks at one printer before a label's first byte, after a label, and now and then: a connection each time, never a parked one. */
export function createLookout(parts: LookoutParts): Lookout {
  const { transport, printer, condition, contents } = parts;
  let met = false;
  let why: Failure = heldFor([]);

  const held = (failure: Failure): null => {
    why = failure;
    return null;
  };

  const open = async (): Promise<OpenPrinter | null> => {
    const opened = await transport.open(parts.signal);
    if (opened.ok) return opened.value;
    met = false;
    contents.wasGone();
    if (!parts.signal.aborted) condition.hold(['unreachable'], opened.failure.message);
    return held(opened.failure);
  };

  /** False where another printer answers than the one known at this address. */
  const isTheSame = async (opened: OpenPrinter): Promise<boolean> => {
    const identity = printer().neverAnswers ? null : await opened.identity();
    if (identity === null) return true;
    const { name, known } = printer();
    if (known && isAnother(known, identity)) {
      const words = `Known here: ${identityWords(known)}. Answering now: ${identityWords(identity)}.`;
      condition.hold(['another printer'], words);
      held({
        code: 'printer-held',
        message: `Another printer answers. ${words}`,
        next: mendingWords['another printer'],
      });
      return false;
    }
    const next = afterMeeting(known, identity);
    if (next !== known) parts.keepKnown(name, next);
    return true;
  };

  const introduce = async (opened: OpenPrinter): Promise<boolean> => {
    if (met) return true;
    met = await isTheSame(opened);
    return met;
  };

  /**
   * A format without its end would swallow the next label. Ours, cut off, is dropped; another computer's, on a printer it shares
   * with us, is waited for.
   */
  const cleared = async (opened: OpenPrinter, status: PrinterStatus): Promise<PrinterStatus> => {
    if (status.partialFormat !== true) return status;
    if (!printer().shared || contents.size() > 0) {
      await opened.tell('clear unfinished label');
      const again = await opened.status();
      if (again.kind === 'answered' && again.status.partialFormat !== true) return again.status;
    }
    return { ...status, reasons: [...status.reasons, 'unfinished label'] };
  };

  /** The look itself, over an open printer: its told state, or null where it is held. */
  const ask = async (opened: OpenPrinter, wantsCount: boolean): Promise<Omit<Looked, 'open'> | null> => {
    const answer = printer().neverAnswers ? ({ kind: 'one-way' } as const) : await opened.status();
    switch (answer.kind) {
      case 'one-way':
        // Whether it waits for the rest of a label of ours cannot be asked: told to drop it, it drops nothing else.
        if (contents.takeCutOff()) await opened.tell('clear unfinished label');
        condition.ready();
        return { told: 'one-way', count: null };
      case 'silent':
        condition.hold(['not answering']);
        return held(heldFor(['not answering']));
      case 'answered': {
        const status = await cleared(opened, answer.status);
        const asksCount = wantsCount || contents.size() > 0;
        const count = asksCount ? await opened.labelCount() : null;
        condition.told(status);
        await contents.observe(
          {
            formats: status.formatsInPrinter,
            labels: status.labelsInPrinter,
            partialFormat: status.partialFormat,
            count,
            isFaulted: status.reasons.length > 0,
          },
          printer().shared ?? false,
        );
        if (status.reasons.length > 0) return held(heldFor(status.reasons));
        return { told: 'answered', count };
      }
    }
  };

  const over = async <T>(
    work: (opened: OpenPrinter) => Promise<T | null>,
  ): Promise<{ opened: OpenPrinter; value: T } | null> => {
    const opened = await open();
    if (!opened) return null;
    const value = (await introduce(opened)) ? await work(opened) : null;
    if (value !== null) return { opened, value };
    opened.close();
    return null;
  };

  return {
    hasMet: () => met,
    async meet() {
      const there = await over(async () => true);
      there?.opened.close();
      return there !== null;
    },
    async look(wantsCount) {
      const there = await over((opened) => ask(opened, wantsCount));
      return there && { open: there.opened, ...there.value };
    },
    failure: () => why,
  };
}

/** Why a printer takes no label, in its own words. */
export function heldFor(reasons: readonly HeldReason[]): Failure {
  const [first] = reasons;
  return {
    code: 'printer-held',
    message: `The printer says: ${reasons.join(', ') || 'nothing'}.`,
    ...(first ? { next: mendingWords[first] } : {}),
  };
}
