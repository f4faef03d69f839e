const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const calendar = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The operator's clock time of a moment, "14:02"; with the day where it was not today. */
export function clockTime(iso: string, now: number = Date.now()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const isToday = at.toDateString() === new Date(now).toDateString();
  return isToday ? clock.format(at) : `${calendar.format(at)}, ${clock.format(at)}`;
}

/** How long ago in words: "just now", "6 min ago", "3 h ago", "2 days ago". */
export function ageWords(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (Number.isNaN(age)) return 'at an unknown time';
  if (age < minute) return 'just now';
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  const days = Math.floor(age / day);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

/** Digits in threes, parted by a narrow space that does not break: "9 804". */
export const groupDigits = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u202F');

// A plain date has no time zone: it is read and written in UTC, so that no offset moves it to another day.
const weekdayDate = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "2026-11-21" as "Sat, 21 Nov 2026"; a text that is not a date is shown as given. */
export function plainDate(text: string): string {
  const trimmed = text.trim();
  const at = /^\d{4}-\d{2}-\d{2}$/.test(trimmed) ? new Date(`${trimmed}T00:00:00Z`) : null;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(trimmed) ? weekdayDate.format(at) : text;
}
