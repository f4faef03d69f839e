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

/** The attributes of one CUPS job. */
export interface CupsJobAttributes {
  readonly id: number;
  readonly state: CupsJobState;
  readonly reasons: readonly string[];
  /** The last report of the printer's backend; may be empty. */
  readonly message: string;
  /** Null where not reported: CUPS shows it to the job's owner only. */
  readonly name: string | null;
  /** False: CUPS never started to send it. */
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
  /** Not a number before the job has begun. */
  'time-at-processing': z.tuple([z.number()]).optional().catch(undefined),
});

export const jobRequest = (id: number): Omit<IppRequest, 'user'> => ({
  operation: 'Get-Job-Attributes',
  target: { 'job-uri': `ipp://localhost/jobs/${id}` },
  requested,
});

/** Requests every stored job of the queue (CUPS keeps at most 500 by default). */
export const jobsOfQueueRequest = (queue: string): Omit<IppRequest, 'user'> => ({
  operation: 'Get-Jobs',
  target: { 'printer-uri': queueUri(queue) },
  whichJobs: 'all',
  requested,
});

/** Requests the numbers of the queue's jobs that CUPS will still work on. */
export const activeJobsRequest = (queue: string): Omit<IppRequest, 'user'> => ({
  operation: 'Get-Jobs',
  target: { 'printer-uri': queueUri(queue) },
  whichJobs: 'not-completed',
  requested: ['job-id'],
});

/** Reads the answer to `activeJobsRequest`. */
export const hasJob = (groups: readonly IppAttributes[], jobId: number): boolean =>
  groups.some((job) => job['job-id']?.[0] === jobId);

/** Reads a job; null where the attributes are not those of a job. */
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

/** The reports of the CUPS backends and their meaning (cups/backend/socket.c, ipp.c, lpd.c, usb.c). */
const backendMessages: readonly (readonly [pattern: RegExp, meaning: Message])[] = [
  [cannotReach, message('printer.queue-status.unreachable')],
  [/is in use|is busy|become available/i, message('printer.queue-status.busy')],
  [/waiting for printer to finish/i, message('printer.queue-status.finishing')],
  [
    /^connected to printer|^sending data|^spooling job|^connecting to printer/i,
    message('printer.queue-status.sending', { report: null }),
  ],
];

/** True where the backend reports that it has no connection, so that nothing is being sent. */
export const isUnreachableMessage = (text: string): boolean => cannotReach.test(text);

/** The status of an unfinished job; null where there is nothing to report. `queue`: null where not known. */
export function jobStatus(job: CupsJobAttributes, queue: CupsQueueAttributes | null): Message | null {
  switch (job.state) {
    case 'pending':
      return queue?.state === 'stopped'
        ? message('printer.queue-status.queue-stopped', { queue: queue.name, report: orNull(queue.stateMessage) })
        : message('printer.queue-status.waiting');
    case 'held':
      return heldStatus(job);
    case 'stopped':
      return message('printer.queue-status.stopped', { report: orNull(job.message) });
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

function heldStatus({ reasons, message: report }: CupsJobAttributes): Message {
  if (reasons.includes('job-hold-until-specified')) return message('printer.queue-status.held-until-released');
  if (reasons.some((reason) => reason.includes('authentication') || reason.includes('auth-info'))) {
    return message('printer.queue-status.authentication');
  }
  if (reasons.includes('resources-are-not-ready') || report) {
    return message('printer.queue-status.retrying', { report: orNull(report) });
  }
  return message('printer.queue-status.held');
}

function sendingStatus(report: string): Message | null {
  if (report === '') return null;
  const known = backendMessages.find(([pattern]) => pattern.test(report));
  return known?.[1] ?? message('printer.queue-status.sending', { report });
}

/** The failure of a job that ended in CUPS without being sent completely. */
export function jobEnded(job: string, { state, hasBegun, message: report }: CupsJobAttributes): Failure {
  if (state === 'cancelled') {
    return cutOff(message(hasBegun ? 'printer.queue-job-cancelled' : 'printer.queue-job-cancelled-unsent', { job }));
  }
  return cutOff(
    hasBegun
      ? message('printer.queue-job-aborted', { job, report: orNull(report) })
      : message('printer.queue-job-aborted-unsent', { job }),
  );
}
