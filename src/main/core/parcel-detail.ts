import type { ParcelDetail, ShipmentPrices } from '../../shared/parcel-detail.ts';
import { readKeptAnswer } from './kept-answers.ts';
import type { Records } from './ports/records.ts';

/** Most copies of one parcel that are listed. */
const mostCopies = 50;

/** A parcel with its copies and what its order cost; null where it is not here. */
export async function parcelDetail(
  records: Pick<Records, 'parcel' | 'order' | 'printJobsOfParcel'>,
  parcelId: number,
): Promise<ParcelDetail | null> {
  const parcel = await records.parcel(parcelId);
  if (!parcel) return null;
  const [order, copies] = await Promise.all([
    records.order(parcel.orderId),
    records.printJobsOfParcel(parcelId, mostCopies),
  ]);
  const prices = order?.rawAnswer ? pricesIn(order.rawAnswer, parcel.trackingCode) : null;
  return { parcel, copies, prices, orderPriceWithTax: order?.priceWithTax ?? null };
}

/** The prices of the parcel's shipment, under the document's field names. */
function pricesIn(rawAnswer: string, trackingCode: string | null): ShipmentPrices | null {
  const shipments = readKeptAnswer(rawAnswer)?.value.shipments ?? [];
  const own = shipments.find((shipment) => shipment.drop_off_shipment?.unique_id === trackingCode);
  const shipment = own ?? (shipments.length === 1 ? shipments[0] : undefined);
  if (!shipment) return null;
  const prices = {
    total_price: shipment.total_price ?? null,
    total_tax: shipment.total_tax ?? null,
    price_with_tax: shipment.price_with_tax ?? null,
    actual_total_price: shipment.actual_total_price ?? null,
    actual_total_tax: shipment.actual_total_tax ?? null,
    actual_price_with_tax: shipment.actual_price_with_tax ?? null,
  };
  return Object.values(prices).some((price) => price !== null) ? prices : null;
}
