/** The practice service lives four hours ahead of UTC, all year: an offset that seldom is the bench's own. */
const offsetMs = 4 * 60 * 60 * 1000;
const offset = '+04:00';

const shifted = (milliseconds: number): string => new Date(milliseconds + offsetMs).toISOString();

/** YYYY-MM-DD where the service is. */
export const plainDate = (milliseconds: number): string => shifted(milliseconds).slice(0, 10);

/** The hour of the day, 0 to 23, where the service is. */
export const hourOf = (milliseconds: number): number => Number(shifted(milliseconds).slice(11, 13));

/** ISO 8601 with the service's offset. */
export const dateTime = (milliseconds: number): string => shifted(milliseconds).replace('Z', offset);

/** A full hour of a plain date, ISO 8601 with the service's offset. */
export const dateAtHour = (date: string, hour: number): string =>
  `${date}T${String(hour).padStart(2, '0')}:00:00${offset}`;

/** The plain date so many days later. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A plain date for reading on a label: "Sun 22 Nov". */
export function spokenDate(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return `${weekdays[day.getUTCDay()]} ${day.getUTCDate()} ${months[day.getUTCMonth()]}`;
}
