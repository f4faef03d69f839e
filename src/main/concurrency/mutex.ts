import { untilAborted } from './waiting.ts';

/** Runs one piece of work at a time, in the order requested. */
export interface Mutex {
  /** Rejects where the work does; the next piece of work runs all the same. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  /** For work that ends elsewhere: gives the function that lets the next one begin; null where the signal fired first. */
  acquire(signal: AbortSignal): Promise<(() => void) | null>;
  /** Resolves when everything requested so far, and meanwhile, has ended. */
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
