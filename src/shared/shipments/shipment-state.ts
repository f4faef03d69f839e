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
