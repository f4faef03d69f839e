import type { ShipmentState } from '../../shared/shipments/shipment-state.ts';
import { isEndState } from '../../shared/shipments/status-rules.ts';
import { shipmentEvent, type WebhookEvent } from './event-payloads.ts';
import { isUnreturnable } from './fault-keywords.ts';
import type { Selectors } from './request-schemas.ts';
import type { StoredOrder } from './stored-order.ts';

const deliverySteps: ShipmentState[] = ['to_pick_up', 'picked_up', 'processing', 'in_transit'];
const reattemptSteps: ShipmentState[] = [...deliverySteps, 'failed', 'to_attempt', 'in_transit'];

/** The states of each scenario; the document states only that the last one is final. */
const scenarioSteps = {
  happy: [...deliverySteps, 'delivered'],
  reattempt: [...reattemptSteps, 'delivered'],
  fail: [...reattemptSteps, 'failed', 'return_scheduled', 'returned'],
  'bundle-pick-up-shipments': ['to_pick_up'],
  'delivering-drop-off-shipments': deliverySteps,
  'picked-pick-up-shipments': ['to_pick_up', 'picked_up'],
} as const satisfies Record<string, readonly ShipmentState[]>;
export type Scenario = keyof typeof scenarioSteps;

export const isScenario = (text: string): text is Scenario => Object.hasOwn(scenarioSteps, text);

export function stepsOf(scenario: Scenario, order: StoredOrder): readonly ShipmentState[] {
  if (scenario === 'fail' && isUnreturnable(order.request)) return [...reattemptSteps, 'failed', 'cancelled'];
  return scenarioSteps[scenario];
}

/** True where any selector names the shipment; a date means that it is picked up or delivered that day. */
export function matchesSelectors(selectors: Selectors): (order: StoredOrder) => boolean {
  const uniqueIds = new Set(selectors.drop_off_shipment_unique_ids);
  const ids = new Set(selectors.drop_off_shipment_ids);
  return (order) =>
    uniqueIds.has(order.trackingCode) ||
    ids.has(order.dropOffId) ||
    selectors.date === order.dropOffDate ||
    selectors.date === order.pickUpDate;
}

/** An order after a change, and the events it makes. */
export interface OrderChange {
  order: StoredOrder;
  events: WebhookEvent[];
}

/** Walks a shipment through states; each event is later than all before it, be it by a millisecond. */
function moveThroughStates(order: StoredOrder, steps: readonly ShipmentState[], now: number): OrderChange {
  return steps.reduce<OrderChange>(
    ({ order: before, events }, state) => {
      const at = Math.max(now, before.lastEventAt + 1);
      const after = { ...before, state, lastEventAt: at };
      return { order: after, events: [...events, shipmentEvent(after, state, at)] };
    },
    { order, events: [] },
  );
}

/** A scenario's walk: afterwards nothing changes the shipment but a deletion, and that only before it has arrived. */
export function moveToFinalState(order: StoredOrder, steps: readonly ShipmentState[], now: number): OrderChange {
  const { order: walked, events } = moveThroughStates(order, steps, now);
  return { order: { ...walked, final: true }, events };
}

/** A shipment that has come to its end keeps its parcels. */
export const isFinished = (order: StoredOrder): boolean => isEndState(order.state);

/**
 * Deletes one parcel. The document leaves open how deletion and `same.shipment.deleted` hang together: here the event
 * comes when the shipment's last parcel goes.
 */
export function markParcelDeleted(order: StoredOrder, customCode: string, now: number): OrderChange {
  const parcels = order.parcels.map((parcel) =>
    parcel.customCode === customCode ? { ...parcel, deletedAt: now } : parcel,
  );
  const rest = { ...order, parcels };
  if (parcels.some((parcel) => parcel.deletedAt === null)) return { order: rest, events: [] };
  return moveToFinalState(rest, ['deleted'], now);
}
