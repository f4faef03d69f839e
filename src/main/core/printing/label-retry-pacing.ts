import type { FailureCode } from '../../../shared/contract/failure.ts';
import { pauseBeforeRetry } from '../outbox/retry-pacing.ts';
import type { LabelFile, ServiceAnswer } from '../ports/service.ts';

/** The label host itself cannot be reached: other labels would fail in the same way. */
export const hostUnreachableCodes: readonly FailureCode[] = ['no-route', 'address-not-found', 'tls'];

/** Passing failures: retried as often as everything else that waits for the network. */
const passingCodes: readonly FailureCode[] = [
  ...hostUnreachableCodes,
  'time-out',
  'cut-off',
  'service-error',
  'too-many-requests',
];

/** Failures that an operator ends (a sign-in, a new token, a setting of the service): retried with pauses that grow to ten minutes. */
const lastingCodes: readonly FailureCode[] = [
  'redirected',
  'unreadable',
  'token-missing',
  'token-rejected',
  'forbidden',
];

/** Services may create labels after they answered the order: "not found" is retried so long after the creation, milliseconds. */
export const notFoundRetriedMs = 10 * 60_000;

const firstPauseMs = 1_000;
const longestPauseMs = 10 * 60_000;
/** A packer may stand waiting for a label that is not there yet. */
const longestNotFoundPauseMs = 60_000;

export interface FailedAttempt {
  readonly answer: Exclude<ServiceAnswer<LabelFile>, { kind: 'answered' }>;
  /** Failed attempts in succession, this one included. */
  readonly attempts: number;
  /** When the label became known. Times in milliseconds since 1970. */
  readonly createdAt: number;
  readonly now: number;
  /** From 0 up to 1. */
  readonly random: number;
}

/** When a label is tried again automatically, milliseconds since 1970; null where only an operator can start another attempt. */
export function nextLabelAttempt({ answer, attempts, createdAt, now, random }: FailedAttempt): number | null {
  const { code } = answer.failure;
  const requested = answer.kind === 'rejected' ? (answer.retryAfterMs ?? 0) : 0;
  if (passingCodes.includes(code)) return now + Math.max(pauseBeforeRetry(attempts, random), requested);
  if (lastingCodes.includes(code)) return now + Math.max(growingPause(attempts, longestPauseMs, random), requested);
  // 410 says that the label will not come back.
  const isMissing = answer.kind === 'rejected' && answer.httpStatus === 404;
  const end = createdAt + notFoundRetriedMs;
  if (!isMissing || now >= end) return null;
  // The last attempt is at the end itself.
  return Math.min(now + growingPause(attempts, longestNotFoundPauseMs, random), end);
}

/** Twice as long each time, with jitter (half to all of the step). */
function growingPause(attempts: number, longest: number, random: number): number {
  const step = Math.min(longest, firstPauseMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(step / 2 + (step / 2) * random);
}
