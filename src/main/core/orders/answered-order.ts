import { missingFields } from '../../../shared/orders/documented-fields.ts';
import { exactOrderAnswerSchema, type OrderAnswer, orderAnswerSchema } from '../../../shared/orders/order-answer.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Recipient } from '../../../shared/shipments/parcel.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import { type ChosenLabel, chooseLabel } from '../printing/label-choice.ts';

export interface NewParcel {
  customCode: string | null;
  pickUpCode: string | null;
  position: number;
  weightGrams: number | null;
  sizeCode: string | null;
  label: ChosenLabel | null;
  missing: string[];
}

export interface NewShipment {
  /** The drop-off shipment's `unique_id`. */
  trackingCode: string | null;
  /** The drop-off shipment's `id`. */
  dropOffId: number | null;
  pickUpUniqueId: string | null;
  pickUpId: number | null;
  pickUpDate: string | null;
  dropOffDate: string | null;
  recipient: Recipient;
  parcels: NewParcel[];
}

/** An order as the records keep it. `rawAnswer` is the service's answer as it came. */
export interface NewOrder {
  uniqueId: string | null;
  createdAt: string | null;
  source: 'created here' | 'imported';
  request: OrderRequest | null;
  rawAnswer: string;
  priceWithTax: number | null;
  shipments: NewShipment[];
  missing: string[];
}

/**
 * Reads what the records need out of a create's answer, as far as it fits. Parcels are matched to the request by the echoed
 * `custom_code`, never by position; a requested parcel the answer does not name is kept under its code, with what is missing said.
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
    priceWithTax: prices.length > 0 ? prices.reduce((sum, price) => sum + price, 0) : null,
    shipments,
    missing: [...missing],
  };
}

/** An order of which nothing is known but that it exists and what was asked for: its parcels under their custom codes. */
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
    pickUpDate: pickUp?.scheduled_date ?? null,
    dropOffDate: dropOff?.scheduled_date ?? null,
    recipient: readRecipient(shipment, request),
    parcels: parcels.map((parcel, index) => readParcel(parcel, index, shipment, request, parcelTotal)),
  };
}

function readRecipient(shipment: ShipmentAnswer, request: OrderRequest | null): Recipient {
  const echoed = shipment.drop_off_address;
  const asked = request?.drop_offs[0].address;
  return {
    name: echoed?.person_name ?? asked?.person_name ?? null,
    phone: echoed?.person_phone ?? asked?.person_phone ?? null,
    addressText: echoed?.text ?? asked?.text ?? null,
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
  // One parcel asked for and one answered can only be each other, whatever the echo leaves out.
  const onlyOne = requested.length === 1 && parcelTotal === 1 ? requested[0] : undefined;
  const asked = requested.find((entry) => sameCode(entry.custom_code, parcel.custom_code)) ?? onlyOne;
  const label = chooseLabel(parcel, parcelTotal === 1 ? shipment.pick_up_shipment : undefined);
  const missing: string[] = [];
  if (parcel.custom_code === undefined) missing.push('custom_code');
  if (parcel.pick_up_code === undefined) missing.push('pick_up_code');
  if (label === null) missing.push('label');
  return {
    customCode: asked?.custom_code ?? parcel.custom_code ?? null,
    pickUpCode: parcel.pick_up_code ?? null,
    position: index + 1,
    weightGrams: asked?.values ?? null,
    sizeCode: parcel.parcel_size_code ?? null,
    label,
    missing,
  };
}

/** The service may echo a code in another case; codes are unique without it for this comparison within one order. */
function sameCode(asked: string | undefined, echoed: string | undefined): boolean {
  return asked !== undefined && echoed !== undefined && asked.toLowerCase() === echoed.toLowerCase();
}

function addMissingParcels(shipments: NewShipment[], requested: OrderRequest['drop_offs'][0]['parcels']): void {
  const first = shipments[0];
  if (!first) return;
  const named = shipments.flatMap((shipment) => shipment.parcels.map((parcel) => parcel.customCode?.toLowerCase()));
  for (const asked of requested) {
    if (asked.custom_code === undefined || named.includes(asked.custom_code.toLowerCase())) continue;
    first.parcels.push({
      customCode: asked.custom_code,
      pickUpCode: null,
      position: first.parcels.length + 1,
      weightGrams: asked.values,
      sizeCode: null,
      label: null,
      missing: ['parcel', 'pick_up_code', 'label'],
    });
  }
}

/** Most creates looked at; a station sends a few at once. */
const maxAnswers = 50;

/**
 * Ends the creates that were answered when the station died: a 2xx is kept as it came before anyone reads it, so the order that it
 * tells of is not in doubt. Gives how many.
 */
export async function completeStoredAnswers(records: Records, clock: Clock): Promise<number> {
  let completed = 0;
  for (const { commandId, rawBody } of await records.answeredCreates(maxAnswers)) {
    const read = readStoredAnswer(rawBody);
    if (!read) continue;
    const request = await records.createRequest(commandId);
    const order = orderFromAnswer(read.value, read.missing, rawBody, request);
    const code = request?.drop_offs[0].parcels[0]?.custom_code ?? null;
    const at = instant(clock.now());
    const activity = {
      at,
      who: 'station',
      what: 'create answered',
      code,
      outcome: 'created; read after a restart',
    } as const;
    await records.completeCreate(commandId, order, { activity });
    completed += 1;
  }
  return completed;
}

/** The order in an answer's envelope; null where the answer does not say "success" itself. */
export function readStoredAnswer(rawBody: string): { value: OrderAnswer; missing: string[] } | null {
  const envelope = parseJson(rawBody);
  if (!isJsonObject(envelope) || envelope.status !== 'success' || !isJsonObject(envelope.object)) return null;
  const value = orderAnswerSchema.safeParse(envelope.object);
  if (!value.success) return null;
  return { value: value.data, missing: missingFields(exactOrderAnswerSchema, envelope.object) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
