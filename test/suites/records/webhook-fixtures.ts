import { readEvent } from '../../../src/main/core/events/event-reader.ts';
import type { NewEvent, WebhookDelivery } from '../../../src/main/core/ports/webhook.ts';
import { atSecond } from './record-fixtures.ts';

export const trackingCode = 'DO4471902K7';
export const otherTrackingCode = 'DO4471903X2';

/** A delivery as it would come in so many seconds after eight. */
export function deliveryOf(event: string, data: Record<string, unknown>, second = 0): WebhookDelivery {
  const raw = new TextEncoder().encode(JSON.stringify({ event, data }));
  return { receivedAt: atSecond(second), raw, event, data };
}

/** The same, as stored. */
export const eventOf = (event: string, data: Record<string, unknown>, second = 0): NewEvent =>
  readEvent(deliveryOf(event, data, second));

/**
 * A shipment event with its own time, in seconds after eight; it arrives at `arrival`.
 * @param more what a second webhook may add: other bytes for the same event
 */
export const stateEvent = (state: string, ownSecond: number | null, arrival = 60, more: object = {}): NewEvent =>
  eventOf(
    `same.shipment.${state}`,
    {
      tracking_code: trackingCode,
      ...(ownSecond !== null && { trigger_datetime: atSecond(ownSecond).replace('Z', '+00:00') }),
      ...more,
    },
    arrival,
  );

/** The parcel event of the document, every field of it. */
export const parcelCreatedEvent = (changes: object = {}): Record<string, unknown> => ({
  parcel_size: 'Medium',
  parcel_code: 'medium',
  pickup_code: 'P-88213',
  trigger_datetime: '2026-03-14T12:00:01.000+04:00',
  custom_code: 'NL7K2M9P4R6T8V2X4B6D',
  tracking_code: trackingCode,
  request_date: '2026-03-14T12:00:00+04:00',
  pick_up: { date: '2026-03-14', picked_at: null, time_slot: '2 PM - 6 PM', address: '18 Harbour Road' },
  drop_off: {
    date: '2026-03-15',
    dropped_at: null,
    time_slot: '9 AM - 6 PM',
    receiver_name: 'Aya Noor',
    receiver_phone: '+971 50 000 0000',
    receiver_address: '12 Palm Street, Flat 9',
    proof_of_delivery: ['https://labels.example/proof/1.jpg'],
  },
  extra_data: { need_signature: false },
  ...changes,
});
