import { createHash } from 'node:crypto';
import { type LabelPaper, labelUrls } from './label-routes.ts';
import { countBySize, parcelsPrice, pricesOf, sizeOf } from './pricing.ts';
import { type Address, dropOffOf, type OrderRequest } from './request-schemas.ts';
import { city, dateTime, dropOffSlot, dropOffTimes, pickUpSlot, pickUpTimes, schedule } from './schedule.ts';
import { type StoredOrder, weightsOf } from './stored-order.ts';

export interface Place {
  lat: number;
  lng: number;
  /** In lower case, as the service returns it; null where the text contains none. */
  postalCode: string | null;
  region: string;
  city: string;
  googlePlaceId: string;
}

/** British, Canadian, and plain five- or six-digit codes; a house number is shorter, a phone number longer. */
const postalCodes = /\b(?:[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|[a-z]\d[a-z] ?\d[a-z]\d|\d{5,6})\b/i;

/** An invented place within the city, always the same for a text. */
function placeOf(text: string): Place {
  const hash = createHash('sha256').update(text).digest();
  const spot = (start: number, span: number, at: number) =>
    start + Math.round((hash.readUInt16BE(at) / 65_536) * span * 1e6) / 1e6;
  return {
    lat: Number(spot(25.05, 0.25, 0).toFixed(6)),
    lng: Number(spot(55.15, 0.25, 2).toFixed(6)),
    postalCode: postalCodes.exec(text)?.[0].toLowerCase() ?? null,
    region: city,
    city,
    googlePlaceId: `practice-${hash.toString('hex', 4, 14)}`,
  };
}

/** The only shipment type the document shows. */
export const shipmentType = 'SAME';

/** The address of a size icon, which does not exist. */
const iconUrl = (sizeCode: string): string => `https://icons.invalid/${sizeCode}.svg`;

/** Keyed by shipment type, then by size code. */
export const parcelSummary = (weights: readonly number[]) => ({
  [shipmentType]: Object.fromEntries(
    countBySize(weights).map(({ size, count }) => [
      size.code,
      { code: size.code, note: size.note, icon_url: iconUrl(size.code), count },
    ]),
  ),
});

/** Counts keyed by shipment type, then by size code. */
export const parcelCount = (weights: readonly number[]) => ({
  [shipmentType]: Object.fromEntries(countBySize(weights).map(({ size, count }) => [size.code, count])),
});

/** The pick-up address of a preview: the sender, with unset values null and `lat`, `lng` as strings. */
export function previewPickUpAddress(address: Address) {
  const place = placeOf(address.text);
  const phone = address.sender_person_phone ?? address.person_phone ?? null;
  return {
    saved_address_id: null,
    lat: String(place.lat),
    lng: String(place.lng),
    text: address.text,
    city: place.city,
    person_name: address.sender_person_name ?? address.person_name ?? null,
    person_phone_country_code: /^\+(\d{1,3})[ -]/.exec(phone ?? '')?.[1] ?? null,
    person_phone: phone,
    plate_number: null,
    unit_number: null,
    postal_code: place.postalCode,
    description: address.description ?? null,
  };
}

/** The drop-off address of a preview: `lat` and `lng` are strings. */
export function previewDropOffAddress(address: Address) {
  const place = placeOf(address.text);
  return {
    text: address.text,
    postal_code: place.postalCode,
    lat: String(place.lat),
    lng: String(place.lng),
    region: place.region,
    city: place.city,
    google_place_id: place.googlePlaceId,
    location_service_postal_code: place.postalCode,
  };
}

/** The drop-off address of an order: every request field echoed, and `lat`, `lng` as numbers. */
export function orderDropOffAddress(address: Address) {
  const place = placeOf(address.text);
  return {
    text: address.text,
    description: address.description ?? null,
    person_name: address.person_name ?? null,
    person_phone: address.person_phone ?? null,
    person_email: address.person_email ?? null,
    sender_person_name: address.sender_person_name ?? null,
    sender_person_phone: address.sender_person_phone ?? null,
    sender_person_email: address.sender_person_email ?? null,
    sender_name: address.sender_name ?? null,
    sender_address_text: address.sender_address_text ?? null,
    postal_code: place.postalCode,
    lat: place.lat,
    lng: place.lng,
    region: place.region,
    google_place_id: place.googlePlaceId,
    location_service_postal_code: place.postalCode,
  };
}

/** The preview response object of the document, with all fields. */
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

/** The order creation response object of the document, with all fields. */
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
