import { type Message, message } from '../../../shared/messages/message.ts';
import { pause, untilAborted } from '../../concurrency/waiting.ts';
import type { Delivery, SendProgress } from '../../core/ports/printing.ts';
import type { OpenedPrinter, Spooler, SpoolerJob } from './spooler.ts';
import { isTransient, type LostCause, lostJob } from './windows-failures.ts';
import { jobStatus, win32Errors } from './winspool-api.ts';

/** A job of the Windows queue. Numbers are reused, so the unique document name is part of the identity. */
export interface JobIdentity {
  readonly id: number;
  readonly document: string;
}

/** The text under which a job is stored, with the printer in whose queue it is. */
export const referenceOf = ({ id, document }: JobIdentity, printer: string): string => `${id} ${document}\t${printer}`;

/** Reads the text of `referenceOf`; null for any other. Earlier versions stored no printer. */
export function readReference(reference: string): (JobIdentity & { readonly printer: string | null }) | null {
  const parts = /^([1-9]\d{0,9}) (\S[^\t]{0,99})(?:\t(.+))?$/.exec(reference);
  return parts?.[1] && parts[2] ? { id: Number(parts[1]), document: parts[2], printer: parts[3] ?? null } : null;
}

export interface FollowRequest {
  readonly printer: string;
  readonly job: JobIdentity;
  readonly bytes: number;
  /** Milliseconds between two checks. */
  readonly checkMs: number;
}

const spoolerUnavailable = message('printer.windows-status.not-answering');

/** Polls the job until it has left the queue, without a time limit, or until the abort. */
export async function followJob(
  spooler: Spooler,
  { printer, job, bytes, checkMs }: FollowRequest,
  progress: SendProgress | undefined,
  signal: AbortSignal,
): Promise<Delivery> {
  const checks = jobChecks(spooler, printer, job);
  const report = createQueueReporter(progress);
  let last: WindowsJobStatus | null = null;
  let end: Ending = 'not followed';

  while (!signal.aborted) {
    const check = await untilAborted(checks.check(), signal);
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
      check.kind === 'unavailable' ? spoolerUnavailable : check.status.status,
      check.kind === 'unavailable' || check.status.isHeld,
    );
    await pause(checkMs, signal);
  }
  checks.close();
  report(null, false);
  if (end === 'done' || end === 'vanished') {
    return { kind: 'sent', bytesSent: bytes, closedCleanly: end === 'done' };
  }
  return { kind: 'cut off', bytesSent: bytes, failure: lostJob(printer, end) };
}

type Ending = LostCause | 'done' | 'vanished';

/** Windows removes a finished job from its queue at once, mostly between two checks; a deleted one too. */
function endOfRemovedJob(last: WindowsJobStatus | null): Ending {
  if (last?.isDeleted) return 'deleted';
  return last?.isHeld ? 'gone while held' : 'vanished';
}

type JobCheck =
  | { readonly kind: 'in queue'; readonly status: WindowsJobStatus }
  | { readonly kind: 'left' }
  /** The spooler does not answer at the moment. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'no printer' };

/** Keeps the printer open between checks and reopens it after an error: handles are invalid after the spooler restarts. */
function jobChecks(spooler: Spooler, printer: string, job: JobIdentity): { check(): Promise<JobCheck>; close(): void } {
  let handle: OpenedPrinter | null = null;
  const close = (): void => {
    if (handle !== null) void spooler.closePrinter(handle);
    handle = null;
  };
  return {
    close,
    async check() {
      if (handle === null) {
        const opened = await spooler.openPrinter(printer);
        if (!opened.ok) return { kind: isTransient(opened.error) ? 'unavailable' : 'no printer' };
        handle = opened.value;
      }
      const found = await spooler.job(handle, job.id);
      if (!found.ok && found.error === win32Errors.invalidParameter) return { kind: 'left' };
      if (!found.ok) {
        close();
        return { kind: 'unavailable' };
      }
      const isOurs = found.value.document === job.document;
      return isOurs ? { kind: 'in queue', status: readJobStatus(found.value) } : { kind: 'left' };
    },
  };
}

/** Reports changes only. */
function createQueueReporter(progress: SendProgress | undefined): (status: Message | null, isHeld: boolean) => void {
  let last: Message | null = null;
  let wasHeld = false;
  return (status, isHeld) => {
    if (JSON.stringify(status) !== JSON.stringify(last)) progress?.queueStatus(status);
    if (isHeld !== wasHeld) progress?.stalled(isHeld);
    last = status;
    wasHeld = isHeld;
  };
}

/** The state of a job in the Windows queue. */
export interface WindowsJobStatus {
  /** Windows sent the complete job to the printer (JOB_INFO_1: "may not be printed yet"). */
  readonly isDone: boolean;
  readonly isDeleted: boolean;
  /** A fault must be cleared before it continues. */
  readonly isHeld: boolean;
  readonly status: Message;
}

/** In the order in which they are shown. */
const stateCodes = [
  [jobStatus.paperOut, 'printer.windows-state.paper-out'],
  [jobStatus.offline, 'printer.windows-state.offline'],
  [jobStatus.userIntervention, 'printer.windows-state.user-intervention'],
  [jobStatus.blocked, 'printer.windows-state.blocked'],
  [jobStatus.error, 'printer.windows-state.error'],
  [jobStatus.paused, 'printer.windows-state.paused'],
  [jobStatus.restarted, 'printer.windows-state.restarted'],
  [jobStatus.deleting, 'printer.windows-state.deleting'],
  [jobStatus.deleted, 'printer.windows-state.deleted'],
  [jobStatus.printed | jobStatus.complete, 'printer.windows-state.sent'],
  [jobStatus.printing, 'printer.windows-state.sending'],
  [jobStatus.spooling, 'printer.windows-state.spooling'],
] as const;

const holding =
  jobStatus.paperOut |
  jobStatus.offline |
  jobStatus.userIntervention |
  jobStatus.blocked |
  jobStatus.error |
  jobStatus.paused;

/** Longest text of a driver or port that is shown, characters. */
const longestReport = 300;

/** Reads JOB_INFO_1: the bits of `Status`, and `pStatus`, which takes precedence where the driver or port set it. */
export function readJobStatus({ status, statusText }: Pick<SpoolerJob, 'status' | 'statusText'>): WindowsJobStatus {
  const has = (bits: number): boolean => (status & bits) !== 0;
  // Windows deletes a job that was sent to the printer, so "deleted" does not count then.
  const isDone = has(jobStatus.printed | jobStatus.complete);
  const report = statusText?.trim().slice(0, longestReport);
  return {
    isDone,
    isDeleted: !isDone && has(jobStatus.deleting | jobStatus.deleted),
    isHeld: has(holding),
    status: report
      ? message('printer.windows-status.reported', { report })
      : message('printer.windows-status', { states: statesOf(status) }),
  };
}

/** "A value of zero indicates that the print queue was paused after the document finished spooling" (JOB_INFO_1). */
function statesOf(status: number): Message[] {
  if (status === 0) return [message('printer.windows-state.waiting')];
  const states = stateCodes.filter(([bits]) => (status & bits) !== 0).map(([, code]) => message(code));
  return states.length > 0 ? states : [message('printer.windows-state.other', { status })];
}
