import { setTimeout as pause } from 'node:timers/promises';
import type { SendProgress } from '../../core/ports/printing.ts';
import { type JobFacts, jobQuestion, readJob } from './job-facts.ts';
import { jobWords, saysUnreachable } from './job-words.ts';
import type { PrintService } from './print-service.ts';
import { type QueueFacts, queueQuestion, readQueue } from './queue-facts.ts';
import { mayBeOurs } from './submit.ts';

/** All in milliseconds. */
export interface FollowLimits {
  /** Between the first two questions; each pause is half as long again, until something changes. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** CUPS is sending, and says nothing new. */
  readonly stalledAfterMs: number;
  /** CUPS itself does not answer. */
  readonly awayMs: number;
}

/** How a job in CUPS came to its end, or out of sight. */
export type JobEnd =
  | { readonly kind: 'ended'; readonly job: JobFacts }
  | { readonly kind: 'not known' }
  /** CUPS did not answer for as long as the limit allows. */
  | { readonly kind: 'away' }
  | { readonly kind: 'stopped following' };

interface Following {
  readonly service: PrintService;
  readonly queue: string;
  readonly limits: FollowLimits;
  readonly progress: SendProgress | undefined;
}

/** What one question brought. */
interface Sight {
  readonly words: string | null;
  /** What stays the same while a connected printer takes nothing; null while nothing is being sent. */
  readonly sending: string | null;
  /** Null while the job goes on, as far as is known. */
  readonly end: JobEnd | null;
}

/**
 * Asks CUPS for the job, gently, until it is over; tells what CUPS says of it on the way. A job that is held or stopped there is
 * waited for. Keeps no process alive.
 */
export async function followJob(jobId: number, following: Following, signal?: AbortSignal): Promise<JobEnd> {
  const { limits } = following;
  const tell = tellChanges(following.progress, limits.stalledAfterMs);
  let awaySince: number | null = null;
  let pauseMs = limits.firstPauseMs;
  while (!signal?.aborted) {
    const sight = await look(jobId, following, signal);
    if (signal?.aborted) break;
    const changed = tell(sight);
    if (sight.end) return sight.end;
    awaySince = sight === cupsIsAway ? (awaySince ?? performance.now()) : null;
    if (awaySince !== null && performance.now() - awaySince >= limits.awayMs) return { kind: 'away' };
    pauseMs = changed ? limits.firstPauseMs : Math.min(pauseMs * 1.5, limits.longestPauseMs);
    await pause(pauseMs, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {});
  }
  return { kind: 'stopped following' };
}

async function look(jobId: number, { service, queue }: Following, signal?: AbortSignal): Promise<Sight> {
  const answer = await service.ask(jobQuestion(jobId), signal);
  if (answer.kind === 'not known') return over({ kind: 'not known' });
  const job = answer.kind === 'answered' ? readJob(answer.groups[0]) : null;
  if (!job) return cupsIsAway;
  if (!mayBeOurs(job)) return over({ kind: 'not known' });
  if (ended.includes(job.state)) return over({ kind: 'ended', job });
  const waitsBehind = job.state === 'pending' ? await queueOf(service, queue, signal) : null;
  return { words: jobWords(job, waitsBehind), sending: sendingMark(job), end: null };
}

const cupsIsAway: Sight = { words: 'CUPS does not answer. The label goes on when it does.', sending: null, end: null };
const over = (end: JobEnd): Sight => ({ words: null, sending: null, end });
const ended: readonly JobFacts['state'][] = ['completed', 'cancelled', 'aborted'];

async function queueOf(service: PrintService, queue: string, signal?: AbortSignal): Promise<QueueFacts | null> {
  const answer = await service.ask(queueQuestion(queue), signal);
  return answer.kind === 'answered' ? readQueue(answer.groups[0]) : null;
}

const sendingMark = (job: JobFacts): string | null =>
  job.state === 'processing' && !saysUnreachable(job.message) ? job.message : null;

/** Passes on what is new, and says when sending stands still; true where there was something new. */
function tellChanges(progress: SendProgress | undefined, stalledAfterMs: number) {
  let words: string | null = null;
  let sending: string | null = null;
  let since = performance.now();
  let isStalled = false;
  return (now: Sight): boolean => {
    const changed = now.words !== words || now.sending !== sending;
    if (now.words !== words) progress?.words(now.words);
    if (now.sending !== sending) since = performance.now();
    words = now.words;
    sending = now.sending;
    const stalledNow = sending !== null && performance.now() - since >= stalledAfterMs;
    if (stalledNow !== isStalled) progress?.stalled(stalledNow);
    isStalled = stalledNow;
    return changed;
  };
}
