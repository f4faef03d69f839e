import { assertNever } from '../../../shared/failure.ts';
import type { JobFacts } from './job-facts.ts';
import type { QueueFacts } from './queue-facts.ts';

/** What the backends of CUPS say, in an operator's words (cups/backend/socket.c, ipp.c, lpd.c, usb.c). */
const plainWords: readonly [says: RegExp, words: string][] = [
  [
    /may not exist or is unavailable|not responding|unable to locate printer|unable to connect|not connected/i,
    'CUPS cannot reach the printer. It goes on trying, and prints the label by itself.',
  ],
  [/is in use|is busy|become available/i, 'The printer is busy. CUPS goes on trying, and prints the label by itself.'],
  [/waiting for printer to finish/i, 'CUPS sent the label and waits for the printer to take the rest of it.'],
  [/^connected to printer|^sending data|^spooling job|^connecting to printer/i, 'CUPS is sending the label.'],
];

const unreachable = plainWords[0]?.[0];

/** True where the backend says that it has no connection: then nothing is being sent that could stand still. */
export const saysUnreachable = (message: string): boolean => unreachable?.test(message) ?? false;

const quoted = (message: string): string => (message ? ` It says: “${message}”` : '');

/** What to tell of a job that CUPS has not done with; null where nothing is worth telling. `queue` where it is known. */
export function jobWords(job: JobFacts, queue: QueueFacts | null): string | null {
  switch (job.state) {
    case 'pending':
      return queue?.state === 'stopped'
        ? `The print queue ${queue.name} is stopped in CUPS; the label waits there.${quoted(queue.stateMessage)}`
        : 'The label waits its turn in CUPS.';
    case 'held':
      return heldWords(job);
    case 'stopped':
      return `CUPS stopped in the middle of the label.${quoted(job.message)}`;
    case 'processing':
      return sendingWords(job.message);
    case 'cancelled':
    case 'aborted':
    case 'completed':
      return null;
    default:
      return assertNever(job.state);
  }
}

function heldWords({ reasons, message }: JobFacts): string {
  if (reasons.includes('job-hold-until-specified'))
    return 'The label is held in CUPS. It prints when it is released there.';
  if (reasons.some((reason) => reason.includes('authentication') || reason.includes('auth-info'))) {
    return 'CUPS wants a name and a password for this printer. The label waits there.';
  }
  if (reasons.includes('resources-are-not-ready') || message) {
    return `CUPS could not send the whole label, and sends it again by itself.${quoted(message)}`;
  }
  return 'The label is held in CUPS.';
}

function sendingWords(message: string): string | null {
  if (message === '') return null;
  return plainWords.find(([says]) => says.test(message))?.[1] ?? `CUPS is sending the label.${quoted(message)}`;
}
