/** The time and timers, so that a test can control them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` once after that many milliseconds; the returned function cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

/**
 * The time by which old records and backups are removed, milliseconds since 1970: the clock's, or an earlier one while the clock is far
 * ahead of the days on which the station ran.
 */
export type RetentionTime = () => Promise<number>;

/** A time in the format of the records: ISO 8601, UTC, with milliseconds. */
export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The last midnight in local time, ISO 8601, UTC. */
export function startOfDay(now: number): string {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** A day of local time as YYYY-MM-DD: that of the moment, or so many days later. */
export function localDay(now: number, days = 0): string {
  const moment = new Date(now);
  const day = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + days);
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

/** An hour of local time as YYYY-MM-DDTHH. */
export const localHour = (now: number): string => `${localDay(now)}T${twoDigits(new Date(now).getHours())}`;
