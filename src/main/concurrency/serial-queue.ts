import type { Timers } from './waiting.ts';

/**
 * Runs the same work whenever it is requested, one run at a time; a failing run does not prevent the next. Used where concurrent runs
 * would race: one worker per printer, one sender of commands.
 */
export interface SerialQueue {
  /** Requests a run. If one is in progress, it runs once more afterwards. */
  wake(): void;
  /** Prevents further runs; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/** One run over all pending work. It must end soon after `stopping()` becomes true. */
export type SerialWork = (stopping: () => boolean) => Promise<void>;

/** @param onBug called with what a run rejects with */
export function createSerialQueue(work: SerialWork, onBug: (error: unknown) => void): SerialQueue {
  let running: Promise<void> | null = null;
  let isRequested = false;
  let stopped = false;

  const run = async (): Promise<void> => {
    do {
      isRequested = false;
      try {
        await work(() => stopped);
      } catch (error) {
        onBug(error);
      }
    } while (isRequested && !stopped);
    running = null;
  };

  return {
    wake() {
      if (stopped) return;
      isRequested = true;
      running ??= run();
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** A serial queue that can also be woken later. */
export interface TimedQueue extends SerialQueue {
  /** Requests a run after a delay, unless one begins earlier; replaces an earlier call. */
  wakeAfter(milliseconds: number): void;
}

/**
 * @param onBug called with what a run rejects with
 * @param againAfterMs a run that rejects is followed by another after that many milliseconds; left out: by none
 */
export function createTimedQueue(
  timers: Timers,
  work: SerialWork,
  onBug: (error: unknown) => void,
  againAfterMs?: number,
): TimedQueue {
  let cancelTimer = (): void => {};
  let isStopped = false;
  const wakeAfter = (milliseconds: number): void => {
    cancelTimer();
    if (!isStopped) cancelTimer = timers.after(milliseconds, queue.wake);
  };
  const queue = createSerialQueue(async (stopping) => {
    cancelTimer();
    try {
      await work(stopping);
    } catch (error) {
      if (againAfterMs !== undefined) wakeAfter(againAfterMs);
      throw error;
    }
  }, onBug);
  return {
    wake: queue.wake,
    wakeAfter,
    async stop() {
      isStopped = true;
      cancelTimer();
      await queue.stop();
    },
  };
}
