import type { Clock } from '../../../src/main/core/ports/clock.ts';

/** A clock that changes only when the test moves it. */
export interface ManualClock extends Clock {
  /** Advances to the next timer and runs it; false if there is none. */
  goOn(): boolean;
  /** Lets that many milliseconds pass; timers run at their times. */
  pass(milliseconds: number): void;
}

export function manualClock(start: number): ManualClock {
  let now = start;
  let waiting: { at: number; action: () => void }[] = [];
  const doNext = (until: number): boolean => {
    const next = waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
    if (!next) return false;
    waiting = waiting.filter((entry) => entry !== next);
    now = Math.max(now, next.at);
    next.action();
    return true;
  };
  return {
    now: () => now,
    after(milliseconds, action) {
      const entry = { at: now + milliseconds, action };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    goOn: () => doNext(Number.POSITIVE_INFINITY),
    pass(milliseconds) {
      const end = now + milliseconds;
      while (doNext(end));
      now = end;
    },
  };
}
