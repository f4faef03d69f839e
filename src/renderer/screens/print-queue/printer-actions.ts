import { assertNever } from '../../../shared/contract/failure.ts';
import type { PrinterState } from '../../../shared/printing/printer.ts';
import type { PrinterJobs } from './jobs-by-printer.ts';

/** Something a person may do about a printer. */
export type PrinterAction =
  /** All that waits goes to another printer. */
  | { readonly kind: 'use'; readonly printer: string }
  | { readonly kind: 'hold' | 'go on' | 'cannot answer' | 'accept' | 'clear' };

export interface PrinterActions {
  readonly shown: readonly PrinterAction[];
  /** Buttons behind "More": printers that may take over beside the first. */
  readonly more: readonly PrinterAction[];
}

/**
 * The buttons of a printer: what ends the trouble, then who may take over, then hold or go on.
 * @param others names, the best one to move to first.
 */
export function printerActions({ printer, waiting }: PrinterJobs, others: readonly string[]): PrinterActions {
  const isStuck = printer === null || printer.reasons.length > 0;
  const [first, ...rest] =
    isStuck && waiting > 0 ? others.map((name) => ({ kind: 'use', printer: name }) as const) : [];
  return {
    shown: [
      ...(printer ? recoveryActions(printer) : []),
      ...(first ? [first] : []),
      ...(printer ? [holdAction(printer)] : []),
    ],
    more: rest,
  };
}

function recoveryActions({ reasons, answers }: PrinterState): PrinterAction[] {
  const actions: PrinterAction[] = [];
  if (reasons.includes('another printer')) actions.push({ kind: 'accept' });
  if (reasons.includes('unfinished label')) actions.push({ kind: 'clear' });
  // One that told how it is before can tell: its silence is a fault.
  if (reasons.includes('not answering') && !answers) actions.push({ kind: 'cannot answer' });
  return actions;
}

const holdAction = ({ reasons }: PrinterState): PrinterAction => ({
  kind: reasons.includes('on hold') ? 'go on' : 'hold',
});

/**
 * The other printers by how good it is to move work to them: the stand-in, those that print, then those that are held; one that makes
 * pictures instead of labels comes last.
 */
export function moveTargets(name: string, printers: readonly PrinterState[]): string[] {
  const standIn = printers.find((printer) => printer.name === name)?.standIn ?? null;
  const rankOf = (printer: PrinterState): number => {
    if (printer.connection.kind === 'virtual' && printer.name !== standIn) return 4;
    if (printer.reasons.length > 0) return printer.name === standIn ? 2 : 3;
    return printer.name === standIn ? 0 : 1;
  };
  return printers
    .filter((printer) => printer.name !== name)
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((printer) => printer.name);
}

/** What stands on the button. */
export function printerActionWords(action: PrinterAction): string {
  switch (action.kind) {
    case 'use':
      return `Use ${action.printer}`;
    case 'hold':
      return 'Hold';
    case 'go on':
      return 'Go on';
    case 'cannot answer':
      return 'This printer cannot answer';
    case 'accept':
      return 'Use this printer';
    case 'clear':
      return 'Clear it';
    default:
      return assertNever(action);
  }
}
