import { z } from 'zod';
import { labelStateSchema, recipientSchema } from '../shipments/parcel.ts';
import { gidSchema } from './site-facts.ts';

/**
 * An order as a bench reports it to the others: its shipments and parcels with their codes, and the addresses of their labels. Not its
 * request, nor the service's answer. A large order is several facts, each with a part of its parcels.
 */

const text = z.string().max(2_000);
const optionalText = text.nullable();

const labelSchema = z.object({
  url: text,
  source: labelStateSchema.shape.source,
  format: labelStateSchema.shape.format,
  pdfUrl: optionalText,
});

const parcelSchema = z.object({
  gid: gidSchema,
  customCode: optionalText,
  pickUpCode: optionalText,
  /** Its place in the shipment, from 1. */
  position: z.int(),
  weightGrams: z.number().nullable(),
  sizeCode: optionalText,
  label: labelSchema.nullable(),
  /** Fields that the service's answer left out, by name. */
  missing: z.array(z.string().max(100)).max(50),
});

const shipmentSchema = z.object({
  trackingCode: optionalText,
  dropOffId: z.int().nullable(),
  pickUpUniqueId: optionalText,
  pickUpId: z.int().nullable(),
  shipmentOrderId: z.int().nullable(),
  shipmentOrderUniqueId: optionalText,
  pickUpDate: optionalText,
  dropOffDate: optionalText,
  /** The offset of the drop-off slot's times, minutes east of UTC. */
  utcOffset: z.int().nullable(),
  recipient: recipientSchema.extend({
    ...{ name: optionalText, phone: optionalText, addressText: optionalText, postalCode: optionalText },
  }),
  parcels: z.array(parcelSchema).max(200),
  unassignedLabels: z
    .array(z.object({ pickUpCode: optionalText, sizeCode: optionalText, label: labelSchema }))
    .max(200),
});

/** The body of `order-request`: an order that a bench sends to the service, or may have sent. */
export const orderRequestFactSchema = z.object({
  /** Unique in the site. */
  id: gidSchema,
  /** The custom codes that the bench chose. */
  codes: z.array(z.string().max(100)).max(50),
  /** `open`: it may be sent, or its answer is not known; `replaced`: it never was, and another order takes its place; `ended`: rejected, or undone before it was sent. */
  state: z.enum(['open', 'done', 'replaced', 'ended']),
  sentAt: z.iso.datetime().nullable(),
  /** With tax. */
  quotedPrice: z.number().nullable(),
  price: z.number().nullable(),
  /** By which a duplicate is recognised; null: not known, as from an earlier version. */
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable()
    .default(null),
  createdAt: z.iso.datetime().nullable().default(null),
});

export const siteOrderSchema = z.object({
  uniqueId: optionalText,
  createdAt: optionalText,
  /** When its bench stored it, ISO 8601. */
  storedAt: z.iso.datetime(),
  /** The bench that sends it created it, and so holds its parcels. */
  isCreatedHere: z.boolean(),
  priceWithTax: z.number().nullable(),
  missing: z.array(z.string().max(100)).max(50),
  shipments: z.array(shipmentSchema).max(200),
});
export type SiteOrder = z.infer<typeof siteOrderSchema>;
