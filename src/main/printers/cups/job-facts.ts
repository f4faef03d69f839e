import { z } from 'zod';
import type { IppAttributes, IppQuestion } from './ipp-message.ts';
import { queueUri } from './queue-facts.ts';

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
export interface JobFacts {
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

export const jobQuestion = (id: number): Omit<IppQuestion, 'user'> => ({
  operation: 'Get-Job-Attributes',
  target: { 'job-uri': `ipp://localhost/jobs/${id}` },
  requested,
});

/** Every job of the queue that CUPS remembers (at most 500 unless it was told otherwise). */
export const jobsOfQueueQuestion = (queue: string): Omit<IppQuestion, 'user'> => ({
  operation: 'Get-Jobs',
  target: { 'printer-uri': queueUri(queue) },
  whichJobs: 'all',
  requested,
});

/** Null where the attributes are not those of a job. */
export function readJob(attributes: IppAttributes | undefined): JobFacts | null {
  const read = attributesSchema.safeParse(attributes);
  if (!read.success) return null;
  const told = read.data;
  return {
    id: told['job-id'][0],
    state: states[told['job-state'][0]],
    reasons: told['job-state-reasons'],
    message: told['job-printer-state-message'][0].trim().slice(0, 200),
    name: told['job-name']?.[0] ?? null,
    hasBegun: told['time-at-processing'] !== undefined,
  };
}
