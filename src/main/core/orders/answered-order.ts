import { message } from '../../../shared/messages/message.ts';
import { type OrderAnswer, readOrderAnswer } from '../../../shared/orders/order-answer.ts';
import { customCodesOf, type OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Recipient } from '../../../shared/shipments/parcel.ts';
import { readOffsetDateTime } from '../../../shared/values/date-time.ts';
import { sumOf } from '../../../shared/values/money.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { NewOrder, NewParcel, NewShipment } from '../ports/order-records.ts';
import type { Records } from '../ports/records.ts';
import { chooseLabel } from '../printing/label-choice.ts';

/**
 * Reads what is stored from a create's answer, as far as it fits. Parcels are matched to the request by the echoed `custom_code`,
 * never by position; a requested parcel that the answer does not name is stored under its code, with its missing fields named.
 */
export function orderFromAnswer(
  answer: OrderAnswer,
  missing: readonly string[],
  rawAnswer: string,
  request: OrderRequest | null,
): NewOrder {
  const answered = answer.shipments ?? [];
  const requested = request?.drop_offs[0].parcels ?? [];
  const parcelTotal = Math.max(
    requested.length,
    answered.reduce((sum, shipment) => sum + (shipment.parcels?.length ?? 0), 0),
  );
  const shipments = (answered.length > 0 ? answered : [{}]).map((shipment) =>
    readShipment(shipment, request, parcelTotal),
  );
  addMissingParcels(shipments, requested);
  const prices = answered.map((shipment) => shipment.price_with_tax).filter((price) => price !== undefined);
  return {
    uniqueId: answer.unique_id ?? null,
    createdAt: answer.created_at ?? null,
    source: 'created here',
    request,
    rawAnswer,
    priceWithTax: prices.length > 0 ? sumOf(prices) : null,
    shipments,
    missing: [...missing],
  };
}

/** An order of which only its existence and its request are known: its parcels under their custom codes. */
export const orderFromRequest = (request: OrderRequest): NewOrder =>
  orderFromAnswer({}, ['unique_id', 'shipments'], '', request);

type ShipmentAnswer = NonNullable<OrderAnswer['shipments']>[number];
type ParcelAnswer = NonNullable<ShipmentAnswer['parcels']>[number];

function readShipment(shipment: ShipmentAnswer, request: OrderRequest | null, parcelTotal: number): NewShipment {
  const pickUp = shipment.pick_up_shipment;
  const dropOff = shipment.drop_off_shipment;
  const parcels = shipment.parcels ?? [];
  return {
    trackingCode: dropOff?.unique_id ?? null,
    dropOffId: dropOff?.id ?? null,
    pickUpUniqueId: pickUp?.unique_id ?? null,
    pickUpId: pickUp?.id ?? null,
    shipmentOrderId: shipment.shipment_order_id ?? null,
    shipmentOrderUniqueId: shipment.shipment_order_unique_id ?? null,
    pickUpDate: pickUp?.scheduled_date ?? null,
    dropOffDate: dropOff?.scheduled_date ?? null,
    utcOffset: offsetOf(dropOff?.time_slot_datetime_start) ?? offsetOf(dropOff?.time_slot_datetime_end),
    recipient: readRecipient(shipment, request),
    parcels: parcels.map((parcel, index) => readParcel(parcel, index, shipment, request, parcelTotal)),
  };
}

const offsetOf = (dateTime: string | null = null): number | null =>
  readOffsetDateTime(dateTime ?? '')?.offsetMinutes ?? null;

function readRecipient(shipment: ShipmentAnswer, request: OrderRequest | null): Recipient {
  const echoed = shipment.drop_off_address;
  const requested = request?.drop_offs[0].address;
  return {
    name: echoed?.person_name ?? requested?.person_name ?? null,
    phone: echoed?.person_phone ?? requested?.person_phone ?? null,
    addressText: echoed?.text ?? requested?.text ?? null,
    postalCode: echoed?.postal_code ?? null,
  };
}

function readParcel(
  parcel: ParcelAnswer,
  index: number,
  shipment: ShipmentAnswer,
  request: OrderRequest | null,
  parcelTotal: number,
): NewParcel {
  const requested = request?.drop_offs[0].parcels ?? [];
  // One parcel requested and one answered must be the same, whatever the echo leaves out.
  const onlyOne = requested.length === 1 && parcelTotal === 1 ? requested[0] : undefined;
  const match = requested.find((entry) => sameCode(entry.custom_code, parcel.custom_code)) ?? onlyOne;
  const label = chooseLabel(parcel, parcelTotal === 1 ? shipment.pick_up_shipment : undefined);
  const missing: string[] = [];
  if (parcel.custom_code === undefined) missing.push('custom_code');
  if (parcel.pick_up_code === undefined) missing.push('pick_up_code');
  if (label === null) missing.push('label');
  return {
    customCode: match?.custom_code ?? parcel.custom_code ?? null,
    pickUpCode: parcel.pick_up_code ?? null,
    position: index + 1,
    weightGrams: match?.values ?? null,
    sizeCode: parcel.parcel_size_code ?? null,
    label,
    missing,
  };
}

/** The service may echo a code in another case; within one order, codes are unique without case. */
function sameCode(requested: string | undefined, echoed: string | undefined): boolean {
  return requested !== undefined && echoed !== undefined && requested.toLowerCase() === echoed.toLowerCase();
}

function addMissingParcels(shipments: NewShipment[], requested: OrderRequest['drop_offs'][0]['parcels']): void {
  const first = shipments[0];
  if (!first) return;
  const named = shipments.flatMap((shipment) => shipment.parcels.map((parcel) => parcel.customCode?.toLowerCase()));
  for (const { custom_code, values } of requested) {
    if (custom_code === undefined || named.includes(custom_code.toLowerCase())) continue;
    first.parcels.push({
      customCode: custom_code,
      pickUpCode: null,
      position: first.parcels.length + 1,
      weightGrams: values,
      sizeCode: null,
      label: null,
      missing: ['parcel', 'pick_up_code', 'label'],
    });
  }
}

/** Most creates examined; a station sends a few at once. */
const maxAnswers = 50;

/**
 * Completes the creates that were answered when the station stopped: a 2xx is stored before it is read, so its order is not
 * uncertain. Returns how many.
 */
export async function completeStoredAnswers(records: Records, clock: Clock): Promise<number> {
  let completed = 0;
  for (const { commandId, rawBody } of await records.answeredCreates(maxAnswers)) {
    const request = await records.createRequest(commandId);
    const read = readOrderAnswer(rawBody, request === null ? [] : customCodesOf(request));
    if (read.kind !== 'order') continue;
    const order = orderFromAnswer(read.value, read.missing, rawBody, request);
    const code = request?.drop_offs[0].parcels[0]?.custom_code ?? null;
    const at = instant(clock.now());
    const activity = {
      at,
      who: 'station',
      what: 'order-answer',
      code,
      outcome: message('journal.order-created-before-restart'),
    } as const;
    await records.completeCreate(commandId, order, { activity });
    completed += 1;
  }
  return completed;
}
