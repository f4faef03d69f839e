import type { SendProgress } from '../core/ports/printing.ts';

/** Not more often than that, milliseconds. */
const betweenTellings = 250;

/** What the sending of one label tells of itself. */
export interface ProgressTelling {
  taken(bytes: number): void;
  /** No more is to come: tells the last count, and no stall from now on. */
  end(): void;
}

/** Tells the count at most four times a second, and a stall once `stalledAfterMs` passed without a call of `taken`. */
export function tellProgress(progress: SendProgress | undefined, stalledAfterMs: number): ProgressTelling {
  if (!progress) return { taken: () => {}, end: () => {} };
  let count = 0;
  let toldCount = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  let isStalled = false;
  let timer: NodeJS.Timeout | undefined;

  const tellCount = (): void => {
    if (count === toldCount) return;
    toldCount = count;
    toldAt = performance.now();
    progress.taken(count);
  };
  const tellStall = (stalled: boolean): void => {
    if (isStalled === stalled) return;
    isStalled = stalled;
    progress.stalled(stalled);
  };
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      tellCount();
      tellStall(true);
    }, stalledAfterMs);
  };
  watch();

  return {
    taken(bytes) {
      count = bytes;
      if (performance.now() - toldAt >= betweenTellings) tellCount();
      tellStall(false);
      watch();
    },
    end() {
      clearTimeout(timer);
      tellCount();
    },
  };
}
