import type { SendProgress } from '../core/ports/printing.ts';

/** Not more often than that, milliseconds. */
const minIntervalMs = 250;

/** What the sending of one label tells of itself. */
export interface ProgressReporter {
  taken(bytes: number): void;
  /** No more is to come: tells the last count, and no stall from now on. */
  end(): void;
}

/** Tells the count at most four times a second, and a stall once `stalledAfterMs` passed without a call of `taken`. */
export function createProgressReporter(progress: SendProgress | undefined, stalledAfterMs: number): ProgressReporter {
  if (!progress) return { taken: () => {}, end: () => {} };
  let count = 0;
  let reportedCount = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let isStalled = false;
  let timer: NodeJS.Timeout | undefined;

  const reportCount = (): void => {
    if (count === reportedCount) return;
    reportedCount = count;
    reportedAt = performance.now();
    progress.taken(count);
  };
  const reportStall = (stalled: boolean): void => {
    if (isStalled === stalled) return;
    isStalled = stalled;
    progress.stalled(stalled);
  };
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reportCount();
      reportStall(true);
    }, stalledAfterMs);
  };
  watch();

  return {
    taken(bytes) {
      count = bytes;
      if (performance.now() - reportedAt >= minIntervalMs) reportCount();
      reportStall(false);
      watch();
    },
    end() {
      clearTimeout(timer);
      reportCount();
    },
  };
}
