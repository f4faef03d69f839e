import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { WriteContext } from '../ports/write-context.ts';

/** The journal entry of a printing step that the station takes automatically. */
export const stationActivity = (
  clock: Clock,
  what: ActivityKind,
  code: string | null,
  outcome: Message,
): WriteContext => ({
  activity: { at: instant(clock.now()), who: 'station', what, code, outcome },
});
