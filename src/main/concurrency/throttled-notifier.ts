import type { Timers } from './waiting.ts';

/** Reports changes at most once per interval: the first immediately, and always the last. */
export interface ThrottledNotifier {
  /** Records a change. */
  notify(): void;
  /** Stops reporting. */
  stop(): void;
}

/** The part of the station's clock that a notifier needs. */
export interface NotifierClock extends Timers {
  /** Milliseconds since 1970. */
  now(): number;
}

export function createThrottledNotifier(
  clock: NotifierClock,
  intervalMs: number,
  report: () => void,
): ThrottledNotifier {
  let reportedAt: number | null = null;
  let cancelTimer: (() => void) | null = null;
  let isStopped = false;
  const reportNow = (): void => {
    cancelTimer = null;
    reportedAt = clock.now();
    report();
  };
  return {
    notify() {
      if (isStopped || cancelTimer) return;
      const wait = reportedAt === null ? 0 : reportedAt + intervalMs - clock.now();
      // A wait longer than the interval means that the clock was set back.
      if (wait <= 0 || wait > intervalMs) reportNow();
      else cancelTimer = clock.after(wait, reportNow);
    },
    stop() {
      isStopped = true;
      cancelTimer?.();
    },
  };
}
