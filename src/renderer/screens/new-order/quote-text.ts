import type { Quote } from '../../../shared/orders/quote.ts';
import { isOtherAmount } from '../../../shared/values/money.ts';
import { money, text } from '../../text/text.ts';

/** One row of the table of charges, without currency: what is charged, and what it would be without the minimum price. */
export interface PriceLine {
  readonly name: string;
  readonly charged: string;
  readonly withoutMinimum: string;
}

export interface QuotedPrice {
  /** What is charged with tax, with its currency. */
  readonly total: string;
  readonly lines: readonly PriceLine[];
  /** The least the service charges for a pick-up. */
  readonly minimum: string;
  /** Whether the minimum raised the price; null where the answer does not say. */
  readonly minimumApplied: boolean | null;
}

export function quotedPrice(quote: Quote, currency: string | null): QuotedPrice {
  const line = (name: string, charged: number | undefined, actual: number | undefined): PriceLine => ({
    name,
    charged: money(charged, null),
    withoutMinimum: money(actual, null),
  });
  return {
    total: money(quote.price_with_tax, currency),
    lines: [
      line(text('quote.charges.price'), quote.total_price, quote.actual_total_price),
      line(text('quote.charges.tax'), quote.total_tax, quote.actual_total_tax),
      line(text('quote.charges.with-tax'), quote.price_with_tax, quote.actual_price_with_tax),
    ],
    minimum: money(quote.min_price, currency),
    minimumApplied:
      differs(quote.price_with_tax, quote.actual_price_with_tax) ??
      differs(quote.total_price, quote.actual_total_price),
  };
}

function differs(one: number | undefined, other: number | undefined): boolean | null {
  return one === undefined || other === undefined ? null : isOtherAmount(one, other);
}

type PickUp = NonNullable<Quote['pick_ups']>[number];
type DropOff = NonNullable<PickUp['drop_offs']>[number];
type Scheduled = Pick<
  PickUp,
  'scheduled_date' | 'time_slot' | 'time_slot_code' | 'time_slot_datetime_start' | 'time_slot_datetime_end'
>;

const notProvided = (): string => text('value.not-provided');

/** When a pick-up or a drop-off takes place. */
export interface QuotedSlot {
  readonly label: string;
  /** As given, YYYY-MM-DD. */
  readonly date: string;
  /** The slot's own name, else its code. */
  readonly name: string;
  /** The clock time; only where the service's time zone is not the local one. */
  readonly clock: string | null;
  /** The day of its pick-up according to a drop-off, where that is not the pick-up's own. */
  readonly pickUpDate: string | null;
}

/**
 * The slots of all pick-ups and drop-offs.
 * @param localOffset the local offset from UTC at a moment (ISO 8601), as "+04:00".
 */
export function quotedSlots(quote: Quote, localOffset: (iso: string) => string): QuotedSlot[] {
  const slotOf = (label: string, entry: Scheduled, pickUpDate: string | null): QuotedSlot => ({
    label,
    date: entry.scheduled_date ?? text('quote.slots.date-missing'),
    name: entry.time_slot?.name ?? entry.time_slot?.code ?? entry.time_slot_code ?? text('quote.slots.slot-missing'),
    clock: serviceClock(entry, localOffset),
    pickUpDate,
  });
  return (quote.pick_ups ?? []).flatMap((pickUp) => [
    slotOf(text('quote.slots.pick-up'), pickUp, null),
    ...(pickUp.drop_offs ?? []).map((dropOff) =>
      slotOf(text('quote.slots.drop-off'), dropOff, otherPickUpDate(pickUp, dropOff)),
    ),
  ]);
}

function otherPickUpDate(pickUp: PickUp, { pick_up_scheduled_date: date }: DropOff): string | null {
  return date === undefined || date === pickUp.scheduled_date ? null : date;
}

/** "09:00 to 12:00 service time, UTC+04:00": read from the text, so that no time zone can change it. */
function serviceClock(entry: Scheduled, localOffset: (iso: string) => string): string | null {
  const start = clockOf(entry.time_slot_datetime_start);
  const end = clockOf(entry.time_slot_datetime_end);
  if (!start || !end || entry.time_slot_datetime_start === undefined) return null;
  if (start.offset === localOffset(entry.time_slot_datetime_start)) return null;
  return text('quote.slots.clock', { start: start.time, end: end.time, offset: start.offset });
}

const dateTime = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2})[\d:.]*(Z|[+-]\d{2}:?\d{2})$/;

function clockOf(given: string | undefined): { time: string; offset: string } | null {
  const [, time, offset] = dateTime.exec(given ?? '') ?? [];
  if (time === undefined || offset === undefined) return null;
  return { time, offset: offset === 'Z' ? '+00:00' : offset.replace(/^(.\d{2})(\d{2})$/, '$1:$2') };
}

/** This computer's offset from UTC at a moment, as "+04:00". */
export function localOffsetAt(iso: string): string {
  const minutes = -new Date(iso).getTimezoneOffset();
  const whole = Math.abs(minutes);
  const twoDigits = (count: number) => String(count).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(whole / 60))}:${twoDigits(whole % 60)}`;
}

export interface QuotedParcel {
  readonly size: string;
  readonly weight: string;
  readonly price: string;
}

/** Each parcel's size and price, in the order the service gave them. */
export function quotedParcels(quote: Quote, currency: string | null): QuotedParcel[] {
  const parcels = (quote.pick_ups ?? []).flatMap((pickUp) =>
    (pickUp.drop_offs ?? []).flatMap((dropOff) => dropOff.parcels ?? []),
  );
  return parcels.map(({ parcel_size_code: size, values: weight, unit = '', price }) => ({
    size: size ?? text('quote.parcels.size-missing'),
    weight:
      weight === undefined ? notProvided() : text('quote.parcels.weight', { weight: String(weight), unit }).trim(),
    price: money(price, currency),
  }));
}

/** One part of the price, without currency. */
export interface Subtotal {
  readonly name: string;
  readonly amount: string;
}

/** The parts of the price. How they add up is not documented, so nothing is added up here. */
export function subtotals(quote: Quote): Subtotal[] {
  const pickUps = quote.pick_ups ?? [{}];
  const line = (name: string, amount: number | undefined): Subtotal => ({ name, amount: money(amount, null) });
  return pickUps.flatMap((pickUp, index) => {
    const number = pickUps.length > 1 ? index + 1 : null;
    const dropOffs = pickUp.drop_offs ?? [];
    return [
      line(text('quote.subtotals.drop-offs'), pickUp.drop_offs_total_price),
      line(text('quote.subtotals.parcels'), pickUp.parcels_total_price),
      line(text('quote.subtotals.additional'), pickUp.additional_parameters_total_price),
      ...dropOffs.map(({ price }, at) =>
        line(text('quote.subtotals.drop-off', { number: dropOffs.length > 1 ? at + 1 : null }), price),
      ),
      line(text('quote.subtotals.pick-up', { number }), pickUp.price),
      line(text('quote.subtotals.pick-up-total', { number }), pickUp.total_price),
    ];
  });
}

/** How many parcels of one size and shipment type. */
export interface SizeCount {
  /** "Pick-up" or "Drop-off", where their counts differ; else null. */
  readonly shipment: string | null;
  readonly shipmentType: string;
  readonly size: string;
  readonly count: string;
  readonly note: string;
}

/** The sizes the parcels were counted as: once, where pick-up and drop-off agree. */
export function sizeCounts(quote: Quote): SizeCount[] {
  const reported = (quote.pick_ups ?? [])
    .flatMap((pickUp) => [
      { shipment: text('quote.slots.pick-up'), counts: countsOf(pickUp.parcel_summary) },
      ...(pickUp.drop_offs ?? []).map(({ parcel_summary }) => ({
        shipment: text('quote.slots.drop-off'),
        counts: countsOf(parcel_summary),
      })),
    ])
    .filter(({ counts }) => counts.length > 0);
  const [first] = reported;
  if (!first) return [];
  const isSame = reported.every(({ counts }) => JSON.stringify(counts) === JSON.stringify(first.counts));
  if (isSame) return first.counts.map((count) => ({ shipment: null, ...count }));
  return reported.flatMap(({ shipment, counts }) => counts.map((count) => ({ shipment, ...count })));
}

function countsOf(summary: PickUp['parcel_summary']): Omit<SizeCount, 'shipment'>[] {
  return Object.entries(summary ?? {}).flatMap(([shipmentType, sizes]) =>
    Object.entries(sizes ?? {}).map(([size, counted]) => ({
      shipmentType,
      size: counted?.code ?? size,
      count: counted?.count === undefined ? notProvided() : String(counted.count),
      note: counted?.note ?? notProvided(),
    })),
  );
}

/** The payment type: its name, and its code where that differs. */
export function paymentType({ payment_type: payment }: Quote): string {
  const { name, code } = payment ?? {};
  if (name === undefined) return code ?? notProvided();
  return code === undefined || code === name ? name : text('quote.payment.name', { name, code });
}

/** The shipment types of the drop-offs, each once. */
export function shipmentTypes(quote: Quote): string {
  const dropOffs = (quote.pick_ups ?? []).flatMap((pickUp) => pickUp.drop_offs ?? []);
  const types = new Set(dropOffs.map((dropOff) => dropOff.pick_up_shipment_type ?? notProvided()));
  return types.size === 0 ? notProvided() : [...types].join(', ');
}
