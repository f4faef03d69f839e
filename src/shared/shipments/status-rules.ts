import { momentOfDateTime } from '../values/offset-date-time.ts';
import { type ShipmentState, shipmentStates } from './shipment-state.ts';

/**
 * What a shipment's status may say: the one place that knows which event gives which state, which of two events is later, and what
 * may take the place of what. Any order and any repetition of the same events ends in the same state.
 */

/** A shipment event, as far as it decides about the status. */
export interface StatusEvent {
  readonly state: ShipmentState;
  /** What orders it among the others (`momentOfEvent`), milliseconds since 1970. */
  readonly moment: number;
  /** False where it did not tell its own time. */
  readonly hasOwnTime: boolean;
  /** Of its bytes: the last word between two that are alike in all else. */
  readonly digest: string;
}

/** The event that tells of a state (interface document, Shipment events). */
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

/** The states a shipment's way ends in. Only an event that tells a later time of its own takes one's place. */
export const endStates: readonly ShipmentState[] = ['delivered', 'returned', 'cancelled', 'deleted'];

/** Between two events of the same moment the higher one counts as the later: the document's order, and ends behind all else. */
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

/** A time before this is a clock that was never set, such as 1970 or the year 1. */
const earliestOwnTime = Date.UTC(2000, 0, 1);

const statesByEvent = new Map(shipmentStates.map((state) => [shipmentEventNames[state], state]));

/** The state an event gives; null for parcel events, and for names the document does not show. */
export function stateOfEvent(event: string): ShipmentState | null {
  return statesByEvent.get(event) ?? null;
}

/** A shipment event speaks of the shipment with all its parcels, whether or not the document shows its name. */
export function isShipmentEvent(event: string): boolean {
  return event.startsWith('same.shipment.');
}

/** A parcel event brings codes and facts, never a status; the document names one, `same.parcel.created`. */
export function isParcelEvent(event: string): boolean {
  return event.startsWith('same.parcel.');
}

/** True for what the service sends of a deletion; the document names it for shipments, `same.shipment.deleted`. */
export function tellsOfDeletion(event: string): boolean {
  return event === shipmentEventNames.deleted || event === 'same.parcel.deleted';
}

/** True where the shipment's way has come to its end. */
export function isEndState(state: ShipmentState): boolean {
  return endStates.includes(state);
}

/** What an event says of its own time (`trigger_datetime`), milliseconds since 1970; null without a whole date-time with offset. */
export function readOwnTime(triggerDatetime: unknown): number | null {
  if (typeof triggerDatetime !== 'string') return null;
  const moment = momentOfDateTime(triggerDatetime);
  return moment !== null && moment >= earliestOwnTime ? moment : null;
}

/**
 * Clocks differ: up to so much after its arrival an own time still orders its event, milliseconds. Else a desk whose clock is a
 * little slow would take the events of one minute in the order of their arrival, and a late one would move the status back.
 */
export const clocksDiffer = 60_000;

/** What orders an event: its own time; its arrival where it tells none, or one that lies in the future. */
export function momentOfEvent(ownTime: number | null, arrival: number): number {
  return ownTime === null || ownTime > arrival + clocksDiffer ? arrival : ownTime;
}

/** When an event happened, as it is shown (ISO 8601, UTC): never after its arrival. */
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

/** True where the event takes the standing one's place. */
export function mayReplace(standing: StatusEvent | null, next: StatusEvent): boolean {
  if (standing === null) return true;
  return compareEvents(next, standing) > 0 && (next.hasOwnTime || !isEndState(standing.state));
}

/** The event that a shipment's status is taken from, whatever order its events come in; null where there is none. */
export function decidingEvent<E extends StatusEvent>(events: readonly E[]): E | null {
  const inOrder = [...events].sort(compareEvents);
  return inOrder.reduce<E | null>((standing, next) => (mayReplace(standing, next) ? next : standing), null);
}
