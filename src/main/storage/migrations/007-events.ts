import type { Migration } from './migration.ts';

/** Webhook events, byte for byte; `digest` is the hash of the bytes, so that a repeated delivery is stored once. */
export const events: Migration = {
  name: 'events',
  sql: `
    CREATE TABLE events (
      id INTEGER PRIMARY KEY,
      received_at TEXT NOT NULL,
      source TEXT NOT NULL,
      event TEXT NOT NULL,
      raw BLOB NOT NULL,
      digest TEXT NOT NULL UNIQUE,
      trigger_datetime TEXT,
      parcel_id INTEGER REFERENCES parcels (id),
      shipment_id INTEGER REFERENCES shipments (id)
    ) STRICT;
    CREATE INDEX events_unmatched ON events (id) WHERE parcel_id IS NULL AND shipment_id IS NULL;
  `,
};
