import { dateAtHour, daysAfter, hourOf, plainDate } from './local-time.ts';

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

/** When an order made at that moment is picked up and delivered, as plain dates. */
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
