import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery, SendProgress } from '../../core/ports/printing.ts';
import { untilAborted } from '../abortable.ts';
import type { OpenedPrinter, Spooler, SpoolerJob } from './spooler.ts';
import { isTransient, type LostCause, lostJob } from './windows-failures.ts';
import { jobStatus, win32Errors } from './winspool-api.ts';

/** A job of the Windows queue. Numbers are used again, so the document's name, which is ours alone, belongs to it. */
export interface JobIdentity {
  readonly id: number;
  readonly document: string;
}

export const referenceOf = ({ id, document }: JobIdentity): string => `${id} ${document}`;

/** Null where it is no reference of ours. */
export function readReference(reference: string): JobIdentity | null {
  const parts = /^([1-9]\d{0,9}) (\S.{0,99})$/.exec(reference);
  return parts?.[1] && parts[2] ? { id: Number(parts[1]), document: parts[2] } : null;
}

export interface FollowRequest {
  readonly printer: string;
  readonly job: JobIdentity;
  readonly bytes: number;
  /** Milliseconds between two looks. */
  readonly checkMs: number;
}

const spoolerUnavailable = 'The print spooler of Windows does not answer; the label is in its queue.';

/** Looks at the job until it left the queue, however long that takes, or the signal says stop. */
export async function followJob(
  spooler: Spooler,
  { printer, job, bytes, checkMs }: FollowRequest,
  progress: SendProgress | undefined,
  signal: AbortSignal,
): Promise<Delivery> {
  const queue = queueOf(spooler, printer, job);
  const report = createQueueReporter(progress);
  let last: WindowsJobStatus | null = null;
  let end: Ending = 'not followed';

  while (!signal.aborted) {
    const check = await untilAborted(queue.check(), signal);
    if (check === 'aborted') break;
    if (check.kind === 'no printer') {
      end = 'printer gone';
      break;
    }
    if (check.kind === 'left' || (check.kind === 'in queue' && check.status.isDone)) {
      end = check.kind === 'left' ? endOfRemovedJob(last) : 'done';
      break;
    }
    if (check.kind === 'in queue') last = check.status;
    report(
      check.kind === 'unavailable' ? spoolerUnavailable : check.status.words,
      check.kind === 'unavailable' || check.status.isHeld,
    );
    await pause(checkMs, undefined, { signal }).catch(() => undefined);
  }
  queue.leave();
  report(null, false);
  if (end === 'done' || end === 'vanished') {
    return { kind: 'sent', bytesSent: bytes, closedCleanly: end === 'done' };
  }
  return { kind: 'cut off', bytesSent: bytes, failure: lostJob(printer, end) };
}

type Ending = LostCause | 'done' | 'vanished';

/** Windows takes a finished job out of its queue at once, mostly between two looks; and a deleted one as well. */
function endOfRemovedJob(last: WindowsJobStatus | null): Ending {
  if (last?.isDeleted) return 'deleted';
  return last?.isHeld ? 'gone while held' : 'vanished';
}

type JobCheck =
  | { readonly kind: 'in queue'; readonly status: WindowsJobStatus }
  | { readonly kind: 'left' }
  /** The spooler does not answer for now. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'no printer' };

/** Keeps the printer open between looks, and opens it anew after trouble: a spooler started again knows no handle of before. */
function queueOf(spooler: Spooler, printer: string, job: JobIdentity): { check(): Promise<JobCheck>; leave(): void } {
  let handle: OpenedPrinter | null = null;
  const leave = (): void => {
    if (handle !== null) void spooler.closePrinter(handle);
    handle = null;
  };
  return {
    leave,
    async check() {
      if (handle === null) {
        const opened = await spooler.openPrinter(printer);
        if (!opened.ok) return { kind: isTransient(opened.error) ? 'unavailable' : 'no printer' };
        handle = opened.value;
      }
      const found = await spooler.job(handle, job.id);
      if (!found.ok && found.error === win32Errors.invalidParameter) return { kind: 'left' };
      if (!found.ok) {
        leave();
        return { kind: 'unavailable' };
      }
      const isOurs = found.value.document === job.document;
      return isOurs ? { kind: 'in queue', status: readJobStatus(found.value) } : { kind: 'left' };
    },
  };
}

/** Tells what is new, and nothing twice. */
function createQueueReporter(progress: SendProgress | undefined): (words: string | null, isHeld: boolean) => void {
  let lastWords: string | null = null;
  let wasHeld = false;
  return (words, isHeld) => {
    if (words !== lastWords) progress?.words(words);
    if (isHeld !== wasHeld) progress?.stalled(isHeld);
    lastWords = words;
    wasHeld = isHeld;
  };
}

/** Where a job of the Windows queue stands. */
export interface WindowsJobStatus {
  /** Windows gave all of it to the printer; paper is another matter (JOB_INFO_1: "may not be printed yet"). */
  readonly isDone: boolean;
  readonly isDeleted: boolean;
  /** Something must be mended before it goes on. */
  readonly isHeld: boolean;
  /** For the operator; null where there is nothing to say. */
  readonly words: string | null;
}

/** In the order in which they are said. */
const statusMessages: readonly (readonly [bit: number, words: string])[] = [
  [jobStatus.paperOut, 'the printer is out of paper'],
  [jobStatus.offline, 'the printer is offline'],
  [jobStatus.userIntervention, 'the printer needs a hand'],
  [jobStatus.blocked, 'the driver cannot print it'],
  [jobStatus.error, 'an error is reported'],
  [jobStatus.paused, 'it is paused in the queue'],
  [jobStatus.restarted, 'it was started again from the queue'],
  [jobStatus.deleting, 'it is being deleted'],
  [jobStatus.deleted, 'it was deleted'],
  [jobStatus.printed, 'it was given to the printer'],
  [jobStatus.complete, 'it was given to the printer'],
  [jobStatus.printing, 'it is being given to the printer'],
  [jobStatus.spooling, 'it is being put in the queue'],
];

const holding =
  jobStatus.paperOut |
  jobStatus.offline |
  jobStatus.userIntervention |
  jobStatus.blocked |
  jobStatus.error |
  jobStatus.paused;

const maxWords = 300;

/** Reads JOB_INFO_1: bits of `Status`, and `pStatus`, which goes before them where the driver or port gave one. */
export function readJobStatus({ status, words }: Pick<SpoolerJob, 'status' | 'words'>): WindowsJobStatus {
  const has = (bits: number): boolean => (status & bits) !== 0;
  // A job that was given to the printer is deleted by Windows itself.
  const isDone = has(jobStatus.printed | jobStatus.complete);
  return {
    isDone,
    isDeleted: !isDone && has(jobStatus.deleting | jobStatus.deleted),
    isHeld: has(holding),
    words: sentence(words?.trim() || statusMessage(status)),
  };
}

/** "A value of zero indicates that the print queue was paused after the document finished spooling" (JOB_INFO_1). */
function statusMessage(status: number): string {
  if (status === 0) return 'it waits in the queue';
  const messages = statusMessages.filter(([bit]) => (status & bit) !== 0).map(([, words]) => words);
  return [...new Set(messages)].join(', ') || `it has the status ${status}`;
}

const sentence = (words: string): string => `Windows print queue: ${words}`.slice(0, maxWords);
