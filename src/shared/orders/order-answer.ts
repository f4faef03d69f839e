import { z } from 'zod';
import { readOffsetDateTime } from '../values/date-time.ts';
import { type DocumentedFields, documentedAnswer, readDocumented, totals } from './documented-fields.ts';
import { readResponseEnvelope } from './response-envelope.ts';

const labelUrls = (field: DocumentedFields) =>
  field.list({ name: field.text(), size: field.text(), format: field.text(), url: field.text() });

const pickUpShipment = (field: DocumentedFields) => ({
  scheduled_date: field.text(),
  unique_id: field.text(),
  id: field.integer(),
  pick_up_label_urls: labelUrls(field),
  label: field.text(),
  time_slot_datetime_start: field.text(),
  time_slot_datetime_end: field.text(),
});

const dropOffShipment = (field: DocumentedFields) => ({
  scheduled_date: field.text(),
  user_ref_id: field.identifierOrNull(),
  /** The tracking code. */
  unique_id: field.text(),
  id: field.integer(),
  pick_up_label_urls: labelUrls(field),
  // The label of a drop-off is never printed.
  label: field.textOrNull(),
  time_slot: field.object({ code: field.text() }),
  time_slot_datetime_start: field.text(),
  time_slot_datetime_end: field.text(),
});

const dropOffAddress = (field: DocumentedFields) => ({
  text: field.text(),
  description: field.echoedText(),
  person_name: field.echoedText(),
  person_phone: field.echoedText(),
  person_email: field.echoedText(),
  sender_person_name: field.echoedText(),
  sender_person_phone: field.echoedText(),
  sender_person_email: field.echoedText(),
  sender_name: field.echoedText(),
  sender_address_text: field.echoedText(),
  /** Lower-cased by the service: compared without case, shown in capitals. Null where unset, as documented for pick-up addresses. */
  postal_code: field.textOrNull(),
  lat: field.numberOrNull(),
  lng: field.numberOrNull(),
  region: field.textOrNull(),
  google_place_id: field.textOrNull(),
  location_service_postal_code: field.textOrNull(),
});

const parcel = (field: DocumentedFields) => ({
  pick_up_index: field.text(),
  drop_off_index: field.integer(),
  pick_up_code: field.text(),
  custom_code: field.text(),
  pick_up_label_urls: labelUrls(field),
  parcel_size_code: field.text(),
  label: field.text(),
});

const shipment = (field: DocumentedFields) => ({
  shipment_order_id: field.integer(),
  shipment_order_unique_id: field.text(),
  pick_up_shipment: field.object(pickUpShipment(field)),
  drop_off_shipment: field.object(dropOffShipment(field)),
  drop_off_address: field.object(dropOffAddress(field)),
  /** Counts by shipment type, then by size code. */
  parcel_count: field.keyed(field.keyed(field.integer())),
  parcels: field.list(parcel(field)),
  ...totals(field),
});

/**
 * The order creation response object (interface document, "Order creation response object") under its own field names. Dates and date-times
 * stay the service's text.
 */
export const documentedOrderAnswer = documentedAnswer((field) =>
  z.object({ unique_id: field.text(), created_at: field.text(), shipments: field.list(shipment(field)) }),
);
/** An order's answer read as far as it fits. */
export type OrderAnswer = z.infer<ReturnType<typeof documentedOrderAnswer.tolerant>>;

/** The answer's fields as far as they can be read, and those of the document that it lacks. */
export const readOrderFields = (value: unknown) => readDocumented(documentedOrderAnswer, value);

/** The content of a 2xx response to a create. */
export type OrderAnswerReading =
  | { readonly kind: 'order'; readonly value: OrderAnswer; readonly missing: string[] }
  /** The envelope reports a status other than success. */
  | { readonly kind: 'not success' }
  | { readonly kind: 'unreadable' };

/**
 * Reads the body of a 2xx response to a create: when it arrives, after a crash, and in an import. A body that does not report success
 * counts as an order only with an order identifier and one of our codes; an error that repeats the request has no identifier.
 * @param codes the custom codes that were sent; null where the order is known to exist
 */
export function readOrderAnswer(body: string, codes: readonly string[] | null): OrderAnswerReading {
  const envelope = readResponseEnvelope(body);
  if (envelope.kind === 'not success' || envelope.kind === 'unreadable') return { kind: envelope.kind };
  const { value, missing } = readOrderFields(envelope.object);
  if (envelope.kind !== 'success' && codes !== null && !isOrderWith(value, codes)) return { kind: 'unreadable' };
  return { kind: 'order', value, missing: [...envelope.missing, ...missing] };
}

function isOrderWith({ unique_id: uniqueId, shipments = [] }: OrderAnswer, codes: readonly string[]): boolean {
  if (uniqueId === undefined || uniqueId.trim() === '') return false;
  const answered = shipments.flatMap(({ parcels = [] }) => parcels.map(({ custom_code: code }) => code));
  return answered.some((code) => code !== undefined && codes.includes(code));
}

/** The offset of the times of a shipment's drop-off slot, minutes east of UTC; null where they give none. */
export function slotOffset({
  drop_off_shipment: dropOff,
}: NonNullable<OrderAnswer['shipments']>[number]): number | null {
  const times = [dropOff?.time_slot_datetime_start, dropOff?.time_slot_datetime_end];
  return times.flatMap((time) => readOffsetDateTime(time ?? '')?.offsetMinutes ?? [])[0] ?? null;
}
