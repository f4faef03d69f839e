/** Which days' parcels the board lists; a single one as YYYY-MM-DD. */
export type DateRangeChoice = 'any' | 'today' | 'yesterday' | 'week' | 'month' | { readonly day: string };

export interface DateRangeBounds {
  /** ISO 8601, UTC; null: no limit. */
  readonly createdFrom: string | null;
  readonly createdBefore: string | null;
}

/** Today by the local clock, YYYY-MM-DD. */
export function localToday(now: Date): string {
  const twoDigits = (count: number): string => String(count).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** Days begin at local midnight, also where the clocks change that day. */
export function dateRangeBounds(choice: DateRangeChoice, now: Date): DateRangeBounds {
  const dayAt = (offset: number): string =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).toISOString();
  if (typeof choice === 'object') return boundsOfDay(choice.day);
  switch (choice) {
    case 'any':
      return unbounded;
    case 'today':
      return { createdFrom: dayAt(0), createdBefore: null };
    case 'yesterday':
      return { createdFrom: dayAt(-1), createdBefore: dayAt(0) };
    case 'week':
      return { createdFrom: dayAt(-6), createdBefore: null };
    case 'month':
      return { createdFrom: dayAt(-29), createdBefore: null };
  }
}

const unbounded: DateRangeBounds = { createdFrom: null, createdBefore: null };

/** An incomplete day lists everything. */
function boundsOfDay(day: string): DateRangeBounds {
  const [year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined || year < 1970) return unbounded;
  const from = new Date(year, month - 1, date);
  if (from.getDate() !== date) return unbounded;
  return { createdFrom: from.toISOString(), createdBefore: new Date(year, month - 1, date + 1).toISOString() };
}
