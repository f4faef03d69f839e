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
  /** CUPS has no such job, or one that it never began and will not begin. */
  | { readonly kind: 'not accepted'; readonly problem: SubmissionProblem }
  | { readonly kind: 'unknown' };

/** The prefix of every job name of the station; the rest is unique. */
const title = 'Packbench label';

/** False where the job's name shows another origin: a reinstalled CUPS numbers its jobs from 1 again. */
const isPossiblyOurs = ({ name }: CupsJobAttributes): boolean => name === null || name.startsWith(title);

/** One copy and no cover page, whatever the defaults of this user or the queue (lp(1)). */
const lpOptions = ['-o', 'raw', '-n', '1', '-o', 'job-sheets=none'];

/**
 * Submits the bytes unchanged with `lp`, which reports the job's number once CUPS has all of them. If `lp` fails, the job is searched
 * by its name: lp creates the job before it sends the bytes, so without a job nothing can print.
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

/** Reads "request id is Zebra-12 (0 file(s))". The queue's name may be garbled by the English locale. */
function requestId(output: string): number | null {
  const found = /^request id is .*-(\d{1,10}) \(\d+ file\(s\)\)$/m.exec(output);
  return found ? Number(found[1]) : null;
}

/** lp cancels a job whose bytes it could not send. */
const isOver = (job: CupsJobAttributes): boolean =>
  !job.hasBegun && (job.state === 'cancelled' || job.state === 'aborted');

function lpProblem(end: ProgramEnd): SubmissionProblem {
  if (end.kind !== 'ended') return { kind: 'timed out' };
  return { kind: 'reported', report: end.errors.replace(/^lp: (?:Error - )?/, '').slice(0, 200) };
}

/** All in milliseconds. */
export interface FollowLimits {
  /** Pause after the first poll; each further pause is 1.5 times as long, until something changes. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Time without news while CUPS is sending, until the job counts as stalled. */
  readonly stalledAfterMs: number;
  /** Time without an answer of CUPS, until following ends. */
  readonly unavailableMs: number;
}

/** How following a CUPS job ended. */
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

/** The result of one poll. */
interface JobCheck {
  readonly status: Message | null;
  /** A mark that does not change while a connected printer accepts nothing; null while nothing is being sent. */
  readonly sending: string | null;
  /** Null while the job continues. */
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

/** Reports status changes and stalls; returns true where something changed. */
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
