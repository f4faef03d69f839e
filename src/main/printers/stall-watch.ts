import type { SendProgress } from '../core/ports/printing.ts';

/** Watches the sending of one label. */
export interface StallWatch {
  /** More of the label was accepted. */
  onProgress(): void;
  /** Ends the watch; nothing is reported afterwards. */
  end(): void;
}

/** Reports a stall once `stalledAfterMs` passed without progress, and its end with the next progress. */
export function createStallWatch(progress: SendProgress | undefined, stalledAfterMs: number): StallWatch {
  if (!progress) return { onProgress: () => {}, end: () => {} };
  let isStalled = false;
  let timer: NodeJS.Timeout | undefined;
  const report = (stalled: boolean): void => {
    if (isStalled === stalled) return;
    isStalled = stalled;
    progress.stalled(stalled);
  };
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => report(true), stalledAfterMs);
  };
  restart();
  return {
    onProgress() {
      report(false);
      restart();
    },
    end: () => clearTimeout(timer),
  };
}
