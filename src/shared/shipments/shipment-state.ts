/**
 * The twelve states a shipment is known to have, named by the service's shipment events
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

/** The words on the screen (contract: "States in words"). */
export const shipmentStateWords: Record<ShipmentState, string> = {
  scheduled: 'Scheduled',
  to_pick_up: 'To pick up',
  picked_up: 'Picked up',
  processing: 'Processing',
  in_transit: 'In transit',
  failed: 'Failed',
  to_attempt: 'To attempt',
  delivered: 'Delivered',
  return_scheduled: 'Return scheduled',
  returned: 'Returned',
  cancelled: 'Cancelled',
  deleted: 'Deleted',
};
