import { type Message, message } from '../messages/message.ts';
import type { EventEffect } from './shipment-event.ts';
import type { ShipmentState } from './shipment-state.ts';
import { type ArrivedEvent, decidingAfterEach, effectOf, repeatedArrivals, type StatusEvent } from './status-rules.ts';

// What an event means: what it does to the status of its shipment and to its parcels. Storage reads the facts and keeps the result.

/** What an event did, and the final state that stayed where it conflicts with one. */
export interface EventResult {
  readonly effect: EventEffect;
  readonly conflictsWith: ShipmentState | null;
}

/** An event of a shipment as far as the rules ask, with what it did so far. */
export type ShipmentEvent = ArrivedEvent &
  Omit<StatusEvent, 'state'> & {
    readonly state: ShipmentState | null;
    readonly at: string;
    /** The arrival that it repeats. */
    readonly sameAs: number | null;
    readonly effect: EventEffect | null;
    readonly conflictsWith: ShipmentState | null;
  };

/** What the rules ask about a shipment. */
export interface ShipmentFacts {
  readonly hasOneParcel: boolean;
  /** It has parcels, and all of them are deleted. */
  readonly isWhollyDeleted: boolean;
}

/** What changes where the events of a shipment are decided again. */
export interface DecidedEvents {
  /** Events that now repeat another arrival, or none any more. */
  readonly repeats: readonly { readonly arrival: number; readonly sameAs: number | null }[];
  readonly results: readonly ({ readonly arrival: number } & EventResult)[];
  /** The event that decides the status; null where there is none. */
  readonly status: { readonly state: ShipmentState; readonly at: string } | null;
}

/**
 * Decides which events of a shipment repeat others, what each of them did, and the status. An event that was stored before its
 * shipment was known has its place among those that were matched at once.
 * @param events in the order of arrival
 */
export function decideEvents(events: readonly ShipmentEvent[], shipment: ShipmentFacts): DecidedEvents {
  const repeated = repeatedArrivals(events);
  const compared = events.map((event, at) => ({ event, sameAs: repeated[at] ?? null }));
  const repeats = compared.flatMap(({ event, sameAs }) =>
    event.sameAs === sameAs ? [] : { arrival: event.arrival, sameAs },
  );
  const counted = compared.flatMap(({ event, sameAs }) => (sameAs === null ? event : []));
  const ofStates = counted.flatMap(({ state, ...event }) =>
    state === null || (event.parcelId !== null && !shipment.isWhollyDeleted) ? [] : { ...event, state },
  );
  const deciding = decidingAfterEach(ofStates);
  const decidingAt = new Map(ofStates.map((event, at) => [event.arrival, deciding[at] ?? event]));
  const results = counted.flatMap((event) => {
    const { arrival, state, effect, conflictsWith } = event;
    const beside = decidingAt.get(arrival);
    // Such an event decides nothing: its parcel exists according to an operator.
    if (state !== null && !beside && !isOneOfSeveral(event, shipment)) return [];
    if (state === null && effect !== null) return [];
    const result = resultOf(event, beside ?? null, shipment);
    return result.effect === effect && result.conflictsWith === conflictsWith ? [] : { arrival, ...result };
  });
  return { repeats, results, status: deciding.at(-1) ?? null };
}

/** What an event did beside the event that decided the status then; null: none did. */
export function resultOf(
  event: Omit<StatusEvent, 'state'> & Pick<ShipmentEvent, 'state' | 'parcelId'>,
  deciding: StatusEvent | null,
  shipment: Pick<ShipmentFacts, 'hasOneParcel'>,
): EventResult {
  const { state } = event;
  if (state === null) return { effect: 'facts only', conflictsWith: null };
  if (isOneOfSeveral(event, shipment)) return { effect: 'parcel deleted', conflictsWith: null };
  const own = { ...event, state };
  const effect = effectOf(own, deciding ?? own);
  return { effect, conflictsWith: effect === 'end stays' ? (deciding?.state ?? null) : null };
}

/** The deletion of one parcel of several. */
const isOneOfSeveral = (
  { state, parcelId }: Pick<ShipmentEvent, 'state' | 'parcelId'>,
  { hasOneParcel }: Pick<ShipmentFacts, 'hasOneParcel'>,
): boolean => state === 'deleted' && parcelId !== null && !hasOneParcel;

/**
 * True where nothing is learned from another copy of the same bytes: its time is known, or nothing was stored since for its shipment.
 * @param before the newest event of the same bytes
 */
export function isRedelivery(
  event: { readonly ownTime: number | null; readonly shipmentId: number | null },
  before: { readonly shipmentId: number | null; readonly isFollowed: () => boolean },
): boolean {
  return event.ownTime !== null || (before.shipmentId === event.shipmentId && !before.isFollowed());
}

/** The journal entry of a parcel that an event names as deleted, alone or with its shipment; `labels`: print jobs cancelled by it. */
export function deletionEntry(
  { parcelId }: Pick<ShipmentEvent, 'parcelId'>,
  isRequested: boolean,
  labels: number,
): { what: 'shipment-deleted' | 'parcel-deleted'; outcome: Message } {
  const what = parcelId === null ? 'shipment-deleted' : 'parcel-deleted';
  return { what, outcome: message(`journal.${what}-${isRequested ? 'as-requested' : 'without-request'}`, { labels }) };
}
