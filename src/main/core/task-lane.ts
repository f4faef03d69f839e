/**
 * Runs work one after another; a failing piece does not stop the next.
 * Used where two hands on one thing would race: one worker per printer, one sender per command.
 */
export interface Lane {
  /** Asks for another run of `work`; asked again while running, it runs once more after. */
  kick(): void;
  /** No new run begins; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** @param work one whole pass over what there is to do. It must end by itself soon after `stopping()` turns true. */
export function createLane(work: (stopping: () => boolean) => Promise<void>, onBug: (error: unknown) => void): Lane {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const run = async (): Promise<void> => {
    do {
      again = false;
      try {
        await work(() => stopped);
      } catch (error) {
        onBug(error);
      }
    } while (again && !stopped);
    running = null;
  };

  return {
    kick() {
      if (stopped) return;
      again = true;
      running ??= run();
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
