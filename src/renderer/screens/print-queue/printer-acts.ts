import { assertNever } from '../../../shared/failure.ts';
import type { PrinterState } from '../../../shared/printer.ts';
import type { PrinterJobs } from './jobs-by-printer.ts';

/** Something a person may do about a printer. */
export type PrinterAct =
  /** All that waits goes to another printer. */
  | { readonly act: 'use'; readonly printer: string }
  | { readonly act: 'hold' | 'go on' | 'cannot answer' | 'accept' | 'clear' };

export interface PrinterActs {
  readonly shown: readonly PrinterAct[];
  /** Buttons behind "More": printers that may take over beside the first. */
  readonly more: readonly PrinterAct[];
}

/**
 * The buttons of a printer: what ends the trouble, then who may take over, then hold or go on.
 * @param others names, the best one to move to first.
 */
export function printerActs({ printer, waiting }: PrinterJobs, others: readonly string[]): PrinterActs {
  const isStuck = printer === null || printer.reasons.length > 0;
  const [first, ...rest] = isStuck && waiting > 0 ? others.map((name) => ({ act: 'use', printer: name }) as const) : [];
  return {
    shown: [
      ...(printer ? mendingActs(printer) : []),
      ...(first ? [first] : []),
      ...(printer ? [holdAct(printer)] : []),
    ],
    more: rest,
  };
}

function mendingActs({ reasons, answers }: PrinterState): PrinterAct[] {
  const acts: PrinterAct[] = [];
  if (reasons.includes('another printer')) acts.push({ act: 'accept' });
  if (reasons.includes('unfinished label')) acts.push({ act: 'clear' });
  // One that told how it is before can tell: its silence is a fault.
  if (reasons.includes('not answering') && !answers) acts.push({ act: 'cannot answer' });
  return acts;
}

const holdAct = ({ reasons }: PrinterState): PrinterAct => ({ act: reasons.includes('on hold') ? 'go on' : 'hold' });

/**
 * The other printers by how good it is to move work to them: the stand-in, those that print, then those that are held; one that makes
 * pictures instead of labels comes last.
 */
export function othersOf(name: string, printers: readonly PrinterState[]): string[] {
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
export function printerActWords(act: PrinterAct): string {
  switch (act.act) {
    case 'use':
      return `Use ${act.printer}`;
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
      return assertNever(act);
  }
}
