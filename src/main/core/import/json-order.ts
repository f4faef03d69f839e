import { mostListEntries } from '../../../shared/documented-fields.ts';
import { missingFields } from '../../../shared/missing-fields.ts';
import { exactOrderAnswerSchema, orderAnswerSchema } from '../../../shared/order-answer.ts';
import type { OrderRequest } from '../../../shared/order-request.ts';
import { type NewOrder, readOrderFacts } from '../order-facts.ts';
import { type FileFault, type FileOrder, orderFault } from './file-order.ts';
import type { JsonValue } from './json-values.ts';
import { quoted, tidyText } from './tidy-text.ts';

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
    tidied(readOrderFacts(answer, missing, value.text, request), request);
  const order = read(null);
  const fault = orderFault(order, labelOrigin);
  return fault === null ? { place, order, asAskedFor: read } : refused(fault);
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; words: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const said = error instanceof Error ? tidyText(error.message, 120) : '';
    return { ok: false, words: `This is no JSON: ${said}` };
  }
}

/** The order itself, or words why there is none. */
function payloadOf(value: unknown): JsonObject | string {
  if (!isObject(value)) return 'This is no order.';
  if (Object.hasOwn(value, 'shipments')) return value;
  const { status, code, object } = value;
  const saysNo = typeof code === 'number' && (code < 200 || code > 299);
  if ((status !== undefined && status !== 'success') || saysNo) {
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
    for (const part of ['pick_up_shipment', 'drop_off_shipment']) {
      const told = shipment[part];
      if (told === undefined || told === null) continue;
      if (!isObject(told)) return `${path}.${part} is no object.`;
      faults.push(textFault(told, 'unique_id', `${path}.${part}.`), labelsFault(told, `${path}.${part}.`));
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
  if (list.length > mostListEntries) return `${path} has more than ${mostListEntries} entries.`;
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
  if (Array.isArray(list) && list.length > mostListEntries) return `${path}pick_up_label_urls has too many entries.`;
  return textFault(entry, 'label', path);
}

/** Texts for the screen on one line and of a sane length; codes and addresses stay as they are. */
function tidied(order: NewOrder, request: OrderRequest | null): NewOrder {
  const tidy = (text: string | null): string | null => (text === null ? null : tidyText(text, 500) || null);
  return {
    ...order,
    source: 'imported',
    request,
    createdAt: tidy(order.createdAt),
    priceWithTax: Number.isFinite(order.priceWithTax) ? order.priceWithTax : null,
    shipments: order.shipments.map((shipment) => ({
      ...shipment,
      trackingCode: shipment.trackingCode || null,
      pickUpUniqueId: tidy(shipment.pickUpUniqueId),
      pickUpDate: tidy(shipment.pickUpDate),
      dropOffDate: tidy(shipment.dropOffDate),
      recipient: {
        name: tidy(shipment.recipient.name),
        phone: tidy(shipment.recipient.phone),
        addressText: tidy(shipment.recipient.addressText),
        postalCode: tidy(shipment.recipient.postalCode),
      },
      parcels: shipment.parcels.map((parcel) => ({
        ...parcel,
        customCode: parcel.customCode || null,
        pickUpCode: parcel.pickUpCode || null,
        sizeCode: tidy(parcel.sizeCode),
      })),
    })),
    uniqueId: order.uniqueId || null,
  };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
