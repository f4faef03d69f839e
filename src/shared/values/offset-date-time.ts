import { plainDateWords, readPlainDate } from './plain-date.ts';

/** A moment as the service writes it: its own wall clock, and how far that is from UTC. */
export interface OffsetDateTime {
  /** YYYY-MM-DD on the service's wall. */
  readonly date: string;
  /** HH:MM on the service's wall. */
  readonly time: string;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
}

const shape = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)$/i;

const secondsShape = /^.{16}:(\d{2})(?:[.,](\d+))?/;

/** Reads an ISO 8601 date-time with offset; null where it is none, or names a day or minute that does not exist. */
export function readOffsetDateTime(text: string): OffsetDateTime | null {
  const [, date, hour, minute, offset] = shape.exec(text.trim()) ?? [];
  if (date === undefined || hour === undefined || minute === undefined || offset === undefined) return null;
  const offsetMinutes = readOffset(offset);
  if (readPlainDate(date) === null || Number(hour) > 23 || Number(minute) > 59 || offsetMinutes === null) return null;
  return { date, time: `${hour}:${minute}`, offsetMinutes };
}

/** The moment such a text names, milliseconds since 1970 (what is finer is cut off); null where it names none. */
export function momentOfDateTime(text: string): number | null {
  const read = readOffsetDateTime(text);
  if (read === null) return null;
  const [, seconds = '0', fraction = ''] = secondsShape.exec(text.trim()) ?? [];
  const minute = Date.parse(`${read.date}T${read.time}:00Z`) - read.offsetMinutes * 60_000;
  return minute + Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/**
 * "2026-11-21T09:00:00+04:00" as "Sat 21 Nov 2026, 09:00": the service's own wall clock, with its offset only where the desk's
 * differs. A text that is no such date-time is shown as it was given.
 * @param deskOffsetMinutes minutes east of UTC at this desk at that moment
 */
export function dateTimeWords(text: string, deskOffsetMinutes: number): string {
  const read = readOffsetDateTime(text);
  if (read === null) return text;
  return `${plainDateWords(read.date)}, ${read.time}${offsetNote(read, deskOffsetMinutes)}`;
}

/** A time slot: the day once where it begins and ends on the same one, as "Sat 21 Nov 2026, 09:00 to 12:00". */
export function timeRangeWords(start: string, end: string, deskOffsetMinutes: number): string {
  const from = readOffsetDateTime(start);
  const to = readOffsetDateTime(end);
  if (from === null || to === null || from.date !== to.date || from.offsetMinutes !== to.offsetMinutes) {
    return `${dateTimeWords(start, deskOffsetMinutes)} to ${dateTimeWords(end, deskOffsetMinutes)}`;
  }
  return `${plainDateWords(from.date)}, ${from.time} to ${to.time}${offsetNote(from, deskOffsetMinutes)}`;
}

/** "UTC+04:00", or "UTC". */
export function offsetWords(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC';
  const size = Math.abs(offsetMinutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `UTC${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function offsetNote(read: OffsetDateTime, deskOffsetMinutes: number): string {
  return read.offsetMinutes === deskOffsetMinutes ? '' : ` (${offsetWords(read.offsetMinutes)})`;
}

function readOffset(text: string): number | null {
  if (/^z$/i.test(text)) return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
