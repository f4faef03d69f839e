import { randomUUID } from 'node:crypto';
import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { PrinterCommand } from '../../../shared/printing/printer-transports.ts';
import { backgroundTimers, pause } from '../../concurrency/waiting.ts';
import type { Delivery, OpenPrinter, PrinterTransport, SendProgress } from '../../core/ports/printing.ts';
import { closedBeforeSending, emptyLabel, openStopped } from '../printer-failures.ts';
import { printerCommandBytes } from '../protocol/printer-commands.ts';
import { type CupsClient, createCupsClient, type ProgramEnd, runProgram } from './cups-client.ts';
import {
  acceptanceUnknown,
  commandTooLate,
  cupsRefused,
  cupsStoppedAnswering,
  cupsUnavailable,
  followStopped,
  jobAbandoned,
  jobNotFound,
  labelNotAccepted,
  queueNotFound,
  queueRejectsJobs,
  queueStopped,
  type SubmissionProblem,
} from './cups-failures.ts';
import {
  activeJobsRequest,
  type CupsJobAttributes,
  hasJob,
  isUnreachableMessage,
  jobEnded,
  jobRequest,
  jobStatus,
  jobsOfQueueRequest,
  readJob,
} from './cups-job.ts';
import { type CupsQueueAttributes, queueRequest, readQueue } from './cups-queues.ts';

/** All in milliseconds. */
export interface CupsLimits extends FollowLimits {
  /** Time for `lp` to submit the label to CUPS, which copies it to its spool. */
  readonly submitMs: number;
}

const defaultLimits: CupsLimits = {
  submitMs: 30_000,
  firstPauseMs: 50,
  longestPauseMs: 2_000,
  stalledAfterMs: 10_000,
  unavailableMs: 5 * 60_000,
};

interface Queue {
  readonly name: string;
  readonly service: CupsClient;
  readonly environment: NodeJS.ProcessEnv;
  readonly limits: CupsLimits;
}

/**
 * A print queue of CUPS, the print service of Linux and macOS: `lp -o raw` submits the bytes unchanged, and the job is followed to
 * its end. Once CUPS has accepted the label, only CUPS sends it. A "completed" job means only that CUPS sent the bytes (measured: a
 * printer that reset after 2,000 of 110,055 bytes left a completed job); the printer reports nothing back. CUPS keeps the order of
 * its jobs, so several users may have a queue open at once.
 */
export function cupsTransport(
  { queue: name }: { queue: string },
  limits: CupsLimits = defaultLimits,
  environment: NodeJS.ProcessEnv = process.env,
): PrinterTransport {
  const queue: Queue = { name, service: createCupsClient(environment), environment, limits };
  return {
    async open(signal) {
      const failure = await queueFailure(queue, signal);
      return failure ? failed(failure) : success(opened(queue));
    },
    /** After an abort CUPS is not polled any more: the result then says nothing about the job, which continues in CUPS. */
    follow(reference, bytes, progress, signal) {
      const jobId = Number(/-(\d{1,10})$/.exec(reference)?.[1] ?? Number.NaN);
      if (Number.isNaN(jobId)) {
        return Promise.resolve({ kind: 'cut off', bytesSent: bytes, failure: jobNotFound(reference) });
      }
      return deliveryOf(queue, jobId, bytes, progress, signal);
    },
  };
}

/** Why the queue accepts no label now; null where it does. */
async function queueFailure({ name, service }: Queue, signal?: AbortSignal): Promise<Failure | null> {
  const answer = signal?.aborted ? null : await service.ask(queueRequest(name), signal);
  if (!answer || signal?.aborted) return openStopped(name);
  switch (answer.kind) {
    case 'unavailable':
      return cupsUnavailable(answer.installed);
    case 'refused':
      return cupsRefused(answer.report);
    case 'not found':
      return queueNotFound(name);
    case 'answered': {
      const facts = readQueue(answer.groups[0]);
      if (!facts) return queueNotFound(name);
      if (!facts.isAccepting) return queueRejectsJobs(name, facts.stateMessage);
      return facts.state === 'stopped' ? queueStopped(name, facts.stateMessage) : null;
    }
  }
}

function opened(queue: Queue): OpenPrinter {
  let isUsable = true;
  return {
    status: async () => ({ kind: 'one-way' }),
    labelCount: async () => null,
    identity: async () => null,
    sendCommand: async (command) => (isUsable ? sendCommand(queue, command) : failed(closedBeforeSending(queue.name))),
    async send(bytes, progress) {
      if (!isUsable) return { kind: 'not started', failure: closedBeforeSending(queue.name) };
      isUsable = false;
      return bytes.length > 0 ? send(queue, bytes, progress) : { kind: 'not started', failure: emptyLabel };
    },
    close() {
      isUsable = false;
    },
  };
}

async function send(queue: Queue, bytes: Uint8Array, progress: SendProgress | undefined): Promise<Delivery> {
  const failure = await queueFailure(queue); // the queue may have been stopped since, and CUPS would accept the label and print it later
  if (failure) return { kind: 'not started', failure };
  const submission = await submit(bytes, { queue: queue.name, ...queue, withinMs: queue.limits.submitMs });
  switch (submission.kind) {
    case 'not accepted':
      return { kind: 'not started', failure: labelNotAccepted(queue.name, submission.problem) };
    case 'unknown':
      return { kind: 'cut off', bytesSent: bytes.length, failure: acceptanceUnknown(queue.name) };
    case 'accepted':
      progress?.owned(`${queue.name}-${submission.jobId}`);
      return deliveryOf(queue, submission.jobId, bytes.length, progress);
  }
}

async function deliveryOf(
  queue: Queue,
  jobId: number,
  bytes: number,
  progress: SendProgress | undefined,
  signal?: AbortSignal,
): Promise<Delivery> {
  const { service, limits } = queue;
  const end = await followJob(jobId, { service, queue: queue.name, limits, progress }, signal);
  const reference = `${queue.name}-${jobId}`;
  const cutOff = (failure: Failure, bytesSent = bytes): Delivery => ({
    kind: 'cut off',
    bytesSent,
    failure,
  });
  switch (end.kind) {
    case 'ended':
      if (end.job.state === 'completed') return { kind: 'sent', bytesSent: bytes, closedCleanly: true };
      return cutOff(jobEnded(reference, end.job), end.job.hasBegun ? bytes : 0);
    case 'not found':
      return cutOff(jobNotFound(reference));
    case 'abandoned':
      await cancelAbandoned(queue, jobId);
      return cutOff(jobAbandoned(reference));
    case 'unavailable':
      return cutOff(cupsStoppedAnswering(reference, Math.round(limits.unavailableMs / 60_000)));
    case 'follow aborted':
      return cutOff(followStopped(reference));
  }
}

/**
 * An abandoned job is sent again by the next start of CUPS, unasked. `cancel` also gives the credentials that CUPS wants from a job's
 * owner. It takes its argument for the name of a queue first; no name has a slash (lpadmin(8)).
 */
async function cancelAbandoned({ environment, limits }: Queue, jobId: number): Promise<void> {
  await runProgram('cancel', [`/-${jobId}`], { environment, withinMs: limits.submitMs });
}

/**
 * Sends a command as a raw job of its own. Pause, resume and cancel take effect on arrival: in a queue they would arrive too late and
 * affect the labels after them, so they are refused.
 */
async function sendCommand(queue: Queue, command: PrinterCommand): Promise<Result<null>> {
  if (command === 'pause' || command === 'resume' || command === 'cancel all') return failed(commandTooLate);
  const bytes = Buffer.from(printerCommandBytes[command], 'latin1');
  const failure = await queueFailure(queue);
  if (failure) return failed(failure);
  const submission = await submit(bytes, { queue: queue.name, ...queue, withinMs: queue.limits.submitMs });
  switch (submission.kind) {
    case 'accepted':
      return success(null);
    case 'not accepted':
      return failed(labelNotAccepted(queue.name, submission.problem));
    case 'unknown':
      return failed(acceptanceUnknown(queue.name));
  }
}

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
  /** CUPS reports it as pending, and will not work on it. */
  | { readonly kind: 'abandoned' }
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
  if (waitsBehind?.state === 'idle' && (await isAbandoned(jobId, service, queue, signal)))
    return over({ kind: 'abandoned' });
  return { status: jobStatus(job, waitsBehind), sending: sendingMark(job), end: null };
}

/**
 * True where CUPS reports a job as pending that is not among those it works on. A CUPS that is stopped while it waits for the printer to
 * finish the job leaves it so: its list of jobs on disk has the job as completed, the job's own file as processing (measured with 2.4.2;
 * cupsdStopServer writes the file before cupsdFreeAllJobs completes the job).
 */
async function isAbandoned(jobId: number, service: CupsClient, queue: string, signal?: AbortSignal): Promise<boolean> {
  const active = await service.ask(activeJobsRequest(queue), signal);
  if (active.kind !== 'answered' || hasJob(active.groups, jobId)) return false;
  // It may have been sent between the two questions.
  const again = await service.ask(jobRequest(jobId), signal);
  return again.kind === 'answered' && readJob(again.groups[0])?.state === 'pending';
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
