import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { cutOff, unreachable } from '../printer-failures.ts';

/** What CUPS said; null where it said nothing. */
export const orNull = (said: string): string | null => (said === '' ? null : said);

/** There is no CUPS, or it does not answer. */
export const cupsUnavailable = (isInstalled: boolean): Failure =>
  unreachable(message(isInstalled ? 'printer.cups-not-answering' : 'printer.cups-not-installed'));

export const cupsRefused = (said: string): Failure => unreachable(message('printer.cups-refused', { said }));

export const queueNotFound = (queue: string): Failure => unreachable(message('printer.queue-not-found', { queue }));

export const queueRejectsJobs = (queue: string, said: string): Failure =>
  unreachable(message('printer.queue-rejects-jobs', { queue, said: orNull(said) }));

/** Our own queue waits then: a label that CUPS accepted could not be called back. */
export const queueStopped = (queue: string, said: string): Failure =>
  unreachable(message('printer.queue-stopped', { queue, said: orNull(said) }));

/** Why CUPS did not accept a label: nothing of it was sent. */
export type SubmissionProblem =
  | { readonly kind: 'lp missing' }
  | { readonly kind: 'timed out' }
  | { readonly kind: 'reported'; readonly said: string };

export function labelNotAccepted(queue: string, problem: SubmissionProblem): Failure {
  switch (problem.kind) {
    case 'lp missing':
      return unreachable(message('printer.lp-missing'));
    case 'timed out':
      return unreachable(message('printer.cups-timed-out', { queue }));
    case 'reported':
      return unreachable(message('printer.queue-did-not-accept', { queue, said: orNull(problem.said) }));
  }
}

/** It is unknown whether CUPS accepted the label. */
export const acceptanceUnknown = (queue: string): Failure =>
  cutOff(message('printer.queue-acceptance-unknown', { queue }));

export const jobNotFound = (job: string): Failure => cutOff(message('printer.queue-job-unknown', { job }));

export const cupsStoppedAnswering = (job: string, minutes: number): Failure =>
  cutOff(message('printer.queue-stopped-answering', { job, minutes }));

/** The station stops before the job ended, and follows the job again at its next start. */
export const followStopped = (job: string): Failure => cutOff(message('printer.queue-follow-stopped', { job }));

/** A command that acts at once would wait behind the labels in CUPS, and act on the wrong ones. */
export const commandTooLate: Failure = {
  code: 'not-allowed-now',
  message: message('printer.queue-command-too-late'),
};
