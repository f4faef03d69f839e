/** The environment is being left: what was begun for a batch ends here. */
export class BatchLeft extends Error {}

/** Lets one piece of work at a time have the batch, in the order asked. */
export interface Turns {
  /** Rejects where the work does; the next has its turn all the same. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all that was asked for has ended. */
  idle(): Promise<void>;
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
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
