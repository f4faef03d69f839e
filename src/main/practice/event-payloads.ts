import type { ShipmentState } from '../../shared/shipments/shipment-state.ts';
import { shipmentEventNames } from '../../shared/shipments/status-rules.ts';
import { sizeOf } from './pricing.ts';
import { dropOffOf } from './request-schemas.ts';
import { dateTime, dropOffSlot, pickUpSlot } from './schedule.ts';
import type { StoredOrder, StoredParcel } from './stored-order.ts';

export interface WebhookEvent {
  event: string;
  data: Record<string, unknown>;
}

/** The only parcel event the document shows, every field of it. */
export function parcelCreatedEvent(order: StoredOrder, parcel: StoredParcel): WebhookEvent {
  const { address } = dropOffOf(order.request);
  const size = sizeOf(parcel.weightGrams);
  return {
    event: 'same.parcel.created',
    data: {
      parcel_size: size.name,
      parcel_code: size.code,
      pickup_code: parcel.pickUpCode,
      trigger_datetime: dateTime(order.lastEventAt),
      custom_code: parcel.customCode,
      tracking_code: order.trackingCode,
      request_date: dateTime(order.createdAt),
      pick_up: {
        date: order.pickUpDate,
        picked_at: null,
        time_slot: pickUpSlot.name,
        address: order.request.pick_up_address.text,
      },
      drop_off: {
        date: order.dropOffDate,
        dropped_at: null,
        time_slot: dropOffSlot.name,
        receiver_name: address.person_name ?? null,
        receiver_phone: address.person_phone ?? null,
        receiver_address: address.text,
        proof_of_delivery: [],
      },
      extra_data: { need_signature: false },
    },
  };
}

/**
 * A test event that an operator can watch arrive: the newest order's state once more or, without an order, the state of an unknown
 * shipment.
 */
export function testEvent(newest: StoredOrder | undefined, now: number): WebhookEvent {
  if (newest) return shipmentEvent(newest, newest.state, Math.max(now, newest.lastEventAt + 1));
  const trackingCode = `TEST${now}`;
  return {
    event: shipmentEventNames.scheduled,
    data: {
      unique_id: trackingCode,
      tracking_code: trackingCode,
      status: 'scheduled',
      trigger_datetime: dateTime(now),
    },
  };
}

/** A shipment event. Its payload is not in the document: the drop-off shipment's names, and its parcels' codes. */
export function shipmentEvent(order: StoredOrder, state: ShipmentState, at: number): WebhookEvent {
  return {
    event: shipmentEventNames[state],
    data: {
      unique_id: order.trackingCode,
      id: order.dropOffId,
      tracking_code: order.trackingCode,
      order_unique_id: order.uniqueId,
      status: state,
      trigger_datetime: dateTime(at),
      custom_codes: order.parcels.flatMap((parcel) => parcel.customCode ?? []),
      pickup_codes: order.parcels.map((parcel) => parcel.pickUpCode),
      scheduled_date: order.dropOffDate,
    },
  };
}
