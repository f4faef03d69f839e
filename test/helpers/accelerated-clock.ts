import type { Clock } from '../../src/main/core/ports/clock.ts';

/** A clock that passes so many times faster than the world's: the station's pauses are over sooner, sockets and disks are as they are. */
export const acceleratedClock = (factor: number): Clock => ({
  now: () => Date.now() * factor,
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds / factor);
    return () => clearTimeout(timer);
  },
});
