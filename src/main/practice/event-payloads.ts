import { assertNever } from '../../shared/contract/failure.ts';
import type { PracticeBehaviour } from '../../shared/settings/practice-behaviour.ts';
import type { ShipmentState } from '../../shared/shipments/shipment-state.ts';
import { shipmentEventNames } from '../../shared/shipments/status-rules.ts';
import { sizeOf } from './pricing.ts';
import { dropOffOf } from './request-schemas.ts';
import { shapedEventName } from './response-shapes.ts';
import { dateTime, dateTimeWithoutOffset, dropOffSlot, pickUpSlot } from './schedule.ts';
import type { StoredOrder, StoredParcel } from './stored-order.ts';

/** An event of an order; its payload is created when it is sent. */
export type PracticeEvent =
  | { kind: 'parcel created'; order: StoredOrder; parcel: StoredParcel }
  /** `parcel`: the parcel concerned; null for the whole shipment. */
  | { kind: 'shipment'; order: StoredOrder; state: ShipmentState; at: number; parcel: StoredParcel | null }
  /** The state of a shipment that no order has. */
  | { kind: 'unknown shipment'; at: number };

/** The body of a webhook delivery (interface document, Events). */
export interface WebhookEvent {
  event: string;
  data: unknown;
}

type Data = Record<string, unknown>;

/** The payload of an event in the configured form. */
export function webhookPayload(event: PracticeEvent, behaviour: PracticeBehaviour): WebhookEvent {
  const { name, data } = documentedPayload(event, behaviour);
  return { event: shapedEventName(name, behaviour), data: formOf(data, behaviour.eventData) };
}

function documentedPayload(event: PracticeEvent, behaviour: PracticeBehaviour): { name: string; data: Data } {
  switch (event.kind) {
    case 'parcel created':
      return { name: 'same.parcel.created', data: parcelData(event.order, event.parcel, behaviour) };
    case 'shipment': {
      const { order, state, at, parcel } = event;
      const data = {
        ...(parcel === null ? shipmentIdentifiers(order, behaviour) : parcelIdentifiers(order, parcel, behaviour)),
        status: state,
        ...triggerTime(at, behaviour),
        scheduled_date: order.dropOffDate,
      };
      return { name: shipmentEventNames[state], data };
    }
    case 'unknown shipment': {
      const trackingCode = `TEST${event.at}`;
      const codes = { unique_id: trackingCode, tracking_code: trackingCode };
      return {
        name: shipmentEventNames.scheduled,
        data: { ...codes, status: 'scheduled', ...triggerTime(event.at, behaviour) },
      };
    }
    default:
      return assertNever(event);
  }
}

/** All fields of the only parcel event in the document. */
function parcelData(order: StoredOrder, parcel: StoredParcel, behaviour: PracticeBehaviour): Data {
  const { address } = dropOffOf(order.request);
  const size = sizeOf(parcel.weightGrams);
  return {
    parcel_size: size.name,
    parcel_code: size.code,
    pickup_code: parcel.pickUpCode,
    ...triggerTime(order.lastEventAt, behaviour),
    custom_code: parcel.customCode,
    tracking_code: order.trackingCode,
    request_date: dateTime(order.createdAt),
    pick_up: {
      date: order.pickUpDate,
      picked_at: null,
      time_slot: pickUpSlot.name,
      address: order.request.pick_up_address.text,
    },
    drop_off: {
      date: order.dropOffDate,
      dropped_at: null,
      time_slot: dropOffSlot.name,
      receiver_name: address.person_name ?? null,
      receiver_phone: address.person_phone ?? null,
      receiver_address: address.text,
      proof_of_delivery: [],
    },
    extra_data: { need_signature: false },
  };
}

/** The identifiers of a shipment event. The document does not show them, so they are configurable. */
function shipmentIdentifiers(order: StoredOrder, { eventIdentifiers }: PracticeBehaviour): Data {
  const first = order.parcels.find(({ deletedAt }) => deletedAt === null) ?? order.parcels[0];
  switch (eventIdentifiers) {
    case 'all':
      return {
        unique_id: order.trackingCode,
        id: order.dropOffId,
        tracking_code: order.trackingCode,
        order_unique_id: order.uniqueId,
        custom_codes: order.parcels.flatMap((parcel) => parcel.customCode ?? []),
        pickup_codes: order.parcels.map((parcel) => parcel.pickUpCode),
      };
    case 'tracking-code':
      return { tracking_code: order.trackingCode };
    case 'drop-off-shipment':
      return { drop_off_shipment: { unique_id: order.trackingCode, id: order.dropOffId } };
    case 'drop-off-shipment-id':
      return { drop_off_shipment_id: String(order.dropOffId) };
    case 'pick-up-shipment':
      return { pick_up_shipment: { unique_id: order.pickUpUniqueId, id: order.pickUpId } };
    case 'shipment-order-id':
      return { shipment_order_id: order.shipmentOrderId };
    case 'shipment-order-unique-id':
      return { shipment_order_unique_id: order.shipmentOrderUniqueId };
    case 'order-unique-id':
      return { order: { unique_id: order.uniqueId } };
    case 'custom-code':
      return { custom_code: first?.customCode ?? null };
    case 'pick-up-code':
      return { pick_up_code: first?.pickUpCode ?? null };
    default:
      return assertNever(eventIdentifiers);
  }
}

function parcelIdentifiers(order: StoredOrder, parcel: StoredParcel, { deletedEvent }: PracticeBehaviour): Data {
  const code =
    deletedEvent === 'each-pick-up-code' ? { pick_up_code: parcel.pickUpCode } : { custom_code: parcel.customCode };
  return { ...code, tracking_code: order.trackingCode };
}

function triggerTime(at: number, { eventTime }: PracticeBehaviour): Data {
  switch (eventTime) {
    case 'with-offset':
      return { trigger_datetime: dateTime(at) };
    case 'without-offset':
      return { trigger_datetime: dateTimeWithoutOffset(at) };
    case 'epoch-seconds':
      return { trigger_datetime: Math.floor(at / 1000) };
    case 'epoch-milliseconds':
      return { trigger_datetime: at };
    case 'none':
      return {};
    default:
      return assertNever(eventTime);
  }
}

function formOf(data: Data, form: PracticeBehaviour['eventData']): unknown {
  switch (form) {
    case 'object':
      return data;
    case 'list-of-one':
      return [data];
    case 'json-text':
      return JSON.stringify(data);
    default:
      return assertNever(form);
  }
}
