import { type Message, message } from '../messages/message.ts';

/**
 * The twelve states of a shipment, named by the service's shipment events
 * (interface document, Events). The document shows no transitions.
 */
export const shipmentStates = [
  'scheduled',
  'to_pick_up',
  'picked_up',
  'processing',
  'in_transit',
  'failed',
  'to_attempt',
  'delivered',
  'return_scheduled',
  'returned',
  'cancelled',
  'deleted',
] as const;
export type ShipmentState = (typeof shipmentStates)[number];

/**
 * States of a parcel that has left the station: its deletion needs confirmation, whatever the service would answer. A deleted parcel has
 * none of them.
 */
export const pickedUpStates: readonly ShipmentState[] = [
  'picked_up',
  'processing',
  'in_transit',
  'failed',
  'to_attempt',
  'delivered',
  'return_scheduled',
  'returned',
];

/** True where the parcel is known to have left the station. Without a status nothing is known. */
export function isPickedUp(parcel: { readonly status: { readonly state: ShipmentState } | null }): boolean {
  return parcel.status !== null && pickedUpStates.includes(parcel.status.state);
}

/** The question before such a parcel is deleted; null where none is needed. */
export function pickedUpQuestion(parcel: {
  readonly status: { readonly state: ShipmentState } | null;
}): Message | null {
  return parcel.status && isPickedUp(parcel) ? message('parcel.picked-up', { state: parcel.status.state }) : null;
}
