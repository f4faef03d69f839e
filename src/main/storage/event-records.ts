import type { RecordsInThread } from './record-calls.ts';
import type { Tables } from './tables.ts';

type EventMethod =
  | 'keepEvents'
  | 'unmatchedEvents'
  | 'parcelTimeline'
  | 'unaskedDeletions'
  | 'noteDeletionsTold'
  | 'namedCreate';

/** Most events any list gives at once, whatever is asked for; each may bring some 40 KB of facts. */
const mostEvents = 500;

const atMost = (limit: number): number => Math.max(0, Math.min(limit, mostEvents));

/** What webhooks delivered, and what follows from it. */
export function eventRecords(tables: Tables): Pick<RecordsInThread, EventMethod> {
  const { events, keptEvents, eventEffects, timeline, reading, writing } = tables;
  return {
    keepEvents: (delivered) => writing(() => delivered.map((event) => eventEffects.take(event))),
    unmatchedEvents: ({ code, limit }) =>
      reading(() => ({
        total: keptEvents.countUnmatched(),
        events: code === null ? keptEvents.unmatched(atMost(limit)) : keptEvents.unmatchedNaming(code, atMost(limit)),
      })),
    parcelTimeline: (parcelId, limit) => reading(() => timeline(parcelId, atMost(limit))),
    unaskedDeletions: (limit) => reading(() => keptEvents.unasked(atMost(limit))),
    noteDeletionsTold: (eventIds, at) => writing(() => events.setTold(eventIds, at)),
    namedCreate: (commandId) => reading(() => keptEvents.namedCreate(commandId)),
  };
}
