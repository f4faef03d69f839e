import { z } from 'zod';
import { assertNever, type Failure } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { cutOff } from '../printer-failures.ts';
import { orNull } from './cups-failures.ts';
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

/** What CUPS reports of one job. */
export interface CupsJobAttributes {
  readonly id: number;
  readonly state: CupsJobState;
  readonly reasons: readonly string[];
  /** What its printer's backend reported last; may be empty. */
  readonly message: string;
  /** Null where it is not reported: CUPS gives it to the job's owner only. */
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

/** Every job of the queue that CUPS keeps (at most 500 by default). */
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

const cannotReach =
  /may not exist or is unavailable|not responding|unable to locate printer|unable to connect|not connected/i;

/** What the backends of CUPS report, and what it means (cups/backend/socket.c, ipp.c, lpd.c, usb.c). */
const backendMessages: readonly (readonly [pattern: RegExp, meaning: Message])[] = [
  [cannotReach, message('printer.queue-status.unreachable')],
  [/is in use|is busy|become available/i, message('printer.queue-status.busy')],
  [/waiting for printer to finish/i, message('printer.queue-status.finishing')],
  [
    /^connected to printer|^sending data|^spooling job|^connecting to printer/i,
    message('printer.queue-status.sending', { said: null }),
  ],
];

/** True where the backend reports that it has no connection: no data can stall then. */
export const isUnreachableMessage = (text: string): boolean => cannotReach.test(text);

/** The status of a job that CUPS has not finished; null where there is nothing to report. `queue` where it is known. */
export function jobStatus(job: CupsJobAttributes, queue: CupsQueueAttributes | null): Message | null {
  switch (job.state) {
    case 'pending':
      return queue?.state === 'stopped'
        ? message('printer.queue-status.queue-stopped', { queue: queue.name, said: orNull(queue.stateMessage) })
        : message('printer.queue-status.waiting');
    case 'held':
      return heldStatus(job);
    case 'stopped':
      return message('printer.queue-status.stopped', { said: orNull(job.message) });
    case 'processing':
      return sendingStatus(job.message);
    case 'cancelled':
    case 'aborted':
    case 'completed':
      return null;
    default:
      return assertNever(job.state);
  }
}

function heldStatus({ reasons, message: said }: CupsJobAttributes): Message {
  if (reasons.includes('job-hold-until-specified')) return message('printer.queue-status.held-until-released');
  if (reasons.some((reason) => reason.includes('authentication') || reason.includes('auth-info'))) {
    return message('printer.queue-status.authentication');
  }
  if (reasons.includes('resources-are-not-ready') || said) {
    return message('printer.queue-status.retrying', { said: orNull(said) });
  }
  return message('printer.queue-status.held');
}

function sendingStatus(said: string): Message | null {
  if (said === '') return null;
  const known = backendMessages.find(([pattern]) => pattern.test(said));
  return known?.[1] ?? message('printer.queue-status.sending', { said });
}

/** The job ended in CUPS, but not by being sent to its end. */
export function jobEnded(job: string, { state, hasBegun, message: said }: CupsJobAttributes): Failure {
  if (state === 'cancelled') {
    return cutOff(message(hasBegun ? 'printer.queue-job-cancelled' : 'printer.queue-job-cancelled-unsent', { job }));
  }
  return cutOff(
    hasBegun
      ? message('printer.queue-job-aborted', { job, said: orNull(said) })
      : message('printer.queue-job-aborted-unsent', { job }),
  );
}
