/** A day of the calendar, with no time and no place. Never made into a `Date`, which would give it both. */
export interface PlainDate {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Reads YYYY-MM-DD; null where that is no day of the calendar. */
export function readPlainDate(text: string): PlainDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const date = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  const exists = date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= daysIn(date.year, date.month);
  return exists ? date : null;
}

/** "2026-11-21" as "Sat 21 Nov 2026"; a text that is no date is shown as it was given. */
export function plainDateWords(text: string): string {
  const date = readPlainDate(text.trim());
  if (date === null) return text;
  return `${weekdays[weekday(date)]} ${date.day} ${months[date.month - 1]} ${date.year}`;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** 0 is Sunday. Gregorian calendar, by Zeller's congruence, which counts January and February to the year before. */
function weekday({ year, month, day }: PlainDate): number {
  const shiftedMonth = month < 3 ? month + 12 : month;
  const shiftedYear = month < 3 ? year - 1 : year;
  const sum =
    day +
    Math.floor((13 * (shiftedMonth + 1)) / 5) +
    shiftedYear +
    Math.floor(shiftedYear / 4) -
    Math.floor(shiftedYear / 100) +
    Math.floor(shiftedYear / 400);
  return (sum + 6) % 7;
}
