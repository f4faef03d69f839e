import { type Message, message } from '../../../shared/messages/message.ts';
import { maxListEntries } from '../../../shared/orders/documented-fields.ts';
import { readOrderFields } from '../../../shared/orders/order-answer.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import { readResponseEnvelope } from '../../../shared/orders/response-envelope.ts';
import { isJsonObject, type JsonObject, listEntries, textOfNumber } from '../../../shared/values/json.ts';
import { orderFromAnswer } from '../orders/answered-order.ts';
import type { NewOrder } from '../ports/order-records.ts';
import { type FileFault, type FileOrder, orderFault } from './file-orders.ts';
import { sanitizeText, shortText } from './file-text.ts';
import type { JsonValue } from './json-values.ts';

/**
 * Reads one order-creation response, with or without its envelope. Whatever identifies parcels must be as the interface document shows
 * it; everything else is read as far as it fits, as in the answer to an order created here.
 */
export function jsonOrder(value: JsonValue, place: Message, labelOrigin: string): FileOrder | FileFault {
  const rejected = (fault: Message): FileFault => ({ place, message: fault });
  const parsed = parse(value.text);
  if (!parsed.ok) return rejected(parsed.fault);
  const payload = payloadOf(parsed.value, value.text);
  if (isFault(payload)) return rejected(payload.fault);
  const shape = shapeFault(payload);
  if (shape !== null) return rejected(shape);

  const { value: answer, missing } = readOrderFields(payload);
  const read = (request: OrderRequest | null): NewOrder =>
    sanitized(orderFromAnswer(answer, missing, value.text, request), request);
  const order = read(null);
  const fault = orderFault(order, labelOrigin);
  return fault === null ? { place, order, withRequest: read } : rejected(fault);
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; fault: Message } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const detail = error instanceof Error ? sanitizeText(error.message, 120) : '';
    return { ok: false, fault: message('json.invalid', { detail }) };
  }
}

/** Why a value is not what it should be. */
class Fault {
  readonly fault: Message;
  constructor(fault: Message) {
    this.fault = fault;
  }
}

const isFault = (value: unknown): value is Fault => value instanceof Fault;

/** The order itself, or why there is none. */
function payloadOf(value: unknown, text: string): JsonObject | Fault {
  if (!isJsonObject(value)) return new Fault(message('import.not-an-order'));
  if (Object.hasOwn(value, 'shipments')) return value;
  const envelope = readResponseEnvelope(text);
  if (envelope.kind === 'not success') {
    return new Fault(message('import.no-order-created', { status: shortText(String(value.status ?? value.code)) }));
  }
  if (envelope.kind === 'unreadable' || !Object.hasOwn(envelope.object, 'shipments')) {
    return new Fault(message('import.no-shipments'));
  }
  return envelope.object;
}

/** Checks what must be as the document shows it: the lists, and every code and address. */
function shapeFault(order: JsonObject): Message | null {
  const shipments = entriesOf(order.shipments, 'shipments');
  if (isFault(shipments)) return shipments.fault;
  const faults = [textFault(order, 'unique_id', '')];
  for (const [index, shipment] of shipments.entries()) {
    const path = `shipments[${index}]`;
    const parcels = entriesOf(shipment.parcels, `${path}.parcels`);
    if (isFault(parcels)) return parcels.fault;
    for (const name of ['pick_up_shipment', 'drop_off_shipment']) {
      const part = shipment[name];
      if (part === undefined || part === null) continue;
      if (!isJsonObject(part)) return message('import.not-an-object', { path: `${path}.${name}` });
      faults.push(textFault(part, 'unique_id', `${path}.${name}.`), labelsFault(part, `${path}.${name}.`));
    }
    for (const [number, parcel] of parcels.entries()) {
      const own = `${path}.parcels[${number}].`;
      faults.push(textFault(parcel, 'custom_code', own), textFault(parcel, 'pick_up_code', own));
      faults.push(labelsFault(parcel, own));
    }
  }
  return faults.find((fault) => fault !== null) ?? null;
}

function entriesOf(value: unknown, path: string): JsonObject[] | Fault {
  const list = listEntries(value);
  if (list === undefined || (list.length === 0 && !Array.isArray(value))) {
    return new Fault(message('import.not-a-list', { path }));
  }
  if (list.length === 0) return new Fault(message('import.list-empty', { path }));
  if (list.length > maxListEntries) return new Fault(message('import.list-too-long', { path, limit: maxListEntries }));
  const odd = list.findIndex((entry) => !isJsonObject(entry));
  return odd < 0 ? list.filter(isJsonObject) : new Fault(message('import.not-an-object', { path: `${path}[${odd}]` }));
}

/** A code that came as a number may have lost digits: spreadsheets keep 15 of them. */
function textFault(entry: JsonObject, field: string, path: string): Message | null {
  const value = entry[field];
  if (value === undefined || value === null || typeof value === 'string') return null;
  if (typeof value === 'number' && Math.abs(value) < 1e15 && textOfNumber(value) !== undefined) return null;
  return message('import.not-text', { path: path + field, type: Array.isArray(value) ? 'array' : typeof value });
}

function labelsFault(entry: JsonObject, path: string): Message | null {
  if ((listEntries(entry.pick_up_label_urls)?.length ?? 0) > maxListEntries) {
    return message('import.list-too-long', { path: `${path}pick_up_label_urls`, limit: maxListEntries });
  }
  return textFault(entry, 'label', path);
}

/** Texts for the screen get one line and a limited length; codes and addresses stay as they are. */
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
      shipmentOrderUniqueId: sanitize(shipment.shipmentOrderUniqueId),
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
