import { z } from 'zod';
import { parcelSchema } from './parcel.ts';
import { printJobSchema } from './print-job.ts';

const price = z.number().nullable();

/**
 * What a shipment costs, as the order's answer said (interface document, "Order creation response object"); null where it did not.
 * `actual_…` is without the minimum-price rule. Prices carry no currency.
 */
export const shipmentPricesSchema = z.object({
  total_price: price,
  total_tax: price,
  price_with_tax: price,
  actual_total_price: price,
  actual_total_tax: price,
  actual_price_with_tax: price,
});
export type ShipmentPrices = z.infer<typeof shipmentPricesSchema>;

/** A parcel with what the board does not carry. */
export const parcelDetailSchema = z.object({
  parcel: parcelSchema,
  /** Its print jobs, newest first, at most 50. */
  copies: z.array(printJobSchema),
  /** null where the order's answer told none. */
  prices: shipmentPricesSchema.nullable(),
  /** Of the whole order, as far as it told. */
  orderPriceWithTax: price,
});
export type ParcelDetail = z.infer<typeof parcelDetailSchema>;
