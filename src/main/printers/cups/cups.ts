import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { PrinterCommand } from '../../../shared/printing/printer-transports.ts';
import type { Delivery, OpenPrinter, PrinterTransport, SendProgress } from '../../core/ports/printing.ts';
import { closedBeforeSending, emptyLabel, openStopped } from '../printer-failures.ts';
import { printerCommandBytes } from '../protocol/printer-commands.ts';
import { type CupsClient, createCupsClient } from './cups-client.ts';
import {
  acceptanceUnknown,
  commandTooLate,
  cupsRefused,
  cupsStoppedAnswering,
  cupsUnavailable,
  followStopped,
  jobNotFound,
  labelNotAccepted,
  queueNotFound,
  queueRejectsJobs,
  queueStopped,
} from './cups-failures.ts';
import { jobEnded } from './cups-job.ts';
import { queueRequest, readQueue } from './cups-queues.ts';
import { type FollowLimits, followJob, submit } from './cups-send.ts';

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
    case 'unavailable':
      return cutOff(cupsStoppedAnswering(reference, Math.round(limits.unavailableMs / 60_000)));
    case 'follow aborted':
      return cutOff(followStopped(reference));
  }
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
