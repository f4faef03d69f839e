import type { Clock } from '../ports/clock.ts';

/** Tells of changes at most every so often: the last of them is always told. */
export interface Telling {
  tell(): void;
  stop(): void;
}

const everyMs = 250;

export function createTelling(clock: Clock, announce: () => void): Telling {
  let toldAt: number | null = null;
  let takeBack: (() => void) | null = null;
  let isStopped = false;
  const now = (): void => {
    takeBack = null;
    toldAt = clock.now();
    announce();
  };
  return {
    tell() {
      if (isStopped || takeBack) return;
      const wait = toldAt === null ? 0 : toldAt + everyMs - clock.now();
      // Longer than ever agreed: the clock was set back.
      if (wait <= 0 || wait > everyMs) now();
      else takeBack = clock.after(wait, now);
    },
    stop() {
      isStopped = true;
      takeBack?.();
    },
  };
}
