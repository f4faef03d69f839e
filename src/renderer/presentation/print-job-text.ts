import type { Message } from '../../shared/messages/message.ts';
import { type PrintAnswer, type PrintJob, waitsForSite } from '../../shared/printing/print-job.ts';
import type { Parcel } from '../../shared/shipments/parcel.ts';
import { clockTimeWithSeconds } from '../text/dates.ts';
import { text } from '../text/text.ts';
import { reasonsText } from './printer-text.ts';

/** The job's state with its cause: "Held: Paper out". */
export function printJobStateText(
  job: Pick<PrintJob, 'state' | 'reasons'> & Partial<Pick<PrintJob, 'question'>>,
): string {
  const cause = job.state === 'held' ? heldCause(job) : null;
  return cause === null ? text(`print-job.state.${job.state}`) : text('print-job.held-because', { cause });
}

/** What holds a label: "Paper out", or what is asked; null where only an operator does. */
export function heldCause({
  question,
  reasons,
}: Pick<PrintJob, 'reasons'> & Partial<Pick<PrintJob, 'question'>>): string | null {
  if (question && waitsForSite(question)) return text('print-job.waiting-for-site');
  if (question) return text(`print-job.question.${question.kind}`);
  return reasons.length > 0 ? reasonsText(reasons) : null;
}

/** True where an operator marked the label as not printed: the next copy needs no other reason. */
export function isMarkedNotPrinted({ state, failure }: Pick<PrintJob, 'state' | 'failure'>): boolean {
  if (state !== 'failed') return false;
  if (failure === null || failure.code === 'printer-cut-off') return true;
  // An earlier version stored a sentence, and gave the code to no other failure.
  const isMark = !hasMessage(failure.message) || failure.message.code === 'print-job.marked-not-printed';
  return failure.code === 'not-allowed-now' && isMark;
}

/** True where the label was sent and the printer reported that it still has it: the printer prints it itself. */
export function isInPrinter({ state, evidence }: Pick<PrintJob, 'state' | 'evidence'>): boolean {
  return (state === 'sending' || state === 'sent') && labelsStillInPrinter(evidence) > 0;
}

/** True where the printer reports its state, and may still confirm the print. */
export function mayBeConfirmedByPrinter({ state, evidence }: Pick<PrintJob, 'state' | 'evidence'>): boolean {
  const { statusReport, formatsInPrinter, countBefore, countAfter } = evidence;
  const isCounterBehind = countBefore !== null && countAfter === null;
  // A counter that moved by another number confirms nothing any more.
  if (countBefore !== null && countAfter !== null) return false;
  return state === 'sent' && statusReport === 'answered' && (formatsInPrinter === null || isCounterBehind);
}

/** Formats and labels the printer reported that it still has. */
export const labelsStillInPrinter = ({ formatsInPrinter, labelsInPrinter }: PrintJob['evidence']): number =>
  (formatsInPrinter ?? 0) + (labelsInPrinter ?? 0);

/** The reason given for a copy where the previous one did not print. */
export const notPrintedReason = (): string => text('print-job.not-printed-reason');

/** How many copies of a label there are. */
export const copiesText = (copies: number): string => text('label.count', { copies });

/** "1 label to destroy" after a deletion; null where none was printed. */
export const copiesToDestroy = (copies: number): string | null =>
  copies === 0 ? null : text('label.copies-to-destroy', { copies });

/** The button of each answer to a question before printing. */
export const printAnswerText = (answer: PrintAnswer): string => text(`print-job.answer.${answer}`);

/** When a label in trouble is tried again. */
export function nextLabelAttemptText({ state, nextAttemptAt }: NonNullable<Parcel['label']>, now = Date.now()): string {
  if (state === 'failed') return text('label.no-next-attempt');
  const isDue = nextAttemptAt === null || Date.parse(nextAttemptAt) <= now;
  return isDue
    ? text('label.next-attempt-now')
    : text('label.next-attempt', { time: clockTimeWithSeconds(nextAttemptAt) });
}

/** False for a sentence that an earlier version stored: it is shown under Details. */
export const hasMessage = (given: Message | null | undefined): given is Message =>
  given !== null && given !== undefined && given.code !== 'stored-sentence';
