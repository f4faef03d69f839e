import type { ShipmentState } from '../../../shared/shipment-state.ts';
import { dateTime } from '../answers/local-time.ts';
import { sizeOf } from '../answers/tariff.ts';
import { dropOffSlot, pickUpSlot } from '../answers/time-slots.ts';
import type { StoredOrder, StoredParcel } from '../orders/stored-order.ts';
import { dropOffOf } from '../request.ts';

export interface WebhookEvent {
  event: string;
  data: Record<string, unknown>;
}

/** The only parcel event the document shows, every field of it. */
export function parcelCreated(order: StoredOrder, parcel: StoredParcel): WebhookEvent {
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

/** A shipment event. Its payload is not in the document: the drop-off shipment's names, and its parcels' codes. */
export function shipmentEvent(order: StoredOrder, state: ShipmentState, at: number): WebhookEvent {
  return {
    event: `same.shipment.${state}`,
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
