import { healthAfter } from '../health.ts';
import type { Clock } from '../ports/clock.ts';
import type { ServiceAnswer } from '../ports/service.ts';

/** Longest pause between two attempts, in milliseconds. */
export const longestPauseMs = 30_000;
const firstPauseMs = 1_000;

/**
 * How long to wait before the next attempt: growing, with jitter (half to all of the step), never over 30 s.
 * @param attempts attempts made so far, at least 1
 * @param random a number from 0 up to 1
 */
export function pauseBeforeRetry(attempts: number, random: number): number {
  const step = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 10));
  return Math.round(step / 2 + (step / 2) * random);
}

/** Most commands sent at once to a service that answers. */
const maxAtOnce = 3;

/** Longer than any `Retry-After` pause that the service client reports, milliseconds. */
const longestAskedMs = 11 * 60_000;

/** Shortest time between two retries triggered by an answer: a service that fails now and then must not be called without a pause. Milliseconds. */
const minRetryNowIntervalMs = longestPauseMs;

/** How fast commands may follow each other, depending on the service's last answer. */
export interface RetryPacing {
  /** One only, until the service answers and while it has problems, so that no calls pile up. */
  maxAtOnce(): number;
  /** The service has not answered yet, or has problems. */
  isServiceFailing(): boolean;
  /** Nothing is sent before this moment, milliseconds since 1970. */
  pausedUntil(): number;
  /** Pauses of single commands that began before this moment are over, milliseconds since 1970. */
  pausesVoidBefore(): number;
  /** Takes the answer of an exchange into account. */
  after(answer: ServiceAnswer<unknown>): void;
  /** An error occurred in this process. */
  onLocalError(): void;
  /** There is something new to send: it is tried once, whatever the pause. */
  endPause(): void;
  /** The service probably works again: all of the outbox's own pauses end. */
  retryNow(): void;
}

export function createRetryPacing({ clock, random }: { clock: Clock; random: () => number }): RetryPacing {
  /** Consecutive exchanges without an answer of the service; null before the first. */
  let failures: number | null = null;
  let pauseUntil = 0;
  let retryAfterAt = 0;
  let pausesVoidedAt = 0;
  let lastRetryNowByAnswer = Number.NEGATIVE_INFINITY;

  const retryNow = (): void => {
    pausesVoidedAt = clock.now();
    pauseUntil = 0;
  };
  const recordFailure = (): void => {
    failures = (failures ?? 0) + 1;
    pauseUntil = clock.now() + pauseBeforeRetry(failures, random());
  };

  return {
    maxAtOnce: () => (failures === 0 ? maxAtOnce : 1),
    isServiceFailing: () => failures !== 0,
    pausedUntil() {
      const now = clock.now();
      // A pause longer than any possible one began before the clock was changed.
      const own = pauseUntil - now > longestPauseMs ? 0 : pauseUntil;
      return Math.max(own, retryAfterAt - now > longestAskedMs ? 0 : retryAfterAt);
    },
    pausesVoidBefore: () => pausesVoidedAt,
    after(answer) {
      const delay = requestedDelay(answer);
      if (delay !== null) retryAfterAt = Math.max(retryAfterAt, clock.now() + delay);
      if (isServiceFailure(answer)) {
        recordFailure();
        return;
      }
      const wasFailing = failures !== 0;
      failures = 0;
      pauseUntil = 0;
      if (!wasFailing || clock.now() - lastRetryNowByAnswer < minRetryNowIntervalMs) return;
      lastRetryNowByAnswer = clock.now();
      retryNow();
    },
    onLocalError: recordFailure,
    endPause() {
      pauseUntil = 0;
    },
    retryNow,
  };
}

/** How long the service asks not to be called at all: `Retry-After` with 429 or 503. */
export function requestedDelay(answer: ServiceAnswer<unknown>): number | null {
  if (answer.kind !== 'rejected') return null;
  return answer.httpStatus === 429 || answer.httpStatus === 503 ? answer.retryAfterMs : null;
}

function isServiceFailure(answer: ServiceAnswer<unknown>): boolean {
  if (answer.kind === 'rejected' && answer.httpStatus === 429) return true;
  const health = healthAfter(answer, null);
  return health === 'no answer' || health === 'failing' || health === 'certificate rejected';
}
