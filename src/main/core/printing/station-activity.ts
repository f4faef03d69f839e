import { type Clock, instant } from '../ports/clock.ts';
import type { WriteContext } from '../ports/records.ts';

/** The journal's line for something the station does about printing by itself. */
export const stationActivity = (clock: Clock, what: string, code: string | null, outcome: string): WriteContext => ({
  activity: { at: instant(clock.now()), who: 'station', what, code, outcome },
});
