import type { Clock } from '../../src/main/core/ports/clock.ts';

/**
 * A clock that runs that many times faster than the real one: pauses of the station are shorter, sockets and disks are unaffected.
 * @param from the moment at which it shows the real time, milliseconds since 1970
 */
export const acceleratedClock = (factor: number, from = 0): Clock => ({
  now: () => Math.round(from + (Date.now() - from) * factor),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds / factor);
    return () => clearTimeout(timer);
  },
});
