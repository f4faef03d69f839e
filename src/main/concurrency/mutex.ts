import { untilAborted } from './waiting.ts';

/** Runs one function at a time, in the order requested. */
export interface Mutex {
  /** Resolves or rejects as `work` does; a rejection does not affect the next one. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves to a function that releases the mutex; null where the signal aborted first. */
  acquire(signal: AbortSignal): Promise<(() => void) | null>;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  const runExclusive = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  return {
    runExclusive,
    async acquire(signal) {
      const previous = last;
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      void runExclusive(() => released);
      await untilAborted(previous, signal);
      if (!signal.aborted) return release;
      release();
      return null;
    },
    async idle() {
      for (let seen: unknown = null; seen !== last; ) {
        seen = last;
        await last;
      }
    },
  };
}
