/** Which days' parcels the board lists; a single one as YYYY-MM-DD. */
export type DayChoice = 'any' | 'today' | 'yesterday' | 'week' | 'month' | { readonly day: string };

export interface DayBounds {
  /** ISO 8601, UTC; null: since ever. */
  readonly createdFrom: string | null;
  readonly createdBefore: string | null;
}

/** The day it is at the desk, YYYY-MM-DD. */
export function dayAtDesk(now: Date): string {
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Days begin when the desk's clock says so, whatever else it does that day. */
export function dayBounds(choice: DayChoice, now: Date): DayBounds {
  const dayAt = (offset: number): string =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).toISOString();
  if (typeof choice === 'object') return boundsOf(choice.day);
  switch (choice) {
    case 'any':
      return everyDay;
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

const everyDay: DayBounds = { createdFrom: null, createdBefore: null };

/** A day that is half written lists everything. */
function boundsOf(day: string): DayBounds {
  const [year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined || year < 1970) return everyDay;
  const from = new Date(year, month - 1, date);
  if (from.getDate() !== date) return everyDay;
  return { createdFrom: from.toISOString(), createdBefore: new Date(year, month - 1, date + 1).toISOString() };
}
