import type { Clock } from '../../src/main/core/ports/clock.ts';

/** A clock that runs that many times faster than the real one: pauses of the station are shorter, sockets and disks are unaffected. */
export const acceleratedClock = (factor: number): Clock => ({
  now: () => Date.now() * factor,
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds / factor);
    return () => clearTimeout(timer);
  },
});
