import { isPlainDate } from '../../shared/values/date-time.ts';
import { locale } from './page-language.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const calendar = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });

const clockWithSeconds = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The operator's clock time of a moment within a day, "14:02:09". */
export const clockTimeWithSeconds = (iso: string): string => clockWithSeconds.format(new Date(iso));

/** The operator's clock time of a moment, "14:02"; with the day where it was not today. */
export function clockTime(iso: string, now: number = Date.now()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const isToday = at.toDateString() === new Date(now).toDateString();
  return isToday ? clock.format(at) : `${calendar.format(at)}, ${clock.format(at)}`;
}

/** "2026-11-21" as "21 Nov", and an hour of it, "2026-11-21T14", as "21 Nov, 14:00" or, of one day alone, "14:00". */
export function hourOrDay(key: string, isOneDay: boolean): string {
  const [, hour] = key.split('T');
  const at = new Date(hour === undefined ? `${key}T00:00` : `${key}:00`);
  if (hour === undefined) return calendar.format(at);
  return isOneDay ? clock.format(at) : `${calendar.format(at)}, ${clock.format(at)}`;
}

const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' });
const relativeNow = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** How long ago: "now", "6 min ago", "3 hr ago", "2 days ago"; a text that is not a time is shown as given. */
export function ageText(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (Number.isNaN(age)) return iso;
  if (age < minute) return relativeNow.format(0, 'second');
  if (age < hour) return relative.format(-Math.floor(age / minute), 'minute');
  if (age < day) return relative.format(-Math.floor(age / hour), 'hour');
  return relative.format(-Math.floor(age / day), 'day');
}

/** Digits in threes, parted by a narrow space that does not break: "9 804". */
export const groupDigits = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u202F');

// A plain date has no time zone: it is read and written in UTC, so that no offset moves it to another day.
const weekdayDate = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "2026-11-21" as "Sat, 21 Nov 2026"; a text that is not a date is shown as given. */
export function plainDate(text: string): string {
  const date = text.trim();
  return isPlainDate(date) ? weekdayDate.format(new Date(`${date}T00:00:00Z`)) : text;
}
