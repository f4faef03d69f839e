import type { Printer, PrinterState } from '../../../shared/printer.ts';
import { connectionWords } from '../../words/printer-connections.ts';
import { mendingSentences, quietWords, warningSentence } from '../print-queue/printer-words.ts';

export interface LineWords {
  readonly words: string;
  readonly isWarning: boolean;
}

/** What stands under a printer's name: how it is reached, how it is, and what is said of it. */
export function printerLineWords(printer: Printer, state: PrinterState | null): LineWords[] {
  const warning = state && warningSentence(state);
  return [
    ...(state && state.reasons.length > 0 ? [mendingSentences(state), wayOf(printer)] : []),
    ...(state && state.reasons.length === 0 ? [quietWords(state)] : []),
    ...(state ? [] : [wayOf(printer)]),
    state?.words,
    saidOf(printer),
  ]
    .flatMap((words) => (words ? [{ words, isWarning: false }] : []))
    .concat(warning ? [{ words: warning, isWarning: true }] : []);
}

const wayOf = ({ connection }: Printer): string => `${connectionWords(connection)}.`;

/** A sentence for each thing that is not as usual; empty where all is. */
function saidOf({ neverAnswers, shared, productionOnly, dotsPerMillimetre, paper, standIn }: Printer): string {
  const sentences: string[] = [];
  if (standIn) {
    sentences.push(standIn.automatic ? `${standIn.printer} stands in by itself.` : `${standIn.printer} can stand in.`);
  }
  if (neverAnswers) sentences.push('Never tells how it is.');
  if (shared) sentences.push('Other computers print on it too.');
  if (productionOnly) sentences.push('Production labels only.');
  if (paper) sentences.push(`Paper of ${paper.width} x ${paper.length} mm.`);
  if (dotsPerMillimetre) sentences.push(`${dotsPerMillimetre} dots per mm.`);
  return sentences.join(' ');
}
