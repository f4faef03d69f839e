import { maxListEntries, missingFields } from '../../../shared/orders/documented-fields.ts';
import { exactOrderAnswerSchema, orderAnswerSchema } from '../../../shared/orders/order-answer.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import { type NewOrder, orderFromAnswer } from '../orders/answered-order.ts';
import { type FileFault, type FileOrder, orderFault } from './file-orders.ts';
import { quoted, sanitizeText } from './file-text.ts';
import type { JsonValue } from './json-values.ts';

type JsonObject = Record<string, unknown>;

/**
 * Reads one order-creation response, with or without the envelope around it. What names and finds parcels must be as the document
 * has it; everything else is read as far as it fits, as the answer to an order created here is.
 */
export function jsonOrder(value: JsonValue, place: string, labelOrigin: string): FileOrder | FileFault {
  const refused = (words: string): FileFault => ({ place, words });
  const parsed = parse(value.text);
  if (!parsed.ok) return refused(parsed.words);
  const payload = payloadOf(parsed.value);
  if (typeof payload === 'string') return refused(payload);
  const shape = shapeFault(payload);
  if (shape !== null) return refused(shape);

  const answer = orderAnswerSchema.parse(payload);
  const missing = missingFields(exactOrderAnswerSchema, payload);
  const read = (request: OrderRequest | null): NewOrder =>
    sanitized(orderFromAnswer(answer, missing, value.text, request), request);
  const order = read(null);
  const fault = orderFault(order, labelOrigin);
  return fault === null ? { place, order, withRequest: read } : refused(fault);
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; words: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const message = error instanceof Error ? sanitizeText(error.message, 120) : '';
    return { ok: false, words: `This is no JSON: ${message}` };
  }
}

/** The order itself, or words why there is none. */
function payloadOf(value: unknown): JsonObject | string {
  if (!isObject(value)) return 'This is no order.';
  if (Object.hasOwn(value, 'shipments')) return value;
  const { status, code, object } = value;
  const isRefusal = typeof code === 'number' && (code < 200 || code > 299);
  if ((status !== undefined && status !== 'success') || isRefusal) {
    return `The service’s answer says ${quoted(String(status ?? code))}: no order was made.`;
  }
  if (!isObject(object) || !Object.hasOwn(object, 'shipments')) {
    return 'This is no answer to an order: it names no shipments.';
  }
  return object;
}

/** What must be as the document has it: the lists, and every code and address that is there. */
function shapeFault(order: JsonObject): string | null {
  const shipments = entriesOf(order.shipments, 'shipments');
  if (typeof shipments === 'string') return shipments;
  const faults = [textFault(order, 'unique_id', '')];
  for (const [index, shipment] of shipments.entries()) {
    const path = `shipments[${index}]`;
    const parcels = entriesOf(shipment.parcels, `${path}.parcels`);
    if (typeof parcels === 'string') return parcels;
    for (const name of ['pick_up_shipment', 'drop_off_shipment']) {
      const part = shipment[name];
      if (part === undefined || part === null) continue;
      if (!isObject(part)) return `${path}.${name} is no object.`;
      faults.push(textFault(part, 'unique_id', `${path}.${name}.`), labelsFault(part, `${path}.${name}.`));
    }
    for (const [number, parcel] of parcels.entries()) {
      const own = `${path}.parcels[${number}].`;
      faults.push(textFault(parcel, 'custom_code', own), textFault(parcel, 'pick_up_code', own));
      faults.push(labelsFault(parcel, own));
    }
  }
  return faults.find((words) => words !== null) ?? null;
}

function entriesOf(list: unknown, path: string): JsonObject[] | string {
  if (!Array.isArray(list)) return `${path} is no list.`;
  if (list.length === 0) return `${path} is empty.`;
  if (list.length > maxListEntries) return `${path} has more than ${maxListEntries} entries.`;
  return list.every(isObject) ? list : `${path} holds something that is no object.`;
}

/** A code that came as a number has lost digits: JSON's numbers have 15 that can be trusted. */
function textFault(entry: JsonObject, field: string, path: string): string | null {
  const value = entry[field];
  if (value === undefined || value === null || typeof value === 'string') return null;
  return `${path}${field} is ${Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`}, not text.`;
}

function labelsFault(entry: JsonObject, path: string): string | null {
  const list = entry.pick_up_label_urls;
  if (Array.isArray(list) && list.length > maxListEntries) return `${path}pick_up_label_urls has too many entries.`;
  return textFault(entry, 'label', path);
}

/** Texts for the screen on one line and of a sane length; codes and addresses stay as they are. */
function sanitized(order: NewOrder, request: OrderRequest | null): NewOrder {
  const sanitize = (text: string | null): string | null => (text === null ? null : sanitizeText(text, 500) || null);
  return {
    ...order,
    source: 'imported',
    request,
    createdAt: sanitize(order.createdAt),
    priceWithTax: Number.isFinite(order.priceWithTax) ? order.priceWithTax : null,
    shipments: order.shipments.map((shipment) => ({
      ...shipment,
      trackingCode: shipment.trackingCode || null,
      pickUpUniqueId: sanitize(shipment.pickUpUniqueId),
      pickUpDate: sanitize(shipment.pickUpDate),
      dropOffDate: sanitize(shipment.dropOffDate),
      recipient: {
        name: sanitize(shipment.recipient.name),
        phone: sanitize(shipment.recipient.phone),
        addressText: sanitize(shipment.recipient.addressText),
        postalCode: sanitize(shipment.recipient.postalCode),
      },
      parcels: shipment.parcels.map((parcel) => ({
        ...parcel,
        customCode: parcel.customCode || null,
        pickUpCode: parcel.pickUpCode || null,
        sizeCode: sanitize(parcel.sizeCode),
      })),
    })),
    uniqueId: order.uniqueId || null,
  };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
