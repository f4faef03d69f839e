import { z } from 'zod';
import { assertNever } from '../../../shared/contract/failure.ts';
import { type CupsQueueAttributes, queueUri } from './cups-queues.ts';
import type { IppAttributes, IppRequest } from './ipp-message.ts';

/** RFC 8011, 5.3.7. */
const states = {
  3: 'pending',
  4: 'held',
  5: 'processing',
  6: 'stopped',
  7: 'cancelled',
  8: 'aborted',
  9: 'completed',
} as const;
export type CupsJobState = (typeof states)[keyof typeof states];

/** What CUPS tells of one job. */
export interface CupsJobAttributes {
  readonly id: number;
  readonly state: CupsJobState;
  readonly reasons: readonly string[];
  /** What its printer's backend said last; empty where it said nothing. */
  readonly message: string;
  /** Null where it is not told: to nobody but the job's owner. */
  readonly name: string | null;
  /** False: CUPS never began to send it. */
  readonly hasBegun: boolean;
}

const requested = [
  'job-id',
  'job-name',
  'job-state',
  'job-state-reasons',
  'job-printer-state-message',
  'time-at-processing',
];

const textSchema = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);

const attributesSchema = z.object({
  'job-id': z.tuple([z.int().min(1)]),
  'job-state': z.tuple([z.literal([3, 4, 5, 6, 7, 8, 9])]),
  'job-state-reasons': z.array(z.string().max(255)).max(20).catch([]),
  'job-printer-state-message': z.tuple([textSchema]).catch(['']),
  'job-name': z.tuple([textSchema]).optional().catch(undefined),
  /** No number where it has not begun. */
  'time-at-processing': z.tuple([z.number()]).optional().catch(undefined),
});

export const jobRequest = (id: number): Omit<IppRequest, 'user'> => ({
  operation: 'Get-Job-Attributes',
  target: { 'job-uri': `ipp://localhost/jobs/${id}` },
  requested,
});

/** Every job of the queue that CUPS remembers (at most 500 unless it was told otherwise). */
export const jobsOfQueueRequest = (queue: string): Omit<IppRequest, 'user'> => ({
  operation: 'Get-Jobs',
  target: { 'printer-uri': queueUri(queue) },
  whichJobs: 'all',
  requested,
});

/** Null where the attributes are not those of a job. */
export function readJob(attributes: IppAttributes | undefined): CupsJobAttributes | null {
  const read = attributesSchema.safeParse(attributes);
  if (!read.success) return null;
  const attributesRead = read.data;
  return {
    id: attributesRead['job-id'][0],
    state: states[attributesRead['job-state'][0]],
    reasons: attributesRead['job-state-reasons'],
    message: attributesRead['job-printer-state-message'][0].trim().slice(0, 200),
    name: attributesRead['job-name']?.[0] ?? null,
    hasBegun: attributesRead['time-at-processing'] !== undefined,
  };
}

/** What the backends of CUPS say, in an operator's words (cups/backend/socket.c, ipp.c, lpd.c, usb.c). */
const backendMessages: readonly [pattern: RegExp, words: string][] = [
  [
    /may not exist or is unavailable|not responding|unable to locate printer|unable to connect|not connected/i,
    'CUPS cannot reach the printer. It goes on trying, and prints the label by itself.',
  ],
  [/is in use|is busy|become available/i, 'The printer is busy. CUPS goes on trying, and prints the label by itself.'],
  [/waiting for printer to finish/i, 'CUPS sent the label and waits for the printer to take the rest of it.'],
  [/^connected to printer|^sending data|^spooling job|^connecting to printer/i, 'CUPS is sending the label.'],
];

const unreachable = backendMessages[0]?.[0];

/** True where the backend says that it has no connection: then nothing is being sent that could stand still. */
export const isUnreachableMessage = (message: string): boolean => unreachable?.test(message) ?? false;

const quoted = (message: string): string => (message ? ` It says: “${message}”` : '');

/** What to tell of a job that CUPS has not done with; null where nothing is worth telling. `queue` where it is known. */
export function jobWords(job: CupsJobAttributes, queue: CupsQueueAttributes | null): string | null {
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

function heldWords({ reasons, message }: CupsJobAttributes): string {
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
  return (
    backendMessages.find(([pattern]) => pattern.test(message))?.[1] ?? `CUPS is sending the label.${quoted(message)}`
  );
}
