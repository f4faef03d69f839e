import type { PracticeBehaviour } from '../../shared/settings/practice-behaviour.ts';
import type { ShipmentState } from '../../shared/shipments/shipment-state.ts';
import { isFinalState } from '../../shared/shipments/status-rules.ts';
import type { PracticeEvent } from './event-payloads.ts';
import { isUnreturnable, staysFailed } from './fault-keywords.ts';
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
  if (scenario === 'fail' && staysFailed(order.request)) return [...reattemptSteps, 'failed'];
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

/** An order after a change, and the events of the change. */
export interface OrderChange {
  order: StoredOrder;
  events: PracticeEvent[];
}

/** Milliseconds between two events of one scenario: the least that the times of events distinguish. */
const pauseBetween = ({ eventTime }: PracticeBehaviour): number =>
  eventTime === 'without-offset' || eventTime === 'epoch-seconds' ? 1000 : 1;

/** Moves a shipment through states; each event is later than all before it. */
function moveThroughStates(
  order: StoredOrder,
  steps: readonly ShipmentState[],
  now: number,
  pauseMs: number,
): OrderChange {
  return steps.reduce<OrderChange>(
    ({ order: before, events }, state) => {
      const at = Math.max(now, before.lastEventAt + pauseMs);
      const after = { ...before, state, lastEventAt: at };
      return { order: after, events: [...events, { kind: 'shipment', order: after, state, at, parcel: null }] };
    },
    { order, events: [] },
  );
}

/** Runs a scenario: afterwards only a deletion changes the shipment, and only if its state is not final. */
export function moveToFinalState(
  order: StoredOrder,
  steps: readonly ShipmentState[],
  now: number,
  behaviour: PracticeBehaviour,
): OrderChange {
  const { order: walked, events } = moveThroughStates(order, steps, now, pauseBetween(behaviour));
  return { order: { ...walked, final: true }, events };
}

/** True for a shipment in a final state, whose parcels cannot be deleted. */
export const isFinished = (order: StoredOrder): boolean => isFinalState(order.state);

/**
 * Deletes one parcel. The document does not state when `same.shipment.deleted` is sent: once for the shipment with its last parcel, or
 * for each parcel.
 */
export function markParcelDeleted(
  order: StoredOrder,
  customCode: string,
  now: number,
  behaviour: PracticeBehaviour,
): OrderChange {
  const isEventOfParcel = behaviour.deletedEvent !== 'with-last-parcel';
  const parcels = order.parcels.map((parcel) =>
    parcel.customCode === customCode ? { ...parcel, deletedAt: now } : parcel,
  );
  const rest = { ...order, parcels };
  const isLast = parcels.every((parcel) => parcel.deletedAt !== null);
  if (!isEventOfParcel)
    return isLast ? moveToFinalState(rest, ['deleted'], now, behaviour) : { order: rest, events: [] };
  const at = Math.max(now, order.lastEventAt + pauseBetween(behaviour));
  const after: StoredOrder = { ...rest, lastEventAt: at, ...(isLast && { state: 'deleted', final: true }) };
  const parcel = parcels.find((one) => one.customCode === customCode) ?? null;
  return { order: after, events: [{ kind: 'shipment', order: after, state: 'deleted', at, parcel }] };
}

/** How long after its deletion a parcel is picked up all the same, by the event's own time. */
const pickedUpAfterMs = 10_000;

/** The parcel was deleted, and is picked up all the same: the event is sent at once, with a later time. */
export function pickUpDeleted({ order, events }: OrderChange, customCode: string, now: number): OrderChange {
  const at = Math.max(now, order.lastEventAt) + pickedUpAfterMs;
  const after: StoredOrder = { ...order, lastEventAt: at };
  const parcel = after.parcels.find((one) => one.customCode === customCode) ?? null;
  return { order: after, events: [...events, { kind: 'shipment', order: after, state: 'picked_up', at, parcel }] };
}
