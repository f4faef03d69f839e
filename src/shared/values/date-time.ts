/** A date-time in the service's format: local time with its offset from UTC. */
export interface OffsetDateTime {
  /** YYYY-MM-DD in the service's time zone. */
  readonly date: string;
  /** HH:MM in the service's time zone. */
  readonly time: string;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
}

// Ruby and Go print a space before the offset, and UTC by its name, where ISO 8601 has neither.
const shape =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(?:[0-5]\d|60)(?:[.,]\d+)?)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;

const secondsShape = /^.{16}:(\d{2})(?:[.,](\d+))?/;

/** Reads an ISO 8601 date-time with offset; null where the text is not one, or the day or minute does not exist. */
export function readOffsetDateTime(text: string): OffsetDateTime | null {
  const [, date, hour, minute, offset] = shape.exec(text.trim()) ?? [];
  if (date === undefined || hour === undefined || minute === undefined || offset === undefined) return null;
  const offsetMinutes = readOffset(offset);
  if (!isPlainDate(date) || Number(hour) > 23 || Number(minute) > 59 || offsetMinutes === null) return null;
  return { date, time: `${hour}:${minute}`, offsetMinutes };
}

/** The moment of an ISO 8601 date-time with offset, milliseconds since 1970 (finer digits are cut off); null for other texts. */
export function momentOfDateTime(text: string): number | null {
  const read = readOffsetDateTime(text);
  if (read === null) return null;
  const [, seconds = '0', fraction = ''] = secondsShape.exec(text.trim()) ?? [];
  const minute = Date.parse(`${read.date}T${read.time}:00Z`) - read.offsetMinutes * 60_000;
  return minute + Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/** The same of a date-time that contains no offset, read as if it were in UTC; null where it has one, or is no date-time. */
export function momentOfLocalDateTime(text: string): number | null {
  return readOffsetDateTime(text) === null ? momentOfDateTime(`${text.trim()}Z`) : null;
}

/** An offset from UTC such as "+04:00" in minutes east of it; null where it is none. */
export function readUtcOffset(text: string): number | null {
  return /^[+-]\d{2}:\d{2}$/.test(text) ? readOffset(text) : null;
}

/** Minutes east of UTC as "+04:00". */
export function formatUtcOffset(minutes: number): string {
  const digits = (count: number): string => String(count).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
}

function readOffset(text: string): number | null {
  if (/^[a-z]/i.test(text)) return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** True for an existing calendar date as YYYY-MM-DD, without time and time zone. */
export function isPlainDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  // Date moves a day that does not exist into the next month.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** A moment as it stands in file names, "2026-11-23T11-40-00-000Z": sorted by name, the oldest is first. */
export const momentInName = (at: number): string => new Date(at).toISOString().replace(/[:.]/g, '-');

/** The moment that `momentInName` wrote, milliseconds since 1970; NaN for other texts. */
export function momentOfName(text: string): number {
  const [, date, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3}Z)$/.exec(text) ?? [];
  return Date.parse(`${date}T${hours}:${minutes}:${seconds?.replace('-', '.')}`);
}

/** True for a moment more than a day later than now: a wrong clock wrote it. */
export const isFarAhead = (moment: number, now: number): boolean => moment > now + 24 * 3_600_000;

/** The items, oldest first, with those that a wrong clock dated as if they were the oldest: they are the first to go, and the last to use. */
export function farAheadFirst<T>(items: readonly T[], timeOf: (item: T) => number, now: number): T[] {
  const isAhead = (item: T): boolean => isFarAhead(timeOf(item), now);
  return [...items.filter(isAhead), ...items.filter((item) => !isAhead(item))];
}
