import { mendingWords, type PrinterState } from '../../../shared/printing/printer.ts';
import { connectionWords } from '../../presentation/printer-text.ts';
import { clockTime } from '../../text/dates.ts';

/** A printer in a word or two: "paper out, head open", "sending", "ready". */
export function printerStateWords(state: Pick<PrinterState, 'reasons' | 'sending'>): string {
  if (state.reasons.length > 0) return state.reasons.join(', ');
  return state.sending ? 'sending' : 'ready';
}

/** The hand movements that mend what holds it, each said once; what they end with is said once too. */
export function recoverySentences({ reasons, answers }: Pick<PrinterState, 'reasons' | 'answers'>): string {
  const sentences = reasons
    .flatMap((reason) => mendingWords[reason].match(/[^.]+\.\s*/g) ?? [])
    .map((part) => part.trim());
  if (reasons.includes('not answering') && !answers) sentences.push('If it never tells how it is, say so.');
  const last = sentences.lastIndexOf(resumesSentence);
  return sentences
    .filter((part, index) => (part === resumesSentence ? index === last : sentences.indexOf(part) === index))
    .join(' ');
}

const resumesSentence = 'Printing goes on by itself, in order.';

/** What stands behind it, and what it still has: a line each. */
export function printerFootnotes(printer: PrinterState, waiting: number, now: number): string[] {
  const notes: string[] = [];
  if (printer.words !== null) notes.push(printer.words);
  const facts: string[] = [];
  if (printer.since !== null) facts.push(`Since ${clockTime(printer.since, now)}`);
  if (waiting > 0 && printer.reasons.length > 0) facts.push(waiting === 1 ? '1 label waits' : `${waiting} labels wait`);
  if (printer.labelsInPrinter) facts.push(`${countOf(printer.labelsInPrinter)} still in the printer`);
  if (facts.length > 0) notes.push(`${facts.join(', ')}.`);
  return notes;
}

const countOf = (count: number): string => (count === 1 ? '1 label' : `${count} labels`);

/** What it warns of while it prints on, as one sentence; null where there is nothing. */
export function warningSentence({ warnings }: Pick<PrinterState, 'warnings'>): string | null {
  const [first, ...rest] = warnings;
  if (first === undefined) return null;
  return `${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')}.`;
}

/** What a printer that works has to say of itself. */
export function quietWords({ connection, answers }: Pick<PrinterState, 'connection' | 'answers'>): string {
  const transport = connectionWords(connection);
  if (connection.kind === 'virtual' || answers) return `${transport}.`;
  const isUnidirectional = connection.kind === 'cups' || connection.kind === 'windows';
  return `${transport}. It ${isUnidirectional ? 'cannot tell' : 'has not told'} what it printed: scan the labels to prove them.`;
}
