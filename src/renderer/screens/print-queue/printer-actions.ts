import { assertNever } from '../../../shared/contract/failure.ts';
import type { PrinterState } from '../../../shared/printing/printer.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import type { EnvironmentKind } from '../../../shared/settings/environment.ts';
import { makesNoPaper } from '../../presentation/printer-text.ts';
import { text } from '../../text/text.ts';
import type { PrinterJobs } from './jobs-by-printer.ts';

/** A printer that labels can be moved to. */
export interface MoveTarget {
  readonly name: string;
  /** A virtual printer for real labels: offered on purpose only, and it says so. */
  readonly makesNoPaper: boolean;
}

/** Something an operator can do about a printer. */
export type PrinterAction =
  /** All waiting labels go to another printer. */
  | { readonly kind: 'move jobs'; readonly to: MoveTarget; readonly labels: number }
  | { readonly kind: 'pause' | 'resume' | 'turn off status checks' | 'accept' | 'clear' };

export interface PrinterActions {
  readonly shown: readonly PrinterAction[];
  /** Buttons behind "More": further printers that could take over. */
  readonly more: readonly PrinterAction[];
}

/**
 * The buttons of a printer: recovery first, then the printers that could take over, then pause or resume.
 * @param others the best one to move to first.
 */
export function printerActions({ printer, waiting }: PrinterJobs, others: readonly MoveTarget[]): PrinterActions {
  const isStuck = printer === null || printer.reasons.length > 0;
  const moves = isStuck && waiting > 0 ? others.map((to) => ({ kind: 'move jobs', to, labels: waiting }) as const) : [];
  const first = moves.find(({ to }) => !to.makesNoPaper);
  const rest = moves.filter((move) => move !== first);
  return {
    shown: [
      ...(printer ? recoveryActions(printer) : []),
      ...(first ? [first] : []),
      ...(printer ? [pauseAction(printer)] : []),
    ],
    more: rest,
  };
}

function recoveryActions({ reasons, answers }: PrinterState): PrinterAction[] {
  const actions: PrinterAction[] = [];
  if (reasons.includes('another printer')) actions.push({ kind: 'accept' });
  if (reasons.includes('unfinished label')) actions.push({ kind: 'clear' });
  // A printer that reported its status before can do so: its silence is a fault.
  if (reasons.includes('not answering') && !answers) actions.push({ kind: 'turn off status checks' });
  return actions;
}

const pauseAction = ({ reasons }: PrinterState): PrinterAction => ({
  kind: reasons.includes('on hold') ? 'resume' : 'pause',
});

/**
 * The other printers, best target first: the stand-in, those that print, those that are held, and last a virtual printer, which makes
 * pictures instead of labels.
 */
export function moveTargets(
  name: string,
  printers: readonly PrinterState[],
  environment: EnvironmentKind,
): MoveTarget[] {
  const standIn = printers.find((printer) => printer.name === name)?.standIn ?? null;
  const rankOf = (printer: PrinterState): number => {
    if (makesNoPaper(printer, environment)) return 5;
    if (transportCapabilities(printer.connection).isVirtual && printer.name !== standIn) return 4;
    if (printer.reasons.length > 0) return printer.name === standIn ? 2 : 3;
    return printer.name === standIn ? 0 : 1;
  };
  return printers
    .filter((printer) => printer.name !== name)
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((printer) => ({ name: printer.name, makesNoPaper: makesNoPaper(printer, environment) }));
}

/** The text of the button. */
export function printerActionText(action: PrinterAction): string {
  switch (action.kind) {
    case 'move jobs':
      return text('print-queue.action.move-all', {
        labels: action.labels,
        printer: action.to.name,
        makesNoPaper: action.to.makesNoPaper,
      });
    case 'pause':
      return text('print-queue.action.pause');
    case 'resume':
      return text('print-queue.action.resume');
    case 'turn off status checks':
      return text('print-queue.action.turn-off-status-checks');
    case 'accept':
      return text('print-queue.action.accept-printer');
    case 'clear':
      return text('print-queue.action.clear-unfinished-label');
    default:
      return assertNever(action);
  }
}
