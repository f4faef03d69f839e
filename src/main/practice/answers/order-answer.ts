import { type LabelPaper, labelAddresses } from '../labels/label-addresses.ts';
import { type StoredOrder, weightsOf } from '../orders/stored-order.ts';
import { dropOffOf } from '../request.ts';
import { orderDropOffAddress, parcelCount } from './answer-parts.ts';
import { dateTime } from './local-time.ts';
import { pricesOf, sizeOf } from './tariff.ts';
import { dropOffSlot, dropOffTimes, pickUpTimes } from './time-slots.ts';

/** The order creation response object of the document, every field of it. */
export function orderAnswer(order: StoredOrder, labelUrl: string, papers?: readonly LabelPaper[]) {
  const labels = labelAddresses(labelUrl, order, papers);
  const weights = weightsOf(order);

  const shipment = {
    shipment_order_id: order.shipmentOrderId,
    shipment_order_unique_id: order.shipmentOrderUniqueId,
    pick_up_shipment: {
      scheduled_date: order.pickUpDate,
      unique_id: order.pickUpUniqueId,
      id: order.pickUpId,
      ...labels.ofPickUp(),
      ...pickUpTimes(order.pickUpDate),
    },
    drop_off_shipment: {
      scheduled_date: order.dropOffDate,
      user_ref_id: null,
      unique_id: order.trackingCode,
      id: order.dropOffId,
      ...labels.ofDropOff(),
      time_slot: { code: dropOffSlot.code },
      ...dropOffTimes(order.dropOffDate),
    },
    drop_off_address: orderDropOffAddress(dropOffOf(order.request).address),
    parcel_count: parcelCount(weights),
    parcels: order.parcels.map((parcel) => ({
      pick_up_index: '0',
      drop_off_index: 0,
      pick_up_code: parcel.pickUpCode,
      custom_code: parcel.customCode,
      ...labels.ofParcel(parcel),
      parcel_size_code: sizeOf(parcel.weightGrams).code,
    })),
    ...pricesOf(weights, order.minimumPrice),
  };

  return { unique_id: order.uniqueId, created_at: dateTime(order.createdAt), shipments: [shipment] };
}
export type OrderAnswer = ReturnType<typeof orderAnswer>;
