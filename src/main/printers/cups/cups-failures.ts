import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { cutOff, unreachable } from '../printer-failures.ts';

/** The text as a message parameter; null for an empty one. */
export const orNull = (text: string): string | null => (text === '' ? null : text);

/** There is no CUPS, or it does not answer. */
export const cupsUnavailable = (isInstalled: boolean): Failure =>
  unreachable(message(isInstalled ? 'printer.cups-not-answering' : 'printer.cups-not-installed'));

export const cupsRefused = (report: string): Failure => unreachable(message('printer.cups-refused', { report }));

export const queueNotFound = (queue: string): Failure => unreachable(message('printer.queue-not-found', { queue }));

export const queueRejectsJobs = (queue: string, report: string): Failure =>
  unreachable(message('printer.queue-rejects-jobs', { queue, report: orNull(report) }));

/** The station's own queue waits then, because a label that CUPS accepted could not be cancelled safely. */
export const queueStopped = (queue: string, report: string): Failure =>
  unreachable(message('printer.queue-stopped', { queue, report: orNull(report) }));

/** Why CUPS did not accept a label. Nothing of it was sent. */
export type SubmissionProblem =
  | { readonly kind: 'lp missing' }
  | { readonly kind: 'timed out' }
  | { readonly kind: 'reported'; readonly report: string };

export function labelNotAccepted(queue: string, problem: SubmissionProblem): Failure {
  switch (problem.kind) {
    case 'lp missing':
      return unreachable(message('printer.lp-missing'));
    case 'timed out':
      return unreachable(message('printer.cups-timed-out', { queue }));
    case 'reported':
      return unreachable(message('printer.queue-did-not-accept', { queue, report: orNull(problem.report) }));
  }
}

/** It is unknown whether CUPS accepted the label. */
export const acceptanceUnknown = (queue: string): Failure =>
  cutOff(message('printer.queue-acceptance-unknown', { queue }));

export const jobNotFound = (job: string): Failure => cutOff(message('printer.queue-job-unknown', { job }));

/** CUPS lists the job as pending and will not send it; whether it did before is unknown. */
export const jobAbandoned = (job: string): Failure => cutOff(message('printer.queue-job-abandoned', { job }));

export const cupsStoppedAnswering = (job: string, minutes: number): Failure =>
  cutOff(message('printer.queue-stopped-answering', { job, minutes }));

/** The station stopped before the job ended; it follows the job again at its next start. */
export const followStopped = (job: string): Failure => cutOff(message('printer.queue-follow-stopped', { job }));

/** An immediate command would wait behind the labels in CUPS, and affect the wrong ones. */
export const commandTooLate: Failure = {
  code: 'not-allowed-now',
  message: message('printer.queue-command-too-late'),
};
