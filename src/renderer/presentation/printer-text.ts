import type { HeldReason, PrinterState } from '../../shared/printing/printer.ts';
import type { PrinterConnection } from '../../shared/printing/printer-connection.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import type { EnvironmentKind } from '../../shared/settings/environment.ts';
import { list, text } from '../text/text.ts';

/** True for a virtual printer outside practice, whose labels are real: they need paper. */
export const makesNoPaper = ({ connection }: Pick<PrinterState, 'connection'>, environment: EnvironmentKind): boolean =>
  environment !== 'practice' && transportCapabilities(connection).isVirtual;

/** How a printer is connected: "10.0.0.8, port 9100". */
export const connectionText = (connection: PrinterConnection): string =>
  text(`printer-transport.${connection.kind}.place`, connection);

/** A printer that names its fault also reports an error: the name says it. */
export const namedReasons = (reasons: readonly HeldReason[]): readonly HeldReason[] =>
  reasons.length > 1 ? reasons.filter((reason) => reason !== 'printer error') : reasons;

/** What holds a printer or a label, as text: "Paper out". */
export const reasonsText = (reasons: readonly HeldReason[]): string =>
  list(namedReasons(reasons).map((reason) => text(`printer.reason.${reason}`)));

/** The state of a printer as a short phrase: "Paper out", "Sending", "Ready". */
export function printerStateText({ reasons, sending }: Pick<PrinterState, 'reasons' | 'sending'>): string {
  if (reasons.length > 0) return reasonsText(reasons);
  return sending ? text('printer.state.sending') : text('printer.state.ready');
}

/** The instruction for the first reason covers the second: a new roll ends with closing the lid. */
const coveredBy: Partial<Record<HeldReason, readonly HeldReason[]>> = { 'head open': ['paper out', 'ribbon out'] };

/** What the operator can do about each reason that holds a printer. */
export function recoveryInstructions({ reasons, answers }: Pick<PrinterState, 'reasons' | 'answers'>): string[] {
  const instructions = namedReasons(reasons)
    .filter((reason) => !coveredBy[reason]?.some((other) => reasons.includes(other)))
    .map((reason) => text(`printer.recovery.${reason}`));
  const mayLackStatus = reasons.includes('not answering') && !answers;
  return mayLackStatus ? [...instructions, text('printer.no-status-hint')] : instructions;
}

/** What a printer warns of while it prints on; null where there is nothing. */
export const warningText = ({ warnings }: Pick<PrinterState, 'warnings'>): string | null =>
  warnings.length === 0 ? null : list(warnings.map((warning) => text(`printer.warning.${warning}`)));

/** Whether a printer that is ready can confirm its prints; null where it can. */
export function confirmationHint({
  connection,
  answers,
  sharedWith,
}: Pick<PrinterState, 'connection' | 'answers' | 'sharedWith'>): string | null {
  const { isVirtual, hasQueue } = transportCapabilities(connection);
  if (sharedWith) return text('printer.shared-with', { benches: list(sharedWith) });
  if (isVirtual || answers) return null;
  return hasQueue ? text('printer.cannot-confirm') : text('printer.has-not-answered');
}
