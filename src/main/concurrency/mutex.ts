/** Runs one piece of work at a time, in the order requested. */
export interface Mutex {
  /** Rejects where the work does; the next piece of work runs all the same. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when everything requested so far, and meanwhile, has ended. */
  idle(): Promise<void>;
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    runExclusive(work) {
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    },
    async idle() {
      for (let seen: unknown = null; seen !== last; ) {
        seen = last;
        await last;
      }
    },
  };
}
