import { money, notTold } from '../../../shared/money.ts';
import type { Quote } from '../../../shared/quote.ts';

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

type PickUp = NonNullable<Quote['pick_ups']>[number];
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
  const told = (quote.pick_ups ?? [])
    .flatMap((pickUp) => [
      { of: 'Pick-up', summary: pickUp.parcel_summary },
      ...(pickUp.drop_offs ?? []).map(({ parcel_summary }) => ({ of: 'Drop-off', summary: parcel_summary })),
    ])
    .map(({ of, summary }) => ({ of, lines: linesOf(summary) }))
    .filter(({ lines }) => lines.length > 0);
  const [first] = told;
  if (!first) return [];
  const isOne = told.every(({ lines }) => JSON.stringify(lines) === JSON.stringify(first.lines));
  if (isOne) return first.lines.map((line) => ({ of: null, ...line }));
  return told.flatMap(({ of, lines }) => lines.map((line) => ({ of, ...line })));
}

function linesOf(summary: Summary): Omit<SummaryLine, 'of'>[] {
  return Object.entries(summary ?? {}).flatMap(([shipmentType, sizes]) =>
    Object.entries(sizes ?? {}).map(([size, counted]) => ({
      shipmentType,
      size: counted?.code ?? size,
      count: counted?.count === undefined ? notTold : String(counted.count),
      note: counted?.note ?? notTold,
    })),
  );
}

/** How it is paid, as the service calls it: its name, and its code where that is another word. */
export function paymentWords({ payment_type: payment }: Quote): string {
  const { name, code } = payment ?? {};
  if (name === undefined) return code ?? notTold;
  return code === undefined || code === name ? name : `${name} (${code})`;
}

/** The shipment types of the drop-offs, each once. */
export function shipmentTypeWords(quote: Quote): string {
  const dropOffs = (quote.pick_ups ?? []).flatMap((pickUp) => pickUp.drop_offs ?? []);
  const types = new Set(dropOffs.map((dropOff) => dropOff.pick_up_shipment_type ?? notTold));
  return types.size === 0 ? notTold : [...types].join(', ');
}
