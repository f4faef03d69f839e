import { dropOffOf, type OrderRequest } from '../request.ts';
import { parcelSummary, previewDropOffAddress, previewPickUpAddress, shipmentType } from './answer-parts.ts';
import { parcelsPrice, pricesOf, sizeOf } from './tariff.ts';
import { dropOffSlot, dropOffTimes, pickUpSlot, pickUpTimes, schedule } from './time-slots.ts';

/** The preview response object of the document, every field of it. */
export function previewAnswer(request: OrderRequest, now: number, minimumPrice: number) {
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
