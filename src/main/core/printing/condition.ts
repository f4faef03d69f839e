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
  /** A person holds it, or lets it go on; whatever else holds it stays. */
  byHand(isHeld: boolean): void;
  /** It takes no label, for these reasons. */
  hold(reasons: readonly HeldReason[], words?: string | null): void;
  /** Nothing holds it. */
  ready(): void;
  /** It takes nothing more of a label on its way, or takes on. */
  stalled(isStalled: boolean): void;
  /** It told how it is. */
  told(status: PrinterStatus): void;
  /** What a print queue of this computer says. */
  say(words: string | null): void;
}

/** Keeps a printer's condition, and announces it where it changes. */
export function keepCondition(clock: Clock, announce: Announce): KeptCondition {
  let heldByHandSince: string | null = null;
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
  const because = (reasons: readonly HeldReason[]): Pick<Condition, 'reasons' | 'since'> => ({
    reasons,
    since: reasons.length === 0 ? null : (condition.since ?? instant(clock.now())),
  });
  return {
    now: () => (heldByHandSince === null ? condition : withHand(condition, heldByHandSince)),
    byHand(isHeld) {
      if (isHeld === (heldByHandSince !== null)) return;
      heldByHandSince = isHeld ? instant(clock.now()) : null;
      announce('station', 'print jobs');
    },
    hold: (reasons, words = null) => change({ ...because(reasons), words }),
    ready: () => change({ ...because([]), words: null }),
    stalled: (isStalled) => change(because(isStalled ? ['not answering'] : [])),
    told: ({ reasons, warnings, formatsInPrinter, labelsInPrinter }) =>
      change({
        ...because(reasons),
        words: null,
        warnings,
        labelsInPrinter: inside(formatsInPrinter, labelsInPrinter),
        answers: true,
      }),
    say: (words) => change({ words }),
  };
}

function withHand(condition: Condition, heldSince: string): Condition {
  const since = condition.since !== null && condition.since < heldSince ? condition.since : heldSince;
  return { ...condition, reasons: ['on hold', ...condition.reasons], since };
}

/** Formats that wait and labels of the one at work, together. */
function inside(formats: number | null, labels: number | null): number | null {
  return formats === null && labels === null ? null : (formats ?? 0) + (labels ?? 0);
}
