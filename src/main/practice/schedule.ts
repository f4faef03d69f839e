/** The practice service's time zone: four hours ahead of UTC, usually different from the station's. */
const offsetMs = 4 * 60 * 60 * 1000;
const offset = '+04:00';

const shifted = (milliseconds: number): string => new Date(milliseconds + offsetMs).toISOString();

/** The date in the service's time zone, YYYY-MM-DD. */
const plainDate = (milliseconds: number): string => shifted(milliseconds).slice(0, 10);

/** The hour in the service's time zone, 0 to 23. */
const hourOf = (milliseconds: number): number => Number(shifted(milliseconds).slice(11, 13));

/** ISO 8601 with the service's offset. */
export const dateTime = (milliseconds: number): string => shifted(milliseconds).replace('Z', offset);

/** The same local time without its offset, as many back ends write it: "2026-03-10 10:30:00". */
export const dateTimeWithoutOffset = (milliseconds: number): string =>
  shifted(milliseconds).slice(0, 19).replace('T', ' ');

/** A full hour of a plain date, ISO 8601 with the service's offset. */
const dateAtHour = (date: string, hour: number): string => `${date}T${String(hour).padStart(2, '0')}:00:00${offset}`;

/** The plain date that many days later. */
const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A plain date for reading on a label: "Sun 22 Nov". */
export function formatLabelDate(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return `${weekdays[day.getUTCDay()]} ${day.getUTCDate()} ${months[day.getUTCMonth()]}`;
}

interface Hours {
  code: string;
  name: string;
  from: number;
  to: number;
}

const pickUpHours: Hours = { code: 'PICK-UP-14-18', name: '2 PM - 6 PM', from: 14, to: 18 };
const dropOffHours: Hours = { code: 'DROP-OFF-09-18', name: '9 AM - 6 PM', from: 9, to: 18 };

/** Orders made before this hour are picked up the same day. */
const sameDayUntilHour = 12;

export const city = 'Dubai';
export const serviceZone = 'Z-04';

/** When an order made at that time is picked up and delivered, as plain dates. */
export function schedule(now: number): { pickUpDate: string; dropOffDate: string } {
  const pickUpDate = daysAfter(plainDate(now), hourOf(now) < sameDayUntilHour ? 0 : 1);
  return { pickUpDate, dropOffDate: daysAfter(pickUpDate, 1) };
}

/** The document states no unit for the three integers: whole hours here, minutes for the margin. */
const timeSlot = (hours: Hours) => ({
  city,
  code: hours.code,
  name: hours.name,
  closing_margin: 120,
  from_time: hours.from,
  to_time: hours.to,
});

export const pickUpSlot = timeSlot(pickUpHours);
export const dropOffSlot = { ...timeSlot(dropOffHours), warehouse_service_zone_code: serviceZone };

const slotTimes = (date: string, hours: Hours) => ({
  time_slot_datetime_start: dateAtHour(date, hours.from),
  time_slot_datetime_end: dateAtHour(date, hours.to),
});

export const pickUpTimes = (date: string) => slotTimes(date, pickUpHours);
export const dropOffTimes = (date: string) => slotTimes(date, dropOffHours);
