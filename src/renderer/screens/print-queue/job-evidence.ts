import type { ListedPrintJob, PrintJob } from '../../../shared/printing/print-job.ts';
import { hasMessage, printAnswerText } from '../../presentation/print-job-text.ts';
import { printJobStyles } from '../../presentation/state-styles.ts';
import type { Verdict } from '../../presentation/verdict-facts.ts';
import { clockTime } from '../../text/dates.ts';
import { list, messageDetails, messageText, text } from '../../text/text.ts';

/** What a row says beside its state: why the label waits, or its place in the queue; what holds its printer stands on the printer's band. */
export function jobStanding({ tone, heading, sentence, place }: Verdict, { state }: PrintJob): JobStanding {
  // The state alone would hide the cause.
  const saysMore = state === 'held' || tone !== printJobStyles[state].tone;
  return { cause: saysMore ? heading : null, sentence: place ?? sentence };
}

interface JobStanding {
  /** Null where the state says as much. */
  readonly cause: string | null;
  readonly sentence: string;
}

/** That its parcel is deleted, why another copy was printed, and what the operator answered. */
export function jobNotes({ reprintReason, answers, deletion }: ListedPrintJob): string[] {
  return [
    ...(deletion === undefined ? [] : [text(`parcel-page.not-printable.${deletion}`)]),
    ...(reprintReason === null ? [] : [text('print-queue.copy-reason', { reason: reprintReason })]),
    ...(answers.length === 0
      ? []
      : [text('print-queue.answer', { answers: list(answers.map((answer) => printAnswerText(answer))) })]),
  ];
}

/** Technical facts of a job, why its printer is held, and the sentences that an earlier version stored. */
export function jobDetails(job: PrintJob): string[] {
  const { failure, question, evidence, bytesSent, bytesTotal } = job;
  const { countBefore, countAfter, queueReference, queueMessage, removedCommands, remarks } = evidence;
  const messages = [failure?.message, question?.message, queueMessage].filter(
    (given) => given !== null && given !== undefined,
  );
  // The row says what holds the printer, not what was found.
  const found = failure && job.reasons.length > 0 && hasMessage(failure.message) ? [messageText(failure.message)] : [];
  const lines = [
    ...found,
    ...messages.flatMap((given) => (hasMessage(given) ? messageDetails(given) : messageText(given))),
    bytesSent > 0 || job.state === 'sending' ? text('print-queue.bytes', { sent: bytesSent, total: bytesTotal }) : null,
    queueReference === null ? null : text('print-queue.queue-reference', { reference: queueReference }),
    countBefore === null ? null : text('print-queue.counter', { before: countBefore, after: countAfter }),
    ...removedCommands.map((finding) => text('print-queue.removed-command', { finding: messageText(finding) })),
    ...remarks.map((finding) => text('print-queue.kept-command', { finding: messageText(finding) })),
  ];
  return lines.filter((detail) => detail !== null);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** When the job was made, and for how long it has been waiting: "14:05, waiting 3 min". */
export function jobTimeText(job: PrintJob, now: number): string {
  const time = clockTime(job.createdAt, now);
  const age = now - Date.parse(job.createdAt);
  const isWaiting = job.state === 'queued' || job.state === 'held';
  if (!isWaiting || !(age >= minute)) return time;
  const unit = age < hour ? 'min' : age < day ? 'h' : 'day';
  const count = Math.floor(age / { min: minute, h: hour, day }[unit]);
  return text('print-queue.waiting-since', { time, unit, count });
}
