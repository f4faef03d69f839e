import type { Quote } from '../../../../shared/orders/quote.ts';
import { isOtherAmount, money, notProvided } from '../../../../shared/values/money.ts';

/** One row of the price table, in bare figures: what is charged, and what it would be without the minimum-price rule. */
export interface PriceLine {
  readonly name: 'Price' | 'Tax' | 'With tax';
  readonly charged: string;
  readonly withoutMinimum: string;
}

export interface PriceWords {
  /** What is charged with tax, with its currency. */
  readonly total: string;
  readonly lines: readonly PriceLine[];
  /** The least the service charges for a pick-up. */
  readonly minimum: string;
  /** Whether the minimum-price rule raised the price; null where the answer does not tell. */
  readonly minimumApplied: boolean | null;
}

export interface SlotWords {
  readonly what: 'Pick-up' | 'Drop-off';
  /** As given, YYYY-MM-DD. */
  readonly date: string;
  /** The slot's own name; its code, or what else is told, where it has none. */
  readonly name: string;
  /** Said only where the service's clock is not the desk's. */
  readonly clock: string | null;
  /** The day of its pick-up as a drop-off tells it, where that is not the pick-up's own. */
  readonly pickUpDate: string | null;
}

export interface ParcelPriceWords {
  readonly size: string;
  readonly weight: string;
  readonly price: string;
}

export function priceWords(quote: Quote, currency: string | null): PriceWords {
  const line = (name: PriceLine['name'], charged: number | undefined, actual: number | undefined): PriceLine => ({
    name,
    charged: money(charged, null),
    withoutMinimum: money(actual, null),
  });
  return {
    total: money(quote.price_with_tax, currency),
    lines: [
      line('Price', quote.total_price, quote.actual_total_price),
      line('Tax', quote.total_tax, quote.actual_total_tax),
      line('With tax', quote.price_with_tax, quote.actual_price_with_tax),
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
type Scheduled = Pick<
  PickUp,
  'scheduled_date' | 'time_slot' | 'time_slot_code' | 'time_slot_datetime_start' | 'time_slot_datetime_end'
>;

/**
 * When the service comes and when it delivers, in its own words.
 * @param deskOffset the desk's offset from UTC at a moment (ISO 8601), as "+04:00".
 */
export function slotWords(quote: Quote, localOffset: (iso: string) => string): SlotWords[] {
  const slotOf = (what: SlotWords['what'], entry: Scheduled, pickUpDate: string | null): SlotWords => ({
    what,
    date: entry.scheduled_date ?? `date ${notProvided}`,
    name: entry.time_slot?.name ?? entry.time_slot?.code ?? entry.time_slot_code ?? `time slot ${notProvided}`,
    clock: clockWords(entry, localOffset),
    pickUpDate,
  });
  return (quote.pick_ups ?? []).flatMap((pickUp) => [
    slotOf('Pick-up', pickUp, null),
    ...(pickUp.drop_offs ?? []).map((dropOff) => slotOf('Drop-off', dropOff, otherPickUpDate(pickUp, dropOff))),
  ]);
}

type DropOff = NonNullable<PickUp['drop_offs']>[number];

function otherPickUpDate(pickUp: PickUp, { pick_up_scheduled_date: date }: DropOff): string | null {
  return date === undefined || date === pickUp.scheduled_date ? null : date;
}

/** "09:00 to 12:00 by the service's clock, UTC+04:00": read from the text, so that no time zone can move it. */
function clockWords(entry: Scheduled, localOffset: (iso: string) => string): string | null {
  const start = clockOf(entry.time_slot_datetime_start);
  const end = clockOf(entry.time_slot_datetime_end);
  if (!start || !end || entry.time_slot_datetime_start === undefined) return null;
  if (start.offset === localOffset(entry.time_slot_datetime_start)) return null;
  return `${start.time} to ${end.time} by the service’s clock, UTC${start.offset}`;
}

const dateTime = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2})[\d:.]*(Z|[+-]\d{2}:?\d{2})$/;

function clockOf(text: string | undefined): { time: string; offset: string } | null {
  const [, time, offset] = dateTime.exec(text ?? '') ?? [];
  if (time === undefined || offset === undefined) return null;
  return { time, offset: offset === 'Z' ? '+00:00' : offset.replace(/^(.\d{2})(\d{2})$/, '$1:$2') };
}

/** This computer's offset from UTC at a moment, as "+04:00". */
export function localOffsetAt(iso: string): string {
  const minutes = -new Date(iso).getTimezoneOffset();
  const whole = Math.abs(minutes);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

/** Each parcel's size and price, in the order the service gave them. */
export function parcelPriceWords(quote: Quote, currency: string | null): ParcelPriceWords[] {
  const parcels = (quote.pick_ups ?? []).flatMap((pickUp) =>
    (pickUp.drop_offs ?? []).flatMap((dropOff) => dropOff.parcels ?? []),
  );
  return parcels.map((parcel) => ({
    size: parcel.parcel_size_code ?? `size ${notProvided}`,
    weight: parcel.values === undefined ? notProvided : `${parcel.values} ${parcel.unit ?? ''}`.trim(),
    price: money(parcel.price, currency),
  }));
}

/** One figure of how the price came about, under the service's own name for it. */
export interface SubTotal {
  readonly name: string;
  readonly amount: string;
}

/** How many parcels of one size and shipment type. */
export interface SummaryLine {
  /** Whose summary it is, where the answer's summaries differ; else null. */
  readonly of: string | null;
  readonly shipmentType: string;
  readonly size: string;
  readonly count: string;
  readonly note: string;
}

type Summary = PickUp['parcel_summary'];

/** The parts of the price, in bare figures. How they add up is not documented, so nothing is added up here. */
export function subTotals(quote: Quote): SubTotal[] {
  const pickUps = quote.pick_ups ?? [{}];
  const line = (name: string, amount: number | undefined): SubTotal => ({ name, amount: money(amount, null) });
  return pickUps.flatMap((pickUp, index) => {
    const own = pickUps.length > 1 ? `Pick-up ${index + 1}` : 'Pick-up';
    const dropOffs = pickUp.drop_offs ?? [];
    return [
      line('Drop-offs in total', pickUp.drop_offs_total_price),
      line('Parcels in total', pickUp.parcels_total_price),
      line('Additional parameters in total', pickUp.additional_parameters_total_price),
      ...dropOffs.map(({ price }, at) => line(dropOffs.length > 1 ? `Drop-off ${at + 1}` : 'Drop-off', price)),
      line(own, pickUp.price),
      line(`${own} in total`, pickUp.total_price),
    ];
  });
}

/** What the parcels were counted as: once, where pick-up and drop-off tell the same. */
export function parcelSummaryLines(quote: Quote): SummaryLine[] {
  const reported = (quote.pick_ups ?? [])
    .flatMap((pickUp) => [
      { of: 'Pick-up', summary: pickUp.parcel_summary },
      ...(pickUp.drop_offs ?? []).map(({ parcel_summary }) => ({ of: 'Drop-off', summary: parcel_summary })),
    ])
    .map(({ of, summary }) => ({ of, lines: linesOf(summary) }))
    .filter(({ lines }) => lines.length > 0);
  const [first] = reported;
  if (!first) return [];
  const isOne = reported.every(({ lines }) => JSON.stringify(lines) === JSON.stringify(first.lines));
  if (isOne) return first.lines.map((line) => ({ of: null, ...line }));
  return reported.flatMap(({ of, lines }) => lines.map((line) => ({ of, ...line })));
}

function linesOf(summary: Summary): Omit<SummaryLine, 'of'>[] {
  return Object.entries(summary ?? {}).flatMap(([shipmentType, sizes]) =>
    Object.entries(sizes ?? {}).map(([size, counted]) => ({
      shipmentType,
      size: counted?.code ?? size,
      count: counted?.count === undefined ? notProvided : String(counted.count),
      note: counted?.note ?? notProvided,
    })),
  );
}

/** How it is paid, as the service calls it: its name, and its code where that is another word. */
export function paymentWords({ payment_type: payment }: Quote): string {
  const { name, code } = payment ?? {};
  if (name === undefined) return code ?? notProvided;
  return code === undefined || code === name ? name : `${name} (${code})`;
}

/** The shipment types of the drop-offs, each once. */
export function shipmentTypeWords(quote: Quote): string {
  const dropOffs = (quote.pick_ups ?? []).flatMap((pickUp) => pickUp.drop_offs ?? []);
  const types = new Set(dropOffs.map((dropOff) => dropOff.pick_up_shipment_type ?? notProvided));
  return types.size === 0 ? notProvided : [...types].join(', ');
}
