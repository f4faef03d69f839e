import { randomUUID } from 'node:crypto';
import { type Message, message } from '../../../shared/messages/message.ts';
import { backgroundTimers, pause } from '../../concurrency/waiting.ts';
import type { SendProgress } from '../../core/ports/printing.ts';
import { type CupsClient, type ProgramEnd, runProgram } from './cups-client.ts';
import type { SubmissionProblem } from './cups-failures.ts';
import {
  type CupsJobAttributes,
  isUnreachableMessage,
  jobRequest,
  jobStatus,
  jobsOfQueueRequest,
  readJob,
} from './cups-job.ts';
import { type CupsQueueAttributes, queueRequest, readQueue } from './cups-queues.ts';

/** The outcome of sending bytes to CUPS. */
export type Submission =
  | { readonly kind: 'accepted'; readonly jobId: number }
  /** CUPS has no job of it, or has one that it never began and never will. */
  | { readonly kind: 'not accepted'; readonly problem: SubmissionProblem }
  | { readonly kind: 'unknown' };

/** The beginning of the name of every job of the station; the rest is unique. */
const title = 'Packbench label';

/** False where the job's name shows another origin: a reinstalled CUPS numbers its jobs from 1 again. */
const isPossiblyOurs = ({ name }: CupsJobAttributes): boolean => name === null || name.startsWith(title);

/** One copy and no cover page, whatever the defaults of this user or the queue (lp(1)). */
const lpOptions = ['-o', 'raw', '-n', '1', '-o', 'job-sheets=none'];

/**
 * Gives the bytes to `lp` as they are. It says the job's number when CUPS has them all. Where it fails first, CUPS is asked for the
 * job by its name: lp makes the job before it sends the bytes, so that without the job nothing of them can print.
 */
export async function submit(
  bytes: Uint8Array,
  to: { queue: string; service: CupsClient; environment: NodeJS.ProcessEnv; withinMs: number },
): Promise<Submission> {
  const name = `${title} ${randomUUID()}`;
  const { environment, withinMs } = to;
  const end = await runProgram('lp', ['-d', to.queue, ...lpOptions, '-t', name, '-'], {
    environment,
    withinMs,
    input: bytes,
  });
  const jobId = end.kind === 'ended' && end.exitCode === 0 ? requestId(end.output) : null;
  if (jobId !== null) return { kind: 'accepted', jobId };
  if (end.kind === 'missing') return { kind: 'not accepted', problem: { kind: 'lp missing' } };

  const jobs = await to.service.ask(jobsOfQueueRequest(to.queue));
  if (jobs.kind !== 'answered' && jobs.kind !== 'not found') return { kind: 'unknown' };
  const found = jobs.kind === 'answered' ? jobs.groups.map(readJob).find((job) => job?.name === name) : undefined;
  if (!found || isOver(found)) return { kind: 'not accepted', problem: lpProblem(end) };
  return { kind: 'accepted', jobId: found.id };
}

/** "request id is Zebra-12 (0 file(s))". The queue's own letters may not survive in English. */
function requestId(output: string): number | null {
  const found = /^request id is .*-(\d{1,10}) \(\d+ file\(s\)\)$/m.exec(output);
  return found ? Number(found[1]) : null;
}

/** lp cancels the job that it could not fill. */
const isOver = (job: CupsJobAttributes): boolean =>
  !job.hasBegun && (job.state === 'cancelled' || job.state === 'aborted');

function lpProblem(end: ProgramEnd): SubmissionProblem {
  if (end.kind !== 'ended') return { kind: 'timed out' };
  return { kind: 'reported', said: end.errors.replace(/^lp: (?:Error - )?/, '').slice(0, 200) };
}

/** All in milliseconds. */
export interface FollowLimits {
  /** Between the first two questions; each pause is half as long again, until something changes. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** CUPS is sending, and says nothing new. */
  readonly stalledAfterMs: number;
  /** CUPS itself does not answer. */
  readonly unavailableMs: number;
}

/** How a job in CUPS came to its end, or out of sight. */
export type JobEnd =
  | { readonly kind: 'ended'; readonly job: CupsJobAttributes }
  | { readonly kind: 'not found' }
  /** CUPS did not answer for as long as the limit allows. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'follow aborted' };

interface Following {
  readonly service: CupsClient;
  readonly queue: string;
  readonly limits: FollowLimits;
  readonly progress: SendProgress | undefined;
}

/** What one question brought. */
interface JobCheck {
  readonly status: Message | null;
  /** What stays the same while a connected printer takes nothing; null while nothing is being sent. */
  readonly sending: string | null;
  /** Null while the job goes on, as far as is known. */
  readonly end: JobEnd | null;
}

/**
 * Polls CUPS for the job until it has ended, and reports its status. Waits for a job that is held or stopped there. Keeps no process
 * alive.
 */
export async function followJob(jobId: number, following: Following, signal?: AbortSignal): Promise<JobEnd> {
  const { limits } = following;
  const report = createChangeReporter(following.progress, limits.stalledAfterMs);
  let unavailableSince: number | null = null;
  let pauseMs = limits.firstPauseMs;
  while (!signal?.aborted) {
    const current = await checkJob(jobId, following, signal);
    if (signal?.aborted) break;
    const changed = report(current);
    if (current.end) return current.end;
    unavailableSince = current === cupsNotAnswering ? (unavailableSince ?? performance.now()) : null;
    if (unavailableSince !== null && performance.now() - unavailableSince >= limits.unavailableMs)
      return { kind: 'unavailable' };
    pauseMs = changed ? limits.firstPauseMs : Math.min(pauseMs * 1.5, limits.longestPauseMs);
    await pause(pauseMs, signal, { timers: backgroundTimers });
  }
  return { kind: 'follow aborted' };
}

async function checkJob(jobId: number, { service, queue }: Following, signal?: AbortSignal): Promise<JobCheck> {
  const answer = await service.ask(jobRequest(jobId), signal);
  if (answer.kind === 'not found') return over({ kind: 'not found' });
  const job = answer.kind === 'answered' ? readJob(answer.groups[0]) : null;
  if (!job) return cupsNotAnswering;
  if (!isPossiblyOurs(job)) return over({ kind: 'not found' });
  if (ended.includes(job.state)) return over({ kind: 'ended', job });
  const waitsBehind = job.state === 'pending' ? await queueOf(service, queue, signal) : null;
  return { status: jobStatus(job, waitsBehind), sending: sendingMark(job), end: null };
}

const cupsNotAnswering: JobCheck = {
  status: message('printer.queue-status.cups-not-answering'),
  sending: null,
  end: null,
};
const over = (end: JobEnd): JobCheck => ({ status: null, sending: null, end });
const ended: readonly CupsJobAttributes['state'][] = ['completed', 'cancelled', 'aborted'];

async function queueOf(service: CupsClient, queue: string, signal?: AbortSignal): Promise<CupsQueueAttributes | null> {
  const answer = await service.ask(queueRequest(queue), signal);
  return answer.kind === 'answered' ? readQueue(answer.groups[0]) : null;
}

const sendingMark = (job: CupsJobAttributes): string | null =>
  job.state === 'processing' && !isUnreachableMessage(job.message) ? job.message : null;

/** Passes on what is new, and says when sending stands still; true where there was something new. */
function createChangeReporter(progress: SendProgress | undefined, stalledAfterMs: number) {
  let status: Message | null = null;
  let sending: string | null = null;
  let since = performance.now();
  let isStalled = false;
  return (now: JobCheck): boolean => {
    const isNewStatus = JSON.stringify(now.status) !== JSON.stringify(status);
    const changed = isNewStatus || now.sending !== sending;
    if (isNewStatus) progress?.queueStatus(now.status);
    if (now.sending !== sending) since = performance.now();
    status = now.status;
    sending = now.sending;
    const stalledNow = sending !== null && performance.now() - since >= stalledAfterMs;
    if (stalledNow !== isStalled) progress?.stalled(stalledNow);
    isStalled = stalledNow;
    return changed;
  };
}
