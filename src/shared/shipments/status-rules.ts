import { momentOfDateTime, momentOfLocalDateTime } from '../values/date-time.ts';
import type { EventEffect } from './shipment-event.ts';
import { type ShipmentState, shipmentStates } from './shipment-state.ts';

/**
 * The rules for a shipment's status: which event repeats another, which event gives which state, which of two events is later, and
 * which may replace which. The status is a function of the events and of the order in which those without an own time arrived.
 */

/** The facts of a shipment event that decide the status. */
export interface StatusEvent {
  readonly state: ShipmentState;
  /** Its position in time (`momentOfEvent`), milliseconds since 1970. */
  readonly moment: number;
  /** False where it had no time of its own. */
  readonly hasOwnTime: boolean;
  /** Its place in the order of arrival at this station. */
  readonly arrival: number;
  /** Of its bytes: decides between two events that are equal otherwise. */
  readonly digest: string;
}

/** The facts of an event that decide whether it repeats another one of its shipment. */
export interface ArrivedEvent {
  readonly event: string;
  /** Milliseconds since 1970. */
  readonly ownTime: number | null;
  readonly arrival: number;
  readonly digest: string;
  readonly parcelId: number | null;
}

/** The event of each state (interface document, Shipment events). */
export const shipmentEventNames: Readonly<Record<ShipmentState, string>> = {
  scheduled: 'same.shipment.scheduled',
  to_pick_up: 'same.shipment.to_pick_up',
  picked_up: 'same.shipment.picked_up',
  processing: 'same.shipment.processing',
  in_transit: 'same.shipment.in_transit',
  failed: 'same.shipment.failed',
  to_attempt: 'same.shipment.to_attempt',
  delivered: 'same.shipment.delivered',
  return_scheduled: 'same.shipment.return_scheduled',
  returned: 'same.shipment.returned',
  cancelled: 'same.shipment.cancelled',
  deleted: 'same.shipment.deleted',
};

/** Final states. Only an event with a later time of its own replaces one. */
export const finalStates: readonly ShipmentState[] = ['delivered', 'returned', 'cancelled', 'deleted'];

/** Of two events of the same moment the higher rank counts as later: the document's order, with final states last. */
export const stateRanks: Readonly<Record<ShipmentState, number>> = {
  scheduled: 1,
  to_pick_up: 2,
  picked_up: 3,
  processing: 4,
  in_transit: 5,
  failed: 6,
  to_attempt: 7,
  return_scheduled: 8,
  delivered: 9,
  returned: 10,
  cancelled: 11,
  deleted: 12,
};

/** An earlier time comes from a clock that was never set, such as 1970 or the year 1. */
const earliestOwnTime = Date.UTC(2000, 0, 1);

const statesByEvent = new Map(shipmentStates.map((state) => [shipmentEventNames[state], state]));

/** The state an event gives; null for parcel events, and for names the document does not show. */
export function stateOfEvent(event: string): ShipmentState | null {
  return statesByEvent.get(event) ?? null;
}

/** A shipment event concerns the shipment with all its parcels, whether or not the document shows its name. */
export function isShipmentEvent(event: string): boolean {
  return event.startsWith('same.shipment.');
}

/** A parcel event brings codes and facts, never a status; the document names one, `same.parcel.created`. */
export function isParcelEvent(event: string): boolean {
  return event.startsWith('same.parcel.');
}

/** True for events of a deletion; the document shows only `same.shipment.deleted`. */
export function isDeletionEvent(event: string): boolean {
  return event === shipmentEventNames.deleted || event === 'same.parcel.deleted';
}

/** True for a final state. */
export function isFinalState(state: ShipmentState): boolean {
  return finalStates.includes(state);
}

/** A later time is none that a service means, and no date-time with four digits of the year. */
const latestOwnTime = Date.UTC(10_000, 0, 1);

const plausible = (moment: number | null): number | null =>
  moment !== null && moment >= earliestOwnTime && moment < latestOwnTime ? moment : null;

/** Seconds or milliseconds since 1970, of this century and the next ones. */
const epochShape = /^\d{9,15}(?:\.\d{1,9})?$/;
/** A smaller number counts seconds: as milliseconds it would be a time before 1974. */
const leastMilliseconds = 100_000_000_000;

function momentOfEpoch(text: string): number | null {
  if (!epochShape.test(text)) return null;
  const count = Number(text);
  return Math.floor(count < leastMilliseconds ? count * 1000 : count);
}

/**
 * An event's own time (`trigger_datetime`), milliseconds since 1970: a date-time with offset, or seconds or milliseconds since 1970 as
 * a number or its digits; null of anything else.
 */
export function readOwnTime(triggerDatetime: unknown): number | null {
  if (typeof triggerDatetime === 'number') return plausible(momentOfEpoch(String(triggerDatetime)));
  if (typeof triggerDatetime !== 'string') return null;
  return plausible(momentOfDateTime(triggerDatetime) ?? momentOfEpoch(triggerDatetime.trim()));
}

/** The time of an event that gave no offset, as if it were in UTC; null where it gave an offset, or no time. */
export function readLocalTime(triggerDatetime: unknown): number | null {
  return typeof triggerDatetime === 'string' ? plausible(momentOfLocalDateTime(triggerDatetime)) : null;
}

/** The moment of a local time at an offset of so many minutes east of UTC. */
export const atOffset = (localTime: number, minutes: number): number => localTime - minutes * 60_000;

/**
 * How far after its arrival an event's own time is still accepted, milliseconds. Otherwise a station whose clock is slightly slow
 * would order the events of one minute by arrival, and a late one would move the status back.
 */
export const clockTolerance = 60_000;

/** The moment that orders an event: its own time; its arrival where it has none, or one in the future. */
export function momentOfEvent(ownTime: number | null, arrival: number): number {
  return ownTime === null || ownTime > arrival + clockTolerance ? arrival : ownTime;
}

/** When an event happened, as shown (ISO 8601, UTC): never after its arrival. */
export function timeOfEvent(moment: number, receivedAt: string): string {
  return new Date(Math.min(moment, Date.parse(receivedAt))).toISOString();
}

/** Ends the digest of bytes that arrived again, before the number of that arrival; a digest itself is hexadecimal. */
const againMark = '/';

/** The digest under which equal bytes are stored another time: unique, and sorted by arrival. */
export const digestOfArrival = (digest: string, arrival: number): string =>
  `${digest}${againMark}${String(arrival).padStart(16, '0')}`;

/** The digest of the bytes alone. */
const digestOfBytes = (digest: string): string => digest.split(againMark, 1)[0] ?? digest;

/** True where both events have the same bytes. */
export const hasSameBytes = (one: Pick<ArrivedEvent, 'digest'>, other: Pick<ArrivedEvent, 'digest'>): boolean =>
  digestOfBytes(one.digest) === digestOfBytes(other.digest);

/**
 * The arrival that each event of a shipment repeats; null where it is an event of its own. An event with a time repeats an earlier
 * one of the same name, time and parcel, whenever it arrives. Without a time, equal bytes repeat only the latest event before them:
 * a parcel that fails again gives the same bytes again, but something else happened in between.
 * @param events in the order of arrival
 */
export function repeatedArrivals(events: readonly ArrivedEvent[]): (number | null)[] {
  const timed = new Map<string, number>();
  let latest: ArrivedEvent | null = null;
  const firstOf = (event: ArrivedEvent): number | null => {
    if (event.ownTime === null) return latest !== null && hasSameBytes(latest, event) ? latest.arrival : null;
    if (!isIdentifiable(event)) return null;
    const key = JSON.stringify([event.event, event.ownTime, event.parcelId]);
    const first = timed.get(key);
    if (first === undefined) timed.set(key, event.arrival);
    return first ?? null;
  };
  return events.map((event) => {
    const first = firstOf(event);
    if (first === null) latest = event;
    return first;
  });
}

/** Two events at the same time about parcels that it does not name may concern two different ones. */
export const isIdentifiable = ({ event, parcelId }: Pick<ArrivedEvent, 'event' | 'parcelId'>): boolean =>
  parcelId !== null || isShipmentEvent(event);

/**
 * Above zero where `one` is the later event. A total order: zero only for the same event. Of the same moment, events without an own
 * time come last and keep the order in which they arrived.
 */
export function compareEvents(one: StatusEvent, other: StatusEvent): number {
  if (one.moment !== other.moment) return one.moment - other.moment;
  if (one.hasOwnTime !== other.hasOwnTime) return one.hasOwnTime ? -1 : 1;
  if (!one.hasOwnTime && one.arrival !== other.arrival) return one.arrival - other.arrival;
  if (one.state !== other.state) return stateRanks[one.state] - stateRanks[other.state];
  if (one.digest === other.digest) return 0;
  return one.digest > other.digest ? 1 : -1;
}

/** True where the event replaces the current one. */
export function mayReplace(current: StatusEvent | null, next: StatusEvent): boolean {
  if (current === null) return true;
  return compareEvents(next, current) > 0 && (next.hasOwnTime || !isFinalState(current.state));
}

/** The event that decides a shipment's status, whatever the order of its events; null where there is none. */
export function decidingEvent<E extends StatusEvent>(events: readonly E[]): E | null {
  const inOrder = [...events].sort(compareEvents);
  return inOrder.reduce<E | null>((current, next) => (mayReplace(current, next) ? next : current), null);
}

/** The deciding event after each arrival. It is `decidingEvent` of all events so far, in one pass. */
export function decidingAfterEach<E extends StatusEvent>(events: readonly E[]): E[] {
  let newestTimed: E | null = null;
  /** Later than it, in order: no other event can decide any more. */
  let untimed: E[] = [];
  return events.map((event) => {
    const isLater = newestTimed === null || compareEvents(event, newestTimed) > 0;
    if (event.hasOwnTime && isLater) {
      newestTimed = event;
      untimed = untimed.filter((other) => compareEvents(other, event) > 0);
    } else if (isLater) {
      const place = untimed.findLastIndex((other) => compareEvents(other, event) <= 0);
      untimed.splice(place + 1, 0, event);
    }
    if (newestTimed !== null && isFinalState(newestTimed.state)) return newestTimed;
    return untimed.find(({ state }) => isFinalState(state)) ?? untimed.at(-1) ?? newestTimed ?? event;
  });
}

/** What an event did when it arrived, beside the event that decided the status then. */
export function effectOf(event: StatusEvent, deciding: StatusEvent): EventEffect {
  if (deciding.arrival === event.arrival) return 'became the status';
  if (compareEvents(event, deciding) < 0) return 'came late';
  return event.state === deciding.state ? 'final already' : 'end stays';
}
