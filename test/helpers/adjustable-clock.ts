import type { Clock } from '../../src/main/core/ports/clock.ts';

/** The real clock, which the test can advance: timers that are due then run at once. */
export interface AdjustableClock extends Clock {
  advance(milliseconds: number): void;
}

export function adjustableClock(): AdjustableClock {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const waiting = new Set<{ at: number; action: () => void; timer: NodeJS.Timeout }>();
  return {
    now,
    after(milliseconds, action) {
      const entry = { at: now() + milliseconds, action, timer: setTimeout(() => run(), milliseconds) };
      const run = (): void => {
        waiting.delete(entry);
        action();
      };
      waiting.add(entry);
      return () => {
        clearTimeout(entry.timer);
        waiting.delete(entry);
      };
    },
    advance(milliseconds) {
      ahead += milliseconds;
      for (const entry of [...waiting].sort((one, other) => one.at - other.at)) {
        clearTimeout(entry.timer);
        const run = (): void => {
          waiting.delete(entry);
          entry.action();
        };
        entry.timer = setTimeout(run, Math.max(0, entry.at - now()));
      }
    },
  };
}
