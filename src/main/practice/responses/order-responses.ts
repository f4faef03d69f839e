import { dropOffOf, type OrderRequest } from '../http/request-schemas.ts';
import { type LabelPaper, labelUrls } from '../labels/label-urls.ts';
import { type StoredOrder, weightsOf } from '../orders/stored-order.ts';
import { parcelsPrice, pricesOf, sizeOf } from './pricing.ts';
import {
  orderDropOffAddress,
  parcelCount,
  parcelSummary,
  previewDropOffAddress,
  previewPickUpAddress,
  shipmentType,
} from './response-parts.ts';
import { dateTime, dropOffSlot, dropOffTimes, pickUpSlot, pickUpTimes, schedule } from './schedule.ts';

/** The preview response object of the document, every field of it. */
export function previewResponse(request: OrderRequest, now: number, minimumPrice: number) {
  const { pickUpDate, dropOffDate } = schedule(now);
  const { address, parcels } = dropOffOf(request);
  const weights = parcels.map((parcel) => parcel.values);
  const price = parcelsPrice(weights);

  const dropOff = {
    address: previewDropOffAddress(address),
    parcels: parcels.map(({ unit, values }) => {
      const size = sizeOf(values);
      return { unit, values, parcel_size_code: size.code, price: size.price };
    }),
    pick_up_shipment_type: shipmentType,
    scheduled_date: dropOffDate,
    pick_up_scheduled_date: pickUpDate,
    time_slot_code: dropOffSlot.code,
    time_slot: dropOffSlot,
    ...dropOffTimes(dropOffDate),
    price,
    parcel_summary: parcelSummary(weights),
  };

  const pickUp = {
    address: previewPickUpAddress(request.pick_up_address),
    scheduled_date: pickUpDate,
    time_slot_code: pickUpSlot.code,
    time_slot: pickUpSlot,
    ...pickUpTimes(pickUpDate),
    drop_offs: [dropOff],
    drop_offs_total_price: price,
    parcels_total_price: price,
    additional_parameters_total_price: 0,
    price: 0,
    total_price: price,
    parcel_summary: parcelSummary(weights),
  };

  return {
    pick_ups: [pickUp],
    payment_type: { id: 1, code: 'WALLET', name: 'Wallet' },
    min_price: minimumPrice,
    ...pricesOf(weights, minimumPrice),
  };
}

/** The order creation response object of the document, every field of it. */
export function orderResponse(order: StoredOrder, labelUrl: string, papers?: readonly LabelPaper[]) {
  const labels = labelUrls(labelUrl, order, papers);
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
export type OrderResponse = ReturnType<typeof orderResponse>;
