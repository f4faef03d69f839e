/** Work that was begun and goes on by itself, to be awaited before what it uses is closed. */
export interface RunningWork {
  /** Counts the work as running until it has ended; returns it. A failure is the caller's. */
  add<T>(work: Promise<T>): Promise<T>;
  /** Resolves when everything that runs now has ended, also where it failed. */
  ended(): Promise<void>;
}

export function createRunningWork(): RunningWork {
  const running = new Set<Promise<unknown>>();
  return {
    add(work) {
      running.add(work);
      const end = (): boolean => running.delete(work);
      work.then(end, end);
      return work;
    },
    async ended() {
      await Promise.allSettled(running);
    },
  };
}
