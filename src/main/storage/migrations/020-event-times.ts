import type { Migration } from './migration.ts';

const slotStart = '$.object.shipments[0].drop_off_shipment.time_slot_datetime_start';
/** An answer is a blob, and any text may be in it. */
const slot = `CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), '${slotStart}') END`;
const minutes = `(CASE substr(utc, 1, 1) WHEN '-' THEN -1 ELSE 1 END)
  * (60 * CAST(substr(utc, 2, 2) AS INTEGER) + CAST(substr(utc, 5, 2) AS INTEGER))`;

/**
 * The offset of the service's times, in minutes east of UTC: that of each shipment's drop-off slot and of the newest one, which is
 * taken from the newest answers here. `local_time` is the time of an event that gave no offset, as if it were in UTC, and
 * `assumed_offset` what it was read with. Events stored before stay as they were read: without a time, in the order of arrival.
 */
export const eventTimes: Migration = {
  name: 'event times',
  sql: `
    ALTER TABLE shipments ADD COLUMN utc_offset INTEGER;
    CREATE TABLE service_time (id INTEGER PRIMARY KEY CHECK (id = 1), utc_offset INTEGER NOT NULL) STRICT;
    INSERT INTO service_time
      SELECT 1, ${minutes} FROM (
        SELECT order_id, substr(start, -6) AS utc FROM (
          SELECT orders.id AS order_id, ${slot} AS start FROM orders JOIN order_answers ON order_answers.id = answer_id
          ORDER BY orders.id DESC LIMIT 100)
        WHERE start GLOB '????-??-??*[+-][0-9][0-9]:[0-9][0-9]')
      ORDER BY order_id DESC LIMIT 1;

    ALTER TABLE events ADD COLUMN local_time INTEGER;
    ALTER TABLE events ADD COLUMN assumed_offset INTEGER;
    ALTER TABLE events ADD COLUMN assumed_from TEXT;
    CREATE INDEX events_local ON events (shipment_id, id) WHERE local_time IS NOT NULL;
    CREATE INDEX events_assumed ON events (shipment_id, assumed_offset)
      WHERE local_time IS NOT NULL AND assumed_from <> 'delivery slots';
  `,
};
