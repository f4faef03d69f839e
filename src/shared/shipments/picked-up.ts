import { type ShipmentState, shipmentStateWords } from './shipment-state.ts';

/** States in which somebody has the parcel, or had it: a deletion then asks first, whatever the service would make of it. */
const pickedUp: readonly ShipmentState[] = [
  'picked_up',
  'processing',
  'in_transit',
  'failed',
  'to_attempt',
  'delivered',
  'return_scheduled',
  'returned',
];

/** True where the parcel has left the bench, as far as is known: without a status nothing is known, and nothing asks. */
export function isPickedUp(parcel: { readonly status: { readonly state: ShipmentState } | null }): boolean {
  return parcel.status !== null && pickedUp.includes(parcel.status.state);
}

/** The question of a deletion that comes late; null where there is none. */
export function pickedUpQuestion(parcel: { readonly status: { readonly state: ShipmentState } | null }): string | null {
  if (!parcel.status || !isPickedUp(parcel)) return null;
  const { state } = parcel.status;
  const since = state === 'picked_up' ? '' : ` Its status is ${shipmentStateWords[state]}.`;
  return `This parcel was picked up already.${since} Delete it all the same?`;
}
