/**
 * Runs the same work again whenever it is requested, one run at a time; a failing run does not prevent the next. The first run begins
 * at once. Used where concurrent runs would race: one worker per printer, one sender of commands.
 */
export interface SerialQueue {
  /** Requests another run of `work`; requested while it runs, it runs once more afterwards. */
  wake(): void;
  /** Begins no new run; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** @param work one whole pass over what there is to do. It must end soon after `stopping()` becomes true. */
export function createSerialQueue(
  work: (stopping: () => boolean) => Promise<void>,
  onBug: (error: unknown) => void,
): SerialQueue {
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
