import type { Migration } from './migration.ts';

/**
 * Unmatched events of older versions are matched by what those versions read from them, and they read fewer identifiers. These are read
 * again from their bytes, in small steps after the start. At most the newest 50,000: an unmatched event is old soon.
 */
export const eventsToReread: Migration = {
  name: 'events to reread',
  sql: `
    CREATE TABLE events_to_reread (event_id INTEGER PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE) STRICT;
    INSERT INTO events_to_reread
      SELECT id FROM events WHERE parcel_id IS NULL AND shipment_id IS NULL ORDER BY id DESC LIMIT 50000;
  `,
};
