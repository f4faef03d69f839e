import { message } from '../../../shared/messages/message.ts';
import { type OrderAnswer, readOrderAnswer, slotOffset } from '../../../shared/orders/order-answer.ts';
import { customCodesOf, type OrderRequest, type RequestParcel } from '../../../shared/orders/order-request.ts';
import type { Recipient } from '../../../shared/shipments/parcel.ts';
import { sumOf } from '../../../shared/values/money.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import type {
  NewOrder,
  NewParcel,
  NewShipment,
  OrderRecords,
  UnassignedLabelOfAnswer,
} from '../ports/order-records.ts';
import { chooseLabel } from '../printing/label-choice.ts';

/**
 * Reads what is stored from a create's answer, as far as it fits. Parcels are matched to the request by the echoed `custom_code`,
 * never by position; a requested parcel that the answer does not name is stored under its code, with its missing fields named. An entry
 * that is one of the requested parcels without saying which is no parcel of its own: its label waits for its assignment.
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
  const owners = matchEntries(
    requested.map(({ custom_code }) => custom_code),
    answered.flatMap(({ parcels }) => parcels?.map(({ custom_code }) => custom_code) ?? []),
  );
  const shipments = (answered.length > 0 ? answered : [{}]).map((shipment) =>
    readShipment(shipment, request, parcelTotal, owners.splice(0, shipment.parcels?.length ?? 0)),
  );
  addMissingParcels(shipments, requested);
  const uniqueId = given(answer.unique_id);
  const prices = answered.map((shipment) => shipment.price_with_tax).filter((price) => price !== undefined);
  return {
    uniqueId,
    createdAt: answer.created_at ?? null,
    source: 'created here',
    request,
    rawAnswer,
    priceWithTax: prices.length > 0 ? sumOf(prices) : null,
    shipments,
    missing: uniqueId === null && !missing.includes('unique_id') ? ['unique_id', ...missing] : [...missing],
  };
}

/** An order of which only its existence and its request are known: its parcels under their custom codes. */
export const orderFromRequest = (request: OrderRequest): NewOrder =>
  orderFromAnswer({}, ['unique_id', 'shipments'], '', request);

/** An identifier; null where it is absent or blank: two orders with a blank one have nothing in common. */
const given = (identifier: string | undefined): string | null => (identifier?.trim() ? identifier : null);

type ShipmentAnswer = NonNullable<OrderAnswer['shipments']>[number];
type ParcelAnswer = NonNullable<ShipmentAnswer['parcels']>[number];

/** @param owners whose parcel each of its entries is */
function readShipment(
  shipment: ShipmentAnswer,
  request: OrderRequest | null,
  parcelTotal: number,
  owners: readonly EntryOwner[],
): NewShipment {
  const pickUp = shipment.pick_up_shipment;
  const dropOff = shipment.drop_off_shipment;
  const entries = (shipment.parcels ?? []).map((parcel, index) => ({ parcel, index, owner: owners[index] }));
  return {
    trackingCode: given(dropOff?.unique_id),
    dropOffId: dropOff?.id ?? null,
    pickUpUniqueId: given(pickUp?.unique_id),
    pickUpId: pickUp?.id ?? null,
    shipmentOrderId: shipment.shipment_order_id ?? null,
    shipmentOrderUniqueId: given(shipment.shipment_order_unique_id),
    pickUpDate: pickUp?.scheduled_date ?? null,
    dropOffDate: dropOff?.scheduled_date ?? null,
    utcOffset: slotOffset(shipment),
    recipient: readRecipient(shipment, request),
    parcels: entries
      .filter(({ owner }) => owner?.kind !== 'not known')
      .map(({ parcel, index, owner }) => {
        const requested = owner?.kind === 'requested' ? request?.drop_offs[0].parcels[owner.index] : undefined;
        return readParcel(parcel, index, requested, parcelTotal === 1 ? shipment.pick_up_shipment : undefined);
      }),
    unassignedLabels: entries.flatMap(({ parcel, owner }) =>
      owner?.kind === 'not known' ? readUnassignedLabel(parcel) : [],
    ),
  };
}

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
  requested: RequestParcel | undefined,
  onlyParcelsPickUp: ShipmentAnswer['pick_up_shipment'],
): NewParcel {
  const label = chooseLabel(parcel, onlyParcelsPickUp);
  const echoedCode = given(parcel.custom_code);
  const pickUpCode = given(parcel.pick_up_code);
  const missing: string[] = [];
  if (echoedCode === null) missing.push('custom_code');
  if (pickUpCode === null) missing.push('pick_up_code');
  if (label === null) missing.push('label');
  return {
    customCode: requested?.custom_code ?? echoedCode,
    pickUpCode,
    position: index + 1,
    weightGrams: requested?.values ?? null,
    sizeCode: parcel.parcel_size_code ?? null,
    label,
    missing,
  };
}

/** Without a label's address there is nothing to look at, and nothing to assign. */
function readUnassignedLabel(parcel: ParcelAnswer): UnassignedLabelOfAnswer[] {
  const label = chooseLabel(parcel, undefined);
  if (label === null) return [];
  return [{ pickUpCode: given(parcel.pick_up_code), sizeCode: parcel.parcel_size_code ?? null, label }];
}

/** Adds the requested parcels that no entry of the answer names. */
function addMissingParcels(shipments: NewShipment[], requested: readonly RequestParcel[]): void {
  const first = shipments[0];
  if (!first) return;
  const isAnswered = shipments.some(({ unassignedLabels = [] }) => unassignedLabels.length > 0);
  const named = shipments.flatMap((shipment) => shipment.parcels.map((parcel) => parcel.customCode));
  for (const { custom_code, values } of requested) {
    if (custom_code === undefined || named.includes(custom_code)) continue;
    first.parcels.push({
      customCode: custom_code,
      pickUpCode: null,
      position: freePosition(first.parcels),
      weightGrams: values,
      sizeCode: null,
      label: null,
      missing: [isAnswered ? 'custom_code' : 'parcel', 'pick_up_code', 'label'],
    });
  }
}

function freePosition(parcels: readonly NewParcel[]): number {
  const taken = parcels.map(({ position }) => position);
  let position = 1;
  while (taken.includes(position)) position += 1;
  return position;
}

/** Most creates examined; a station sends a few at once. */
const maxAnswers = 50;

/**
 * Completes the creates that were answered when the station stopped: a 2xx is stored before it is read, so its order is not
 * uncertain. Returns how many.
 */
export async function completeStoredAnswers(records: CommandRecords & OrderRecords, clock: Clock): Promise<number> {
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

/** Whose parcel an entry of an order's answer is. */
export type EntryOwner =
  /** The requested parcel at that index. */
  | { readonly kind: 'requested'; readonly index: number }
  /** One of the requested parcels, but the answer does not say which. */
  | { readonly kind: 'not known' }
  /** A parcel that was not requested. */
  | { readonly kind: 'its own' };

/**
 * Which requested parcel each entry of an answer is, by the codes alone; never by position. Where every other entry names another
 * parcel, the single entry that is left is the single requested parcel that is left: nothing else is possible. Two entries that name
 * the same parcel contradict each other, and neither is believed.
 * @param requested the custom codes of the request
 * @param echoed the custom codes of the answer
 */
export function matchEntries(
  requested: readonly (string | undefined)[],
  echoed: readonly (string | undefined)[],
): EntryOwner[] {
  const named = echoed.map((code) => namedParcel(requested, code));
  if (requested.length === 1 && echoed.length === 1) {
    // A code that is not ours contradicts the place in the answer: the label itself, or an operator, decides.
    const isContradicted = named[0] === 'other' && requested[0] !== undefined;
    return [isContradicted ? { kind: 'not known' } : { kind: 'requested', index: 0 }];
  }
  const timesNamed = (index: number): number => named.filter((other) => other === index).length;
  const isOpen = named.map((name) => name === 'not known' || (name !== 'other' && timesNamed(name) > 1));
  const free = requested.flatMap((code, index) => (timesNamed(index) === 1 ? [] : [{ code, index }]));
  const [only] = free;
  const isForced =
    free.length === 1 && echoed.length === requested.length && isOpen.filter((open) => open).length === 1;
  return named.map((name, at): EntryOwner => {
    if (typeof name === 'number' && !isOpen[at]) return { kind: 'requested', index: name };
    if (isOpen[at] && isForced && only) return { kind: 'requested', index: only.index };
    // A code that is not ours may stand for a requested parcel that no entry names: its label must not print before that is known.
    return free.some(({ code }) => code !== undefined) ? { kind: 'not known' } : { kind: 'its own' };
  });
}

/** The parcel that an echoed code names: as written, else the only one that differs in case. `other`: none of the requested ones. */
function namedParcel(
  requested: readonly (string | undefined)[],
  given: string | undefined,
): number | 'not known' | 'other' {
  const code = given?.trim() ?? '';
  if (code === '') return 'not known';
  const exact = requested.indexOf(code);
  if (exact >= 0) return exact;
  const near = requested.flatMap((other, index) => (other?.toLowerCase() === code.toLowerCase() ? [index] : []));
  const [only] = near;
  if (only === undefined) return 'other';
  return near.length === 1 ? only : 'not known';
}
