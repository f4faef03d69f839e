import type { ShipmentState } from '../../../shared/shipment-state.ts';
import type { Selectors } from '../request.ts';
import { isUnreturnable } from '../sentinels.ts';
import type { StoredOrder } from './stored-order.ts';

const toTheDoor: ShipmentState[] = ['to_pick_up', 'picked_up', 'processing', 'in_transit'];
const secondTry: ShipmentState[] = [...toTheDoor, 'failed', 'to_attempt', 'in_transit'];

/** The states each scenario goes through; the document tells only that the last one is final. */
const scenarioSteps = {
  happy: [...toTheDoor, 'delivered'],
  reattempt: [...secondTry, 'delivered'],
  fail: [...secondTry, 'failed', 'return_scheduled', 'returned'],
  'bundle-pick-up-shipments': ['to_pick_up'],
  'delivering-drop-off-shipments': toTheDoor,
  'picked-pick-up-shipments': ['to_pick_up', 'picked_up'],
} as const satisfies Record<string, readonly ShipmentState[]>;
export type Scenario = keyof typeof scenarioSteps;

export const isScenario = (text: string): text is Scenario => Object.hasOwn(scenarioSteps, text);

export function stepsOf(scenario: Scenario, order: StoredOrder): readonly ShipmentState[] {
  if (scenario === 'fail' && isUnreturnable(order.request)) return [...secondTry, 'failed', 'cancelled'];
  return scenarioSteps[scenario];
}

/** True where any selector names the shipment; a date means that it is picked up or delivered that day. */
export function selection(selectors: Selectors): (order: StoredOrder) => boolean {
  const uniqueIds = new Set(selectors.drop_off_shipment_unique_ids);
  const ids = new Set(selectors.drop_off_shipment_ids);
  return (order) =>
    uniqueIds.has(order.trackingCode) ||
    ids.has(order.dropOffId) ||
    selectors.date === order.dropOffDate ||
    selectors.date === order.pickUpDate;
}
