import type { Clock } from './ports/clock.ts';
import type { ServiceAnswer } from './ports/service.ts';
import { longestPauseMs, pauseBeforeRetry } from './retry-schedule.ts';
import { healthAfter } from './service-health.ts';

/** Most commands on the way at once, to a service that answers. */
const mostAtOnce = 3;

/** Longer than any pause that the service client takes from a `Retry-After`, milliseconds. */
const longestAskedMs = 11 * 60_000;

/** Between two hurries that answers bring about: what fails among what works must not be called without a pause. Milliseconds. */
const betweenHurriesMs = longestPauseMs;

/** How fast commands may follow each other, by what the service answered last. */
export interface OutboxPace {
  /** One alone, until the service answers and while it is in trouble: to a dead service nothing queues up. */
  mostAtOnce(): number;
  /** The service has not answered yet, or is in trouble. */
  isInDoubt(): boolean;
  /** Nothing leaves before this moment, milliseconds since 1970. */
  quietUntil(): number;
  /** Pauses of single commands that began before this moment are over, milliseconds since 1970. */
  pausesVoidBefore(): number;
  /** What an exchange told of the service. */
  after(answer: ServiceAnswer<unknown>): void;
  /** Something failed on this side. */
  afterBug(): void;
  /** Something new is to be sent: one try is made of it, whatever the pause. */
  endPause(): void;
  /** Somebody has a reason to think that it works now: all our own pauses are over. */
  hurry(): void;
}

export function createPace({ clock, random }: { clock: Clock; random: () => number }): OutboxPace {
  /** Exchanges in a row without a word of the service; null before the first. */
  let troubles: number | null = null;
  let pauseUntil = 0;
  let askedUntil = 0;
  let voidBefore = 0;
  let lastHurryByAnswer = Number.NEGATIVE_INFINITY;

  const hurry = (): void => {
    voidBefore = clock.now();
    pauseUntil = 0;
  };
  const trouble = (): void => {
    troubles = (troubles ?? 0) + 1;
    pauseUntil = clock.now() + pauseBeforeRetry(troubles, random());
  };

  return {
    mostAtOnce: () => (troubles === 0 ? mostAtOnce : 1),
    isInDoubt: () => troubles !== 0,
    quietUntil() {
      const now = clock.now();
      // A pause longer than any we make, or keep to, began under another clock.
      const own = pauseUntil - now > longestPauseMs ? 0 : pauseUntil;
      return Math.max(own, askedUntil - now > longestAskedMs ? 0 : askedUntil);
    },
    pausesVoidBefore: () => voidBefore,
    after(answer) {
      const wish = waitWish(answer);
      if (wish !== null) askedUntil = Math.max(askedUntil, clock.now() + wish);
      if (isTrouble(answer)) {
        trouble();
        return;
      }
      const wasInDoubt = troubles !== 0;
      troubles = 0;
      pauseUntil = 0;
      if (!wasInDoubt || clock.now() - lastHurryByAnswer < betweenHurriesMs) return;
      lastHurryByAnswer = clock.now();
      hurry();
    },
    afterBug: trouble,
    endPause() {
      pauseUntil = 0;
    },
    hurry,
  };
}

/** How long the service asks not to be called at all: `Retry-After` with 429 or 503. */
export function waitWish(answer: ServiceAnswer<unknown>): number | null {
  if (answer.kind !== 'refused') return null;
  return answer.httpStatus === 429 || answer.httpStatus === 503 ? answer.retryAfterMs : null;
}

function isTrouble(answer: ServiceAnswer<unknown>): boolean {
  if (answer.kind === 'refused' && answer.httpStatus === 429) return true;
  const health = healthAfter(answer, null);
  return health === 'no answer' || health === 'in trouble';
}
