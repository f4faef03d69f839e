import type { Parcel } from '../../shared/shipments/parcel.ts';
import type { ActsElsewhere } from '../../shared/site/acts-elsewhere.ts';
import { clockTime } from '../text/dates.ts';
import { text } from '../text/text.ts';

type Shown = Pick<Parcel, 'elsewhere'>;

/** "Printed at bench-3, 14:02": the surest copy that another bench of the site printed, or may have; null where there is none. */
export function copyElsewhereText({ elsewhere }: Shown, now: number): string | null {
  const [copy] = elsewhere?.copies ?? [];
  return copy ? copyText(copy, now) : null;
}

/**
 * What happened to a parcel at other benches, what matters most first: "Printed at bench-3, 14:02", "Ordered at bench-1, 13:50".
 * @param now null: without times
 */
export function elsewhereTexts({ elsewhere }: Shown, now: number | null): readonly string[] {
  if (!elsewhere) return [];
  const { copies, deletion, ordered, holder } = elsewhere;
  return [
    ...copies.map((copy) => copyText(copy, now)),
    ...(deletion ? [text('elsewhere.deletion', { ...deletion, at: timeOf(deletion, now) })] : []),
    ...(ordered ? [text('elsewhere.ordered', { ...ordered, at: timeOf(ordered, now) })] : []),
    ...(holder === null ? [] : [text('elsewhere.holder', { bench: holder })]),
  ];
}

const copyText = (copy: ActsElsewhere['copies'][number], now: number | null): string =>
  text('elsewhere.copy', { ...copy, at: timeOf(copy, now) });

const timeOf = ({ at }: { readonly at: string | null }, now: number | null): string | null =>
  at === null || now === null ? null : clockTime(at, now);
