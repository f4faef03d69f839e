import type { Failure } from '../../../shared/contract/failure.ts';
import type { CupsJobAttributes } from './cups-job.ts';

const unreachable = (message: string, next: string): Failure => ({ code: 'printer-unreachable', message, next });

const lookAtThePrinter = 'Look at the printer: scan the label if it came out, or say that it did not print.';
const cutOff = (message: string, next = lookAtThePrinter): Failure => ({ code: 'printer-cut-off', message, next });

const quoted = (words: string): string => (words ? `: “${words}”` : '');

/** There is no CUPS, or it does not answer. */
export const cupsUnavailable = (isInstalled: boolean): Failure =>
  isInstalled
    ? unreachable(
        'CUPS, the print service of this computer, does not answer.',
        'Start CUPS, or print by the printer’s address.',
      )
    : unreachable('This computer has no CUPS print service.', 'Install CUPS, or print by the printer’s address.');

export const cupsRefused = (words: string): Failure =>
  unreachable(`CUPS refuses to tell of its print queues${quoted(words)}.`, 'Ask whoever looks after this computer.');

export const queueNotFound = (queue: string): Failure =>
  unreachable(`CUPS has no print queue named ${queue}.`, 'Look at the printer in Settings, or add the queue to CUPS.');

export const queueRejectsJobs = (queue: string, words: string): Failure =>
  unreachable(`The print queue ${queue} takes no jobs${quoted(words)}.`, `Let it take jobs again: cupsaccept ${queue}`);

/** Our own queue waits then: a label that CUPS took could not be called back. */
export const queueStopped = (queue: string, words: string): Failure =>
  unreachable(`The print queue ${queue} is stopped in CUPS${quoted(words)}.`, `Start it again: cupsenable ${queue}`);

export const openAborted = (queue: string): Failure =>
  unreachable(`Opening the print queue ${queue} was stopped. Nothing was sent.`, 'Print again when ready.');

/** CUPS did not take the label: nothing of it left. */
export const labelNotAccepted = (queue: string, words: string): Failure =>
  unreachable(`The print queue ${queue} did not take the label${quoted(words)}.`, 'Look at the queue in CUPS.');

/** Nobody can tell whether CUPS took it. */
export const labelMaybeAccepted = (queue: string): Failure =>
  cutOff(`CUPS stopped answering while the print queue ${queue} took the label. It may still print it.`);

/** Sending to CUPS was over before it began. */
export const alreadyUsed: Failure = unreachable(
  'The print queue was closed before anything was sent.',
  'Print again when ready.',
);

export const emptyLabel: Failure = {
  code: 'no-label',
  message: 'The label is empty.',
  next: 'Print the parcel again to fetch its label anew.',
};

/** The job ended in CUPS, but not by being sent to its end. */
export function jobEnded(reference: string, job: CupsJobAttributes): Failure {
  const isCancelled = job.state === 'cancelled';
  const how = isCancelled ? 'was cancelled in CUPS' : 'was given up by CUPS';
  if (!job.hasBegun) {
    const next = 'Say that it did not print, and print it again.';
    return cutOff(`The label (job ${reference}) ${how} before anything of it was sent.`, next);
  }
  const words = job.message && !isCancelled ? ` It says: “${job.message}”` : '';
  return cutOff(`The label (job ${reference}) ${how}; what was sent until then may still come out.${words}`);
}

export const jobNotFound = (reference: string): Failure =>
  cutOff(`CUPS knows nothing more of the label (job ${reference}).`);

export const cupsStoppedResponding = (reference: string, minutes: number): Failure =>
  cutOff(`CUPS has not answered for ${minutes} minutes. It may still print the label (job ${reference}).`);

/** Nobody asked how the job ended: the station stops, and follows it again at its next start. */
export const followAborted = (reference: string): Failure =>
  cutOff(
    `Following the label in CUPS (job ${reference}) was stopped. CUPS goes on with it.`,
    'Start the station again.',
  );

/** A command that acts at once would wait behind the labels in CUPS, and hit the wrong ones. */
export const commandTooLate: Failure = {
  code: 'not-allowed-now',
  message: 'Through a print queue this would reach the printer behind the labels that wait there, too late.',
  next: 'Press the printer’s own keys, or set the printer up by its network address.',
};
