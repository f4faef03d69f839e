import { assertNever } from '../../../shared/contract/failure.ts';
import type { PrintEvidence, PrintJob } from '../../../shared/printing/print-job.ts';
import type { HeldReason } from '../../../shared/printing/printer.ts';
import {
  isInPrinter,
  isMarkedNotPrinted,
  labelsStillInPrinter,
  mayBeConfirmedByPrinter,
  printAnswerText,
} from '../../presentation/print-job-text.ts';
import { ageWords, clockTime, groupDigits } from '../../text/dates.ts';
import { failureParagraph, messageText } from '../../text/text.ts';

/** What a job's evidence needs besides the job. */
export interface QueueContext {
  /** Its place in the printer's line, from 1; null where it does not stand in line. */
  readonly queuePosition: number | null;
  /** What holds its printer now. */
  readonly reasons: readonly HeldReason[];
}

/** What is known of a job, in one or two plain sentences. Never more than is known: bytes handed over are not a label. */
export function jobEvidence(job: PrintJob, { queuePosition, reasons }: QueueContext): string {
  if (isInPrinter(job)) return inPrinterWords(job, reasons);
  switch (job.state) {
    case 'queued':
      return queuePositionText(queuePosition);
    case 'held':
      return heldWords(job, queuePosition);
    case 'sending':
      return sendingWords(job, reasons);
    case 'sent':
      return sentWords(job);
    case 'printed':
      return printedWords(job);
    case 'uncertain':
      return `${uncertainWords(job)} Scan the label if you have it.`;
    case 'failed':
      return isMarkedNotPrinted(job)
        ? 'Somebody looked: no label came out.'
        : failureWords(job, 'It could not be printed.');
    case 'cancelled':
      return 'Cancelled before it was sent.';
    default:
      return assertNever(job.state);
  }
}

function queuePositionText(queuePosition: number | null): string {
  if (queuePosition === null) return 'Not sent yet.';
  return `Not sent yet. ${queuePosition === 1 ? 'First in line.' : `${groupDigits(queuePosition - 1)} before it in line.`}`;
}

function heldWords(job: PrintJob, queuePosition: number | null): string {
  if (job.asked) return `${job.asked.words} Not sent yet: it waits for your answer.`;
  if (job.onHold) return 'Not sent yet. Held by hand; the others pass it.';
  // What holds its printer is said there, once for all that wait.
  return job.failure && job.reasons.length === 0
    ? `${failureWords(job, '')} ${queuePositionText(queuePosition)}`
    : queuePositionText(queuePosition);
}

function inPrinterWords(job: PrintJob, reasons: readonly HeldReason[]): string {
  const when = recoveryClauseOf([...job.reasons, ...reasons]);
  return `In the printer: ${labels(labelsStillInPrinter(job.evidence))} left. It prints this one itself${when}.`;
}

function sendingWords(job: PrintJob, reasons: readonly HeldReason[]): string {
  if (job.evidence.queueReference !== null) return spoolerText(job.evidence);
  if (job.bytesSent >= job.bytesTotal && job.bytesTotal > 0)
    return `All ${groupDigits(job.bytesTotal)} bytes handed over. Waiting for the printer’s word.`;
  const inTransit = `${job.bytesSent > 0 ? bytesOf(job) : groupDigits(job.bytesTotal)} bytes on their way`;
  return reasons.length > 0
    ? `${inTransit}. The printer takes no more for the moment.`
    : `${inTransit} to the printer.`;
}

function sentWords(job: PrintJob): string {
  const { evidence } = job;
  const sentText =
    evidence.queueReference === null
      ? `All ${groupDigits(job.bytesSent)} bytes handed over.`
      : spoolerText(evidence, 'handed on to the printer');
  const counter = counterWords(evidence);
  if (counter) return `${sentText} ${counter}`;
  if (mayBeConfirmedByPrinter(job)) return `${sentText} The printer has not said that it printed.`;
  if (evidence.told === 'answered') return `${sentText} Nothing is left in the printer, but it counts no labels.`;
  return `${sentText} No word from the printer.`;
}

function printedWords({ evidence }: PrintJob): string {
  switch (evidence.provedBy) {
    case 'counter':
      return evidence.countBefore === null || evidence.countAfter === null
        ? 'The printer’s own counter proves it.'
        : `Counter ${groupDigits(evidence.countBefore)} to ${groupDigits(evidence.countAfter)}, buffer empty.`;
    case 'scan':
      return 'Proved by a scan of the label.';
    case 'person':
    case null:
      return 'Somebody has the label in hand.';
    default:
      return assertNever(evidence.provedBy);
  }
}

function uncertainWords(job: PrintJob): string {
  if (job.failure === null && job.evidence.queueReference !== null) return spoolerText(job.evidence);
  const message = (job.failure && messageText(job.failure.message))?.replace(/\.$/, '');
  if (job.bytesSent === 0) return message ? `${message}.` : 'Nobody knows how much of it reached the printer.';
  const isWhole = job.bytesSent >= job.bytesTotal;
  if (message && isWhole) return `${message}.`;
  const progress = isWhole ? `all ${groupDigits(job.bytesTotal)} bytes were handed over` : `${bytesOf(job)} bytes`;
  return `${message ? `${message},` : 'The connection ended'} after ${progress}.`;
}

const failureWords = ({ failure }: PrintJob, otherwise: string): string =>
  failure ? failureParagraph(failure) : otherwise;

const bytesOf = (job: PrintJob): string => `${groupDigits(job.bytesSent)} of ${groupDigits(job.bytesTotal)}`;

const labels = (count: number): string => (count === 1 ? '1 label' : `${groupDigits(count)} labels`);

function spoolerText({ queueReference, queueWords }: PrintEvidence, otherwise = ''): string {
  const words = (queueWords ?? otherwise).replace(/\.$/, '');
  return `In the print queue of this computer as ${queueReference}${words === '' ? '' : `: ${words}`}.`;
}

/** What the printer's counter says where it proves nothing; null where it was not read twice. */
function counterWords({ countBefore, countAfter }: PrintEvidence): string | null {
  if (countBefore === null || countAfter === null) return null;
  if (countBefore === countAfter) return `The printer’s counter did not move: ${groupDigits(countAfter)}.`;
  return `Counter ${groupDigits(countBefore)} to ${groupDigits(countAfter)}, which is no proof here.`;
}

const recoveryClauses: Partial<Record<HeldReason, string>> = {
  'paper out': ' when paper is back',
  'ribbon out': ' when ribbon is back',
  'head open': ' when the head is closed',
  'too hot': ' when it has cooled down',
  paused: ' when its pause ends',
  'label not taken': ' when the label before it is taken',
};

/** "" where nothing is in the way. */
function recoveryClauseOf(reasons: readonly HeldReason[]): string {
  const [first] = reasons.filter((reason) => reason !== 'on hold');
  return first === undefined ? '' : (recoveryClauses[first] ?? ' when the fault is gone');
}

/** Commands named in a row; the rest are counted. */
const maxNamed = 3;

/** What else belongs to a job, a line each: why a copy was wanted, what was answered, what was taken out of its label. */
export function jobFootnotes(job: PrintJob): string[] {
  const { takenOut, remarks } = job.evidence;
  const hasProblem = job.state === 'uncertain' || job.state === 'failed';
  return [
    job.reprintReason === null ? null : `Another copy: ${job.reprintReason}`,
    job.answers.length > 0 ? `Answered: ${job.answers.map((answer) => printAnswerText(answer)).join(', ')}` : null,
    takenOut.length > 0 ? `Taken out of the label: ${commandsOf(takenOut)}` : null,
    // Ordinary labels have some: worth a line only where something went wrong.
    remarks.length > 0 && hasProblem ? `Left in the label: ${commandsOf(remarks)}` : null,
    ...(job.state === 'uncertain' ? uncertainNotes(job) : []),
  ].filter((note) => note !== null);
}

/** What stands beside a doubt that another fact made. */
const uncertainNotes = ({ failure, evidence }: PrintJob): (string | null)[] => [
  failure !== null && evidence.queueReference !== null ? spoolerText(evidence) : null,
  counterWords(evidence),
];

/** The commands of lines such as "^PW812 at byte 34 changes the paper", each once; the lines themselves fill no row of a list. */
function commandsOf(lines: readonly string[]): string {
  const commands = [...new Set(lines.map((line) => line.replace(/ at byte \d.*$/s, '')))];
  const more = commands.length - maxNamed;
  return `${commands.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** When it was made, and for how long it has been waiting: "14:05, waiting 3 min". */
export function jobTimeWords(job: PrintJob, now: number): string {
  const made = clockTime(job.createdAt, now);
  const isWaiting = job.state === 'queued' || job.state === 'held';
  const age = ageWords(job.createdAt, now);
  return isWaiting && age !== 'now' ? `${made}, waiting ${age.replace(/ ago$/, '')}` : made;
}
