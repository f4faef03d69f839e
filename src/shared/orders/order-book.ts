import { z } from 'zod';
import type { MessageCode } from '../messages/message.ts';
import { longestField, maxParcelsPerOrder } from './order-request.ts';

/** The fields of a request address, in the document's order (interface document, "Request address"). */
export const addressFieldNames = [
  'text',
  'description',
  'person_name',
  'person_phone',
  'person_email',
  'sender_person_name',
  'sender_person_phone',
  'sender_person_email',
  'sender_name',
  'sender_address_text',
] as const;
export type AddressFieldName = (typeof addressFieldNames)[number];

/** An address as entered in a form; any text may be blank or absent. */
export const draftAddressSchema = z.partialRecord(z.enum(addressFieldNames), z.string().max(longestField));
export type DraftAddress = z.infer<typeof draftAddressSchema>;

/** A partly filled order without codes: a template, or an order to create again. */
export const orderDraftSchema = z.object({
  pickUpAddress: draftAddressSchema,
  dropOffAddress: draftAddressSchema,
  /** The weight as typed, in grams; blank where it is not known yet. */
  parcels: z
    .array(z.object({ grams: z.string().max(20) }))
    .min(1)
    .max(maxParcelsPerOrder),
});
export type OrderDraft = z.infer<typeof orderDraftSchema>;

const nameMissing: MessageCode = 'order-book.name-missing';

/** The name of an address or a template; unique, ignoring case. */
export const bookNameSchema = z.string().trim().min(1, nameMissing).max(60);

/** Most pick-up addresses, and most templates, in one environment. */
export const maxOrderBookEntries = 200;

export const savedAddressSchema = z.object({ id: z.int(), name: z.string(), address: draftAddressSchema });
export type SavedAddress = z.infer<typeof savedAddressSchema>;

export const orderTemplateSchema = z.object({ id: z.int(), name: z.string(), draft: orderDraftSchema });
export type OrderTemplate = z.infer<typeof orderTemplateSchema>;

/** Pick-up addresses and templates of one environment, most recently used first, and the last order created. */
export const orderBookSchema = z.object({
  pickUpAddresses: z.array(savedAddressSchema),
  templates: z.array(orderTemplateSchema),
  /** Null before the first order. */
  last: orderDraftSchema.nullable(),
});
export type OrderBook = z.infer<typeof orderBookSchema>;
