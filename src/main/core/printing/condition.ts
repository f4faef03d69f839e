import type { HeldReason } from '../../../shared/printer.ts';
import type { PrinterStatus } from '../../../shared/printer-status.ts';
import type { Announce } from '../announce.ts';
import { type Clock, instant } from '../ports/clock.ts';

/** What a printer's state says of it at this moment. */
export interface Condition {
  readonly reasons: readonly HeldReason[];
  readonly since: string | null;
  readonly warnings: readonly string[];
  readonly words: string | null;
  readonly labelsInPrinter: number | null;
  /** It has told how it is. */
  readonly answers: boolean;
}

export interface KeptCondition {
  now(): Condition;
  /** It takes no label, for these reasons. */
  hold(reasons: readonly HeldReason[], words?: string | null): void;
  /** Nothing holds it. */
  ready(): void;
  /** It told how it is. */
  told(status: PrinterStatus): void;
  /** What a print queue of this computer says. */
  say(words: string | null): void;
}

/** Keeps a printer's condition, and announces it where it changes. */
export function keepCondition(clock: Clock, announce: Announce): KeptCondition {
  let condition: Condition = {
    reasons: [],
    since: null,
    warnings: [],
    words: null,
    labelsInPrinter: null,
    answers: false,
  };
  const change = (to: Partial<Condition>): void => {
    const next = { ...condition, ...to };
    if (JSON.stringify(next) === JSON.stringify(condition)) return;
    condition = next;
    announce('station', 'print jobs');
  };
  const since = (reasons: readonly HeldReason[]): string | null => {
    if (reasons.length === 0) return null;
    return condition.since ?? instant(clock.now());
  };
  return {
    now: () => condition,
    hold: (reasons, words = null) => change({ reasons, words, since: since(reasons) }),
    ready: () => change({ reasons: [], since: null, words: null }),
    told: ({ reasons, warnings, formatsInPrinter, labelsInPrinter }) =>
      change({
        reasons,
        since: since(reasons),
        words: null,
        warnings,
        labelsInPrinter: inside(formatsInPrinter, labelsInPrinter),
        answers: true,
      }),
    say: (words) => change({ words }),
  };
}

/** Formats that wait and labels of the one at work, together. */
function inside(formats: number | null, labels: number | null): number | null {
  return formats === null && labels === null ? null : (formats ?? 0) + (labels ?? 0);
}
