import { mendingWords, type PrinterConnection, type PrinterState } from '../../../shared/printer.ts';
import { connectionWords } from '../../words/printer-connections.ts';

/** A printer in a word or two: "paper out, head open", "sending", "ready". */
export function printerStateWords(state: Pick<PrinterState, 'reasons' | 'sending'>): string {
  if (state.reasons.length > 0) return state.reasons.join(', ');
  return state.sending ? 'sending' : 'ready';
}

/** The hand movements that mend what holds it, each said once. */
export function mendingSentences(state: Pick<PrinterState, 'reasons'>): string {
  return [...new Set(state.reasons.map((reason) => mendingWords[reason]))].join(' ');
}

/** What a printer that works has to say of itself. */
export function quietWords(connection: PrinterConnection): string {
  if (connection.kind === 'virtual') return `${connectionWords(connection)}.`;
  return `${connectionWords(connection)}. It cannot tell what it printed: scan the labels to prove them.`;
}
