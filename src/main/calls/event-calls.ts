import { success } from '../../shared/failure.ts';
import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

/** Most entries of a timeline, and most unmatched events, that a screen is given. */
const timelineLimit = 500;
const unmatchedLimit = 50;

/** The calls about what webhooks said. `bench` gives the one of this moment. */
export function eventCalls(bench: () => Bench): Handlers<'parcel.timeline' | 'events.unmatched'> {
  return {
    'parcel.timeline': async ({ parcelId }) => success(await bench().records.parcelTimeline(parcelId, timelineLimit)),
    'events.unmatched': async ({ code }) =>
      success(await bench().records.unmatchedEvents({ code, limit: unmatchedLimit })),
  };
}
