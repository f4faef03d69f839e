import type { Message } from '../../../shared/messages/message.ts';
import type { HeldReason, PrinterWarning } from '../../../shared/printing/printer.ts';
import type { PrinterStatus } from '../../../shared/printing/printer-status.ts';
import type { Announce } from '../notices.ts';
import { type Clock, instant, localHour } from '../ports/clock.ts';
import type { FigureRecords, NewFigureRow } from '../ports/print-records.ts';

/** The state of a printer at this moment. */
export interface PrinterCondition {
  readonly reasons: readonly HeldReason[];
  readonly since: string | null;
  readonly warnings: readonly PrinterWarning[];
  readonly message: Message | null;
  readonly labelsInPrinter: number | null;
  /** It has reported its status. */
  readonly answers: boolean;
}

export interface ConditionTracker {
  now(): PrinterCondition;
  /** An operator pauses or resumes it; other reasons stay. */
  setManualHold(isHeld: boolean): void;
  /** It accepts no label, for these reasons. */
  hold(reasons: readonly HeldReason[], message?: Message | null): void;
  /** Nothing holds it. */
  ready(): void;
  /** It stops accepting data of a label being sent, or accepts data again. */
  stalled(isStalled: boolean): void;
  /** It reported its status. */
  update(status: PrinterStatus): void;
  /** What a print queue of this computer reports. */
  setMessage(message: Message | null): void;
}

/** Tracks a printer's condition and announces changes. */
export function createConditionTracker(clock: Clock, announce: Announce): ConditionTracker {
  let manualHoldSince: string | null = null;
  let condition: PrinterCondition = {
    reasons: [],
    since: null,
    warnings: [],
    message: null,
    labelsInPrinter: null,
    answers: false,
  };
  const change = (to: Partial<PrinterCondition>): void => {
    const next = { ...condition, ...to };
    if (JSON.stringify(next) === JSON.stringify(condition)) return;
    condition = next;
    announce('station');
  };
  const reasonsSince = (reasons: readonly HeldReason[]): Pick<PrinterCondition, 'reasons' | 'since'> => ({
    reasons,
    since: reasons.length === 0 ? null : (condition.since ?? instant(clock.now())),
  });
  return {
    now: () => (manualHoldSince === null ? condition : withManualHold(condition, manualHoldSince)),
    setManualHold(isHeld) {
      if (isHeld === (manualHoldSince !== null)) return;
      manualHoldSince = isHeld ? instant(clock.now()) : null;
      announce('station');
    },
    hold: (reasons, message = null) => change({ ...reasonsSince(reasons), message }),
    ready: () => change({ ...reasonsSince([]), message: null }),
    stalled: (isStalled) => change(reasonsSince(isStalled ? ['not answering'] : [])),
    update: ({ reasons, warnings, formatsInPrinter, labelsInPrinter }) =>
      change({
        ...reasonsSince(reasons),
        message: null,
        warnings,
        labelsInPrinter: totalInPrinter(formatsInPrinter, labelsInPrinter),
        answers: true,
      }),
    setMessage: (message) => change({ message }),
  };
}

function withManualHold(condition: PrinterCondition, heldSince: string): PrinterCondition {
  const since = condition.since !== null && condition.since < heldSince ? condition.since : heldSince;
  return { ...condition, reasons: ['on hold', ...condition.reasons], since };
}

/** Formats that wait and labels of the one at work, together. */
function totalInPrinter(formats: number | null, labels: number | null): number | null {
  return formats === null && labels === null ? null : (formats ?? 0) + (labels ?? 0);
}

export interface FaultTimes {
  /** What holds the printer now, and whether a label waits for it. */
  observe(reasons: readonly HeldReason[], isLabelWaiting: boolean): void;
  /** Stores what is not stored yet. */
  stop(): Promise<void>;
}

/** Milliseconds until faults and their times are stored: never while the label that waited is on its way. A kill loses no more. */
const saveFaultsAfterMs = 30_000;
/** Most milliseconds between two observations that count as lost: the computer may have slept. */
const longestUnobservedMs = 600_000;

/** Neither is a fault: an operator pauses a printer, and a label may wait for no printer. */
const isFault = (reason: HeldReason): boolean => reason !== 'on hold' && reason !== 'no printer';

/**
 * Counts the faults of a printer that labels wait for, by the first reason of each, and the time until a label can be sent again, or
 * none waits.
 */
export function createFaultTimes(parts: {
  records: FigureRecords;
  clock: Clock;
  printer: () => { name: string };
  onBug: (error: unknown) => void;
}): FaultTimes {
  const { records, clock, printer, onBug } = parts;
  let current: { kind: HeldReason; observedAt: number } | null = null;
  let unsaved: NewFigureRow[] = [];
  let stopTimer: (() => void) | null = null;

  const save = async (): Promise<void> => {
    stopTimer?.();
    stopTimer = null;
    const rows = unsaved;
    unsaved = [];
    if (rows.length > 0) await records.addFigures(rows).catch(onBug);
  };

  const add = (kind: 'faults' | 'fault ms', detail: HeldReason, value: number): void => {
    const at = localHour(clock.now());
    const same = unsaved.find((row) => row.at === at && row.kind === kind && row.detail === detail);
    if (same) same.value += value;
    else unsaved.push({ at, kind, printer: printer().name, detail, value });
    stopTimer ??= clock.after(saveFaultsAfterMs, () => void save());
  };

  return {
    observe(reasons, isLabelWaiting) {
      const now = clock.now();
      if (current) {
        const lostMs = Math.min(Math.max(now - current.observedAt, 0), longestUnobservedMs);
        if (lostMs > 0) add('fault ms', current.kind, lostMs);
      }
      const fault = isLabelWaiting ? reasons.find(isFault) : undefined;
      if (fault && !current) add('faults', fault, 1);
      current = fault ? { kind: current?.kind ?? fault, observedAt: now } : null;
    },
    stop: save,
  };
}
