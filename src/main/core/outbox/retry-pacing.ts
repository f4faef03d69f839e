import type { Clock } from '../ports/clock.ts';
import type { ServiceAnswer } from '../ports/service.ts';
import { healthAfter } from '../service/service-health.ts';

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

/** Most commands on the way at once, to a service that answers. */
const maxAtOnce = 3;

/** Longer than any pause that the service client takes from a `Retry-After`, milliseconds. */
const longestAskedMs = 11 * 60_000;

/** Between two hurries that answers bring about: what fails among what works must not be called without a pause. Milliseconds. */
const minRetryNowIntervalMs = longestPauseMs;

/** How fast commands may follow each other, by what the service answered last. */
export interface RetryPacing {
  /** One alone, until the service answers and while it is in trouble: to a dead service nothing queues up. */
  maxAtOnce(): number;
  /** The service has not answered yet, or is in trouble. */
  isServiceFailing(): boolean;
  /** Nothing leaves before this moment, milliseconds since 1970. */
  pausedUntil(): number;
  /** Pauses of single commands that began before this moment are over, milliseconds since 1970. */
  pausesVoidBefore(): number;
  /** What an exchange told of the service. */
  after(answer: ServiceAnswer<unknown>): void;
  /** Something failed on this side. */
  onLocalError(): void;
  /** Something new is to be sent: one try is made of it, whatever the pause. */
  endPause(): void;
  /** Somebody has a reason to think that it works now: all our own pauses are over. */
  retryNow(): void;
}

export function createRetryPacing({ clock, random }: { clock: Clock; random: () => number }): RetryPacing {
  /** Exchanges in a row without a word of the service; null before the first. */
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
      // A pause longer than any we make, or keep to, began under another clock.
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
  if (answer.kind !== 'refused') return null;
  return answer.httpStatus === 429 || answer.httpStatus === 503 ? answer.retryAfterMs : null;
}

function isServiceFailure(answer: ServiceAnswer<unknown>): boolean {
  if (answer.kind === 'refused' && answer.httpStatus === 429) return true;
  const health = healthAfter(answer, null);
  return health === 'no answer' || health === 'in trouble';
}
