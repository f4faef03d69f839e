import { momentOfDateTime } from '../values/date-time.ts';
import { type ShipmentState, shipmentStates } from './shipment-state.ts';

/**
 * The rules for a shipment's status: which event gives which state, which of two events is later, and which may replace which.
 * The same events in any order, with any repetition, end in the same state.
 */

/** The facts of a shipment event that decide the status. */
export interface StatusEvent {
  readonly state: ShipmentState;
  /** Its position in time (`momentOfEvent`), milliseconds since 1970. */
  readonly moment: number;
  /** False where it had no time of its own. */
  readonly hasOwnTime: boolean;
  /** Of its bytes: decides between two events that are equal otherwise. */
  readonly digest: string;
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
export const endStates: readonly ShipmentState[] = ['delivered', 'returned', 'cancelled', 'deleted'];

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
export function isEndState(state: ShipmentState): boolean {
  return endStates.includes(state);
}

/** An event's own time (`trigger_datetime`), milliseconds since 1970; null without a complete date-time with offset. */
export function readOwnTime(triggerDatetime: unknown): number | null {
  if (typeof triggerDatetime !== 'string') return null;
  const moment = momentOfDateTime(triggerDatetime);
  return moment !== null && moment >= earliestOwnTime ? moment : null;
}

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

/** Above zero where `one` is the later event. A total order: zero only for the same bytes. */
export function compareEvents(one: StatusEvent, other: StatusEvent): number {
  if (one.moment !== other.moment) return one.moment - other.moment;
  if (one.state !== other.state) return stateRanks[one.state] - stateRanks[other.state];
  if (one.digest === other.digest) return 0;
  return one.digest > other.digest ? 1 : -1;
}

/** True where the event replaces the current one. */
export function mayReplace(current: StatusEvent | null, next: StatusEvent): boolean {
  if (current === null) return true;
  return compareEvents(next, current) > 0 && (next.hasOwnTime || !isEndState(current.state));
}

/** The event that decides a shipment's status, whatever the order of its events; null where there is none. */
export function decidingEvent<E extends StatusEvent>(events: readonly E[]): E | null {
  const inOrder = [...events].sort(compareEvents);
  return inOrder.reduce<E | null>((current, next) => (mayReplace(current, next) ? next : current), null);
}
