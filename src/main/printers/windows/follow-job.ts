import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery, SendProgress } from '../../core/ports/printing.ts';
import { type JobStanding, standingOf } from './job-status.ts';
import type { OpenedPrinter, Spooler } from './spooler.ts';
import { win32Errors } from './spooler-calls.ts';
import { isPassing, type LostBy, lostJob } from './spooler-failures.ts';
import { untilAborted } from './until-aborted.ts';

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

export interface JobToFollow {
  readonly printer: string;
  readonly job: JobIdentity;
  readonly bytes: number;
  /** Milliseconds between two looks. */
  readonly lookMs: number;
}

const spoolerAway = 'The print spooler of Windows does not answer; the label is in its queue.';

/** Looks at the job until it left the queue, however long that takes, or the signal says stop. */
export async function followJob(
  spooler: Spooler,
  { printer, job, bytes, lookMs }: JobToFollow,
  progress: SendProgress | undefined,
  signal: AbortSignal,
): Promise<Delivery> {
  const queue = queueOf(spooler, printer, job);
  const tell = teller(progress);
  let last: JobStanding | null = null;
  let end: Ending = 'not followed';

  while (!signal.aborted) {
    const look = await untilAborted(queue.look(), signal);
    if (look === 'aborted') break;
    if (look.kind === 'no printer') {
      end = 'printer gone';
      break;
    }
    if (look.kind === 'left' || (look.kind === 'in queue' && look.standing.isDone)) {
      end = look.kind === 'left' ? endOfVanished(last) : 'done';
      break;
    }
    if (look.kind === 'in queue') last = look.standing;
    tell(look.kind === 'away' ? spoolerAway : look.standing.words, look.kind === 'away' || look.standing.isHeld);
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
  queue.leave();
  tell(null, false);
  if (end === 'done' || end === 'vanished') {
    return { kind: 'handed over', bytesHandedOver: bytes, closedCleanly: end === 'done' };
  }
  return { kind: 'cut off', bytesHandedOver: bytes, failure: lostJob(printer, end) };
}

type Ending = LostBy | 'done' | 'vanished';

/** Windows takes a finished job out of its queue at once, mostly between two looks; and a deleted one as well. */
function endOfVanished(last: JobStanding | null): Ending {
  if (last?.isDeleted) return 'deleted';
  return last?.isHeld ? 'gone while held' : 'vanished';
}

type Look =
  | { readonly kind: 'in queue'; readonly standing: JobStanding }
  | { readonly kind: 'left' }
  /** The spooler does not answer for now. */
  | { readonly kind: 'away' }
  | { readonly kind: 'no printer' };

/** Keeps the printer open between looks, and opens it anew after trouble: a spooler started again knows no handle of before. */
function queueOf(spooler: Spooler, printer: string, job: JobIdentity): { look(): Promise<Look>; leave(): void } {
  let handle: OpenedPrinter | null = null;
  const leave = (): void => {
    if (handle !== null) void spooler.closePrinter(handle);
    handle = null;
  };
  return {
    leave,
    async look() {
      if (handle === null) {
        const opened = await spooler.openPrinter(printer);
        if (!opened.ok) return { kind: isPassing(opened.error) ? 'away' : 'no printer' };
        handle = opened.value;
      }
      const found = await spooler.job(handle, job.id);
      if (!found.ok && found.error === win32Errors.invalidParameter) return { kind: 'left' };
      if (!found.ok) {
        leave();
        return { kind: 'away' };
      }
      const isOurs = found.value.document === job.document;
      return isOurs ? { kind: 'in queue', standing: standingOf(found.value) } : { kind: 'left' };
    },
  };
}

/** Tells what is new, and nothing twice. */
function teller(progress: SendProgress | undefined): (words: string | null, isHeld: boolean) => void {
  let lastWords: string | null = null;
  let wasHeld = false;
  return (words, isHeld) => {
    if (words !== lastWords) progress?.words(words);
    if (isHeld !== wasHeld) progress?.stalled(isHeld);
    lastWords = words;
    wasHeld = isHeld;
  };
}
