import { assertNever } from '../../../shared/failure.ts';
import type { PrintEvidence } from '../../../shared/print-evidence.ts';
import type { PrintJob } from '../../../shared/print-job.ts';
import type { HeldReason } from '../../../shared/printer.ts';
import { ageWords, clockTime } from '../../words/ages.ts';
import { inThrees } from '../../words/digits.ts';
import { isInPrinter, isSaidNotPrinted, labelsLeft, mayProveItself, printAnswerWords } from '../../words/print-jobs.ts';

/** What a job's evidence needs besides the job. */
export interface JobPlace {
  /** Its place in the printer's line, from 1; null where it does not stand in line. */
  readonly place: number | null;
  /** What holds its printer now. */
  readonly reasons: readonly HeldReason[];
}

/** What is known of a job, in one or two plain sentences. Never more than is known: bytes handed over are not a label. */
export function jobEvidence(job: PrintJob, { place, reasons }: JobPlace): string {
  if (isInPrinter(job)) return inPrinterWords(job, reasons);
  switch (job.state) {
    case 'queued':
      return inLine(place);
    case 'held':
      return heldWords(job, place);
    case 'sending':
      return sendingWords(job, reasons);
    case 'sent':
      return sentWords(job);
    case 'printed':
      return printedWords(job);
    case 'uncertain':
      return `${uncertainWords(job)} Scan the label if you have it.`;
    case 'failed':
      return isSaidNotPrinted(job)
        ? 'Somebody looked: no label came out.'
        : failureWords(job, 'It could not be printed.');
    case 'cancelled':
      return 'Cancelled before it was sent.';
    default:
      return assertNever(job.state);
  }
}

function inLine(place: number | null): string {
  if (place === null) return 'Not sent yet.';
  return `Not sent yet. ${place === 1 ? 'First in line.' : `${inThrees(place - 1)} before it in line.`}`;
}

function heldWords(job: PrintJob, place: number | null): string {
  if (job.asked) return `${job.asked.words} Not sent yet: it waits for your answer.`;
  if (job.onHold) return 'Not sent yet. Held by hand; the others pass it.';
  // What holds its printer is said there, once for all that wait.
  return job.failure && job.reasons.length === 0 ? `${failureWords(job, '')} ${inLine(place)}` : inLine(place);
}

function inPrinterWords(job: PrintJob, reasons: readonly HeldReason[]): string {
  const when = whenMended([...job.reasons, ...reasons]);
  return `In the printer: ${labels(labelsLeft(job.evidence))} left. It prints this one itself${when}.`;
}

function sendingWords(job: PrintJob, reasons: readonly HeldReason[]): string {
  if (job.evidence.queueReference !== null) return inComputersQueue(job.evidence);
  if (job.bytesHandedOver >= job.bytesTotal && job.bytesTotal > 0)
    return `All ${inThrees(job.bytesTotal)} bytes handed over. Waiting for the printer’s word.`;
  const onItsWay = `${job.bytesHandedOver > 0 ? bytesOf(job) : inThrees(job.bytesTotal)} bytes on their way`;
  return reasons.length > 0 ? `${onItsWay}. The printer takes no more for the moment.` : `${onItsWay} to the printer.`;
}

function sentWords(job: PrintJob): string {
  const { evidence } = job;
  const handedOver =
    evidence.queueReference === null
      ? `All ${inThrees(job.bytesHandedOver)} bytes handed over.`
      : inComputersQueue(evidence, 'handed on to the printer');
  const counter = counterWords(evidence);
  if (counter) return `${handedOver} ${counter}`;
  if (mayProveItself(job)) return `${handedOver} The printer has not said that it printed.`;
  if (evidence.told === 'answered') return `${handedOver} Nothing is left in the printer, but it counts no labels.`;
  return `${handedOver} No word from the printer.`;
}

function printedWords({ evidence }: PrintJob): string {
  switch (evidence.provedBy) {
    case 'counter':
      return evidence.countBefore === null || evidence.countAfter === null
        ? 'The printer’s own counter proves it.'
        : `Counter ${inThrees(evidence.countBefore)} to ${inThrees(evidence.countAfter)}, buffer empty.`;
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
  if (job.failure === null && job.evidence.queueReference !== null) return inComputersQueue(job.evidence);
  const said = job.failure?.message.replace(/\.$/, '');
  if (job.bytesHandedOver === 0) return said ? `${said}.` : 'Nobody knows how much of it reached the printer.';
  const isWhole = job.bytesHandedOver >= job.bytesTotal;
  if (said && isWhole) return `${said}.`;
  const far = isWhole ? `all ${inThrees(job.bytesTotal)} bytes were handed over` : `${bytesOf(job)} bytes`;
  return `${said ? `${said},` : 'The connection ended'} after ${far}.`;
}

const failureWords = ({ failure }: PrintJob, otherwise: string): string =>
  failure ? [failure.message, failure.next].filter(Boolean).join(' ') : otherwise;

const bytesOf = (job: PrintJob): string => `${inThrees(job.bytesHandedOver)} of ${inThrees(job.bytesTotal)}`;

const labels = (count: number): string => (count === 1 ? '1 label' : `${inThrees(count)} labels`);

function inComputersQueue({ queueReference, queueWords }: PrintEvidence, otherwise = ''): string {
  const words = (queueWords ?? otherwise).replace(/\.$/, '');
  return `In the print queue of this computer as ${queueReference}${words === '' ? '' : `: ${words}`}.`;
}

/** What the printer's counter says where it proves nothing; null where it was not read twice. */
function counterWords({ countBefore, countAfter }: PrintEvidence): string | null {
  if (countBefore === null || countAfter === null) return null;
  if (countBefore === countAfter) return `The printer’s counter did not move: ${inThrees(countAfter)}.`;
  return `Counter ${inThrees(countBefore)} to ${inThrees(countAfter)}, which is no proof here.`;
}

const mended: Partial<Record<HeldReason, string>> = {
  'paper out': ' when paper is back',
  'ribbon out': ' when ribbon is back',
  'head open': ' when the head is closed',
  'too hot': ' when it has cooled down',
  paused: ' when its pause ends',
  'label not taken': ' when the label before it is taken',
};

/** "" where nothing is in the way. */
function whenMended(reasons: readonly HeldReason[]): string {
  const [first] = reasons.filter((reason) => reason !== 'on hold');
  return first === undefined ? '' : (mended[first] ?? ' when the fault is gone');
}

/** Commands named in a row; the rest are counted. */
const mostNamed = 3;

/** What else belongs to a job, a line each: why a copy was wanted, what was answered, what was taken out of its label. */
export function jobFootnotes(job: PrintJob): string[] {
  const { takenOut, remarks } = job.evidence;
  const isInDoubt = job.state === 'uncertain' || job.state === 'failed';
  return [
    job.reprintReason === null ? null : `Another copy: ${job.reprintReason}`,
    job.answers.length > 0 ? `Answered: ${job.answers.map((answer) => printAnswerWords[answer]).join(', ')}` : null,
    takenOut.length > 0 ? `Taken out of the label: ${commandsOf(takenOut)}` : null,
    // Ordinary labels have some: worth a line only where something went wrong.
    remarks.length > 0 && isInDoubt ? `Left in the label: ${commandsOf(remarks)}` : null,
    ...(job.state === 'uncertain' ? doubtNotes(job) : []),
  ].filter((note) => note !== null);
}

/** What stands beside a doubt that another fact made. */
const doubtNotes = ({ failure, evidence }: PrintJob): (string | null)[] => [
  failure !== null && evidence.queueReference !== null ? inComputersQueue(evidence) : null,
  counterWords(evidence),
];

/** The commands of lines such as "^PW812 at byte 34 changes the paper", each once; the lines themselves fill no row of a list. */
function commandsOf(lines: readonly string[]): string {
  const commands = [...new Set(lines.map((line) => line.replace(/ at byte \d.*$/s, '')))];
  const more = commands.length - mostNamed;
  return `${commands.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** When it was made, and for how long it has been waiting: "14:05, waiting 3 min". */
export function jobTimeWords(job: PrintJob, now: number): string {
  const made = clockTime(job.createdAt, now);
  const isWaiting = job.state === 'queued' || job.state === 'held';
  const age = ageWords(job.createdAt, now);
  return isWaiting && age !== 'just now' ? `${made}, waiting ${age.replace(/ ago$/, '')}` : made;
}
