import { assertNever } from '../../../shared/contract/failure.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { PrintEvidence, PrintJob } from '../../../shared/printing/print-job.ts';
import { noPrinterName, type PrinterState } from '../../../shared/printing/printer.ts';
import { transportCapabilities } from '../../../shared/printing/printer-transports.ts';
import {
  isInPrinter,
  isMarkedNotPrinted,
  labelsStillInPrinter,
  mayBeConfirmedByPrinter,
  printAnswerText,
} from '../../presentation/print-job-text.ts';
import { clockTime } from '../../text/dates.ts';
import {
  failureNextStep,
  failureParagraph,
  failureText,
  list,
  messageDetails,
  messageText,
  text,
} from '../../text/text.ts';

/** What a job's evidence depends on besides the job. */
export interface QueueContext {
  /** Its place in the printer's queue, from 1; null where it does not stand in the queue. */
  readonly queuePosition: number | null;
  /** Null: the printer was removed. */
  readonly printer: Pick<PrinterState, 'reasons' | 'connection'> | null;
}

/** What is known of a job. Never more than is known: bytes sent are not a printed label. */
export function jobEvidence(job: PrintJob, { queuePosition, printer }: QueueContext): string {
  const isBlocked = [...job.reasons, ...(printer?.reasons ?? [])].some((reason) => reason !== 'on hold');
  if (isInPrinter(job)) {
    return text('print-queue.in-printer', { labels: labelsStillInPrinter(job.evidence), isBlocked });
  }
  switch (job.state) {
    case 'queued':
      return positionText(queuePosition);
    case 'held':
      return heldText(job, queuePosition);
    case 'sending':
      return sendingText(job, (printer?.reasons ?? []).length > 0);
    case 'sent':
      return printer && transportCapabilities(printer.connection).isVirtual
        ? text('print-queue.no-paper')
        : sentText(job);
    case 'printed':
      return text('print-queue.confirmed', { by: job.evidence.confirmedBy });
    case 'uncertain':
      return uncertainText(job);
    case 'failed':
      if (isMarkedNotPrinted(job)) return text('print-queue.marked-not-printed');
      return hasMessage(job.failure?.message) && job.failure
        ? failureParagraph(job.failure)
        : text('print-queue.failed');
    case 'cancelled':
      return text('print-queue.cancelled');
    default:
      return assertNever(job.state);
  }
}

/** False for a sentence that an earlier version stored: it is shown under Details. */
const hasMessage = (given: Message | null | undefined): given is Message =>
  given !== null && given !== undefined && storedSentence(given) === null;

function storedSentence(given: Message): string | null {
  return given.code === 'stored-sentence' ? messageText(given) : null;
}

const positionText = (queuePosition: number | null): string =>
  queuePosition === null ? text('print-queue.not-sent') : text('print-queue.position', { before: queuePosition - 1 });

function heldText(job: PrintJob, queuePosition: number | null): string {
  if (job.printer === noPrinterName) return text('print-queue.job-without-printer');
  if (job.question) {
    return hasMessage(job.question.message)
      ? messageText(job.question.message)
      : text(`print-queue.question.${job.question.kind}`);
  }
  if (job.onHold) return text('print-queue.paused');
  // What holds the printer is shown once, on its band.
  return job.failure && job.reasons.length === 0 && hasMessage(job.failure.message)
    ? failureParagraph(job.failure)
    : positionText(queuePosition);
}

function sendingText(job: PrintJob, isBlocked: boolean): string {
  if (job.evidence.queueReference !== null) return queueText(job.evidence);
  if (job.bytesSent >= job.bytesTotal && job.bytesTotal > 0) return text('print-queue.waiting-for-confirmation');
  return text('print-queue.sending', { isBlocked });
}

function sentText(job: PrintJob): string {
  const { evidence } = job;
  const wasCounted = evidence.countBefore !== null && evidence.countAfter !== null;
  if (!wasCounted && mayBeConfirmedByPrinter(job)) return text('print-queue.waiting-for-confirmation');
  if (evidence.queueReference !== null && hasMessage(evidence.queueMessage)) return messageText(evidence.queueMessage);
  return text('print-queue.sent');
}

function uncertainText(job: PrintJob): string {
  const { failure, evidence } = job;
  if (!failure && evidence.queueReference !== null) {
    return text('print-queue.uncertain-in-queue', { status: queueText(evidence) });
  }
  if (!failure || !hasMessage(failure.message)) return text('print-queue.uncertain');
  return failureNextStep(failure) === undefined
    ? text('print-queue.uncertain-because', { cause: failureText(failure) })
    : failureParagraph(failure);
}

const queueText = ({ queueMessage }: PrintEvidence): string =>
  hasMessage(queueMessage) ? messageText(queueMessage) : text('print-queue.in-queue');

/** Why another copy was printed, and what the operator answered. */
export function jobNotes({ reprintReason, answers }: PrintJob): string[] {
  return [
    ...(reprintReason === null ? [] : [text('print-queue.copy-reason', { reason: reprintReason })]),
    ...(answers.length === 0
      ? []
      : [text('print-queue.answer', { answers: list(answers.map((answer) => printAnswerText(answer))) })]),
  ];
}

/** Technical facts of a job, and the sentences that an earlier version stored. */
export function jobDetails(job: PrintJob): string[] {
  const { failure, question, evidence, bytesSent, bytesTotal } = job;
  const { countBefore, countAfter, queueReference, queueMessage, removedCommands, remarks } = evidence;
  const messages = [failure?.message, question?.message, queueMessage].filter(
    (given) => given !== null && given !== undefined,
  );
  return [
    ...messages.flatMap((given) => storedSentence(given) ?? messageDetails(given)),
    bytesSent > 0 || job.state === 'sending' ? text('print-queue.bytes', { sent: bytesSent, total: bytesTotal }) : null,
    queueReference === null ? null : text('print-queue.queue-reference', { reference: queueReference }),
    countBefore === null ? null : text('print-queue.counter', { before: countBefore, after: countAfter }),
    ...removedCommands.map((finding) => text('print-queue.removed-command', { finding: messageText(finding) })),
    ...remarks.map((finding) => text('print-queue.kept-command', { finding: messageText(finding) })),
  ].filter((detail) => detail !== null);
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
