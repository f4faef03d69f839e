import { z } from 'zod';
import { type DocumentedFields, documentedAnswer, readDocumented, totals } from './documented-fields.ts';
import { readResponseEnvelope } from './response-envelope.ts';

/** Counts by shipment type (such as SAME), then by size code. */
const parcelSummary = (field: DocumentedFields) =>
  field.keyed(
    field.keyed(
      field.object({
        code: field.text(),
        note: field.textOrNull(),
        icon_url: field.textOrNull(),
        count: field.integer(),
      }),
    ),
  );

/** `from_time`, `to_time` and `closing_margin` have no stated unit: show `name`, never these. */
const timeSlot = (field: DocumentedFields) => ({
  city: field.text(),
  code: field.text(),
  name: field.text(),
  closing_margin: field.integer(),
  from_time: field.integer(),
  to_time: field.integer(),
});

const pickUpAddress = (field: DocumentedFields) => ({
  saved_address_id: field.identifierOrNull(),
  lat: field.textOrNull(),
  lng: field.textOrNull(),
  text: field.textOrNull(),
  city: field.textOrNull(),
  person_name: field.textOrNull(),
  person_phone_country_code: field.textOrNull(),
  person_phone: field.textOrNull(),
  plate_number: field.textOrNull(),
  unit_number: field.textOrNull(),
  postal_code: field.textOrNull(),
  description: field.textOrNull(),
});

const dropOffAddress = (field: DocumentedFields) => ({
  text: field.text(),
  // Null where unset, as the document states for pick-up addresses.
  postal_code: field.textOrNull(),
  lat: field.textOrNull(),
  lng: field.textOrNull(),
  region: field.textOrNull(),
  city: field.textOrNull(),
  google_place_id: field.textOrNull(),
  location_service_postal_code: field.textOrNull(),
});

const dropOff = (field: DocumentedFields) => ({
  address: field.object(dropOffAddress(field)),
  parcels: field.list({
    unit: field.text(),
    values: field.number(),
    parcel_size_code: field.text(),
    price: field.number(),
  }),
  pick_up_shipment_type: field.text(),
  scheduled_date: field.text(),
  pick_up_scheduled_date: field.text(),
  time_slot_code: field.text(),
  time_slot: field.object({ ...timeSlot(field), warehouse_service_zone_code: field.text() }),
  time_slot_datetime_start: field.text(),
  time_slot_datetime_end: field.text(),
  price: field.number(),
  parcel_summary: parcelSummary(field),
});

const pickUp = (field: DocumentedFields) => ({
  address: field.object(pickUpAddress(field)),
  scheduled_date: field.text(),
  time_slot_code: field.text(),
  time_slot: field.object(timeSlot(field)),
  time_slot_datetime_start: field.text(),
  time_slot_datetime_end: field.text(),
  drop_offs: field.list(dropOff(field)),
  drop_offs_total_price: field.number(),
  parcels_total_price: field.number(),
  additional_parameters_total_price: field.number(),
  price: field.number(),
  total_price: field.number(),
  parcel_summary: parcelSummary(field),
});

/**
 * The preview response object (interface document, "Preview response object") under its own field names. Dates and date-times stay the
 * service's text; prices carry no currency.
 */
export const documentedQuote = documentedAnswer((field) =>
  z.object({
    pick_ups: field.list(pickUp(field)),
    payment_type: field.object({ id: field.integer(), code: field.text(), name: field.text() }),
    min_price: field.number(),
    ...totals(field),
  }),
);
/** A preview read as far as it fits. */
export type Quote = z.infer<ReturnType<typeof documentedQuote.tolerant>>;

/** The quote's fields as far as they can be read, and those of the document that it lacks. */
export const readQuoteFields = (value: unknown) => readDocumented(documentedQuote, value);

/** The content of a 2xx response to a preview. */
export type QuoteReading =
  | { readonly kind: 'quote'; readonly value: Quote; readonly missing: string[] }
  | { readonly kind: 'not success' }
  | { readonly kind: 'unreadable' };

/** Reads the body of a 2xx response to a preview. A body without an envelope is a quote only if it has a price. */
export function readQuote(body: string): QuoteReading {
  const envelope = readResponseEnvelope(body);
  if (envelope.kind === 'not success' || envelope.kind === 'unreadable') return { kind: envelope.kind };
  const { value, missing } = readQuoteFields(envelope.object);
  const hasPrice = value.price_with_tax !== undefined || value.total_price !== undefined;
  if (envelope.kind === 'bare' && !hasPrice) return { kind: 'unreadable' };
  return { kind: 'quote', value, missing: [...envelope.missing, ...missing] };
}
