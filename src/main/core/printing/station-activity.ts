import { type Clock, instant } from '../ports/clock.ts';
import type { WriteContext } from '../ports/write-context.ts';

/** The journal entry of a printing step that the station takes automatically. */
export const stationActivity = (clock: Clock, what: string, code: string | null, outcome: string): WriteContext => ({
  activity: { at: instant(clock.now()), who: 'station', what, code, outcome },
});
