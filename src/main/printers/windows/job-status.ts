import type { SpoolerJob } from './spooler.ts';
import { jobStatus } from './spooler-calls.ts';

/** Where a job of the Windows queue stands. */
export interface JobStanding {
  /** Windows gave all of it to the printer; paper is another matter (JOB_INFO_1: "may not be printed yet"). */
  readonly isDone: boolean;
  readonly isDeleted: boolean;
  /** Something must be mended before it goes on. */
  readonly isHeld: boolean;
  /** For the operator; null where there is nothing to say. */
  readonly words: string | null;
}

/** In the order in which they are said. */
const wordsOfBits: readonly (readonly [bit: number, words: string])[] = [
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

const mostWords = 300;

/** Reads JOB_INFO_1: bits of `Status`, and `pStatus`, which goes before them where the driver or port gave one. */
export function standingOf({ status, words }: Pick<SpoolerJob, 'status' | 'words'>): JobStanding {
  const has = (bits: number): boolean => (status & bits) !== 0;
  // A job that was given to the printer is deleted by Windows itself.
  const isDone = has(jobStatus.printed | jobStatus.complete);
  return {
    isDone,
    isDeleted: !isDone && has(jobStatus.deleting | jobStatus.deleted),
    isHeld: has(holding),
    words: sentence(words?.trim() || bitsInWords(status)),
  };
}

/** "A value of zero indicates that the print queue was paused after the document finished spooling" (JOB_INFO_1). */
function bitsInWords(status: number): string {
  if (status === 0) return 'it waits in the queue';
  const said = wordsOfBits.filter(([bit]) => (status & bit) !== 0).map(([, words]) => words);
  return [...new Set(said)].join(', ') || `it has the status ${status}`;
}

const sentence = (words: string): string => `Windows print queue: ${words}`.slice(0, mostWords);
