import type { Migration } from './migration.ts';

/**
 * The identifiers by which events name a shipment. Orders stored before have them only in their answers: `answers_to_reread` lists
 * those orders, which are read again in small steps after the start, newest first (an answer has a few kilobytes of JSON, and there
 * may be a million).
 *
 * An event also stores which parcel it names, if it names exactly one. A parcel stores when the service last answered its deletion.
 * `deletion_conflicts` has the newest event that proved a deleted parcel alive (`moment`: milliseconds since 1970), and what an
 * operator decided: evidence up to that moment counts no more.
 */
export const eventIdentifiers: Migration = {
  name: 'event identifiers',
  sql: `
    ALTER TABLE shipments ADD COLUMN shipment_order_id INTEGER;
    ALTER TABLE shipments ADD COLUMN shipment_order_unique_id TEXT;
    CREATE INDEX shipments_by_order_id ON shipments (shipment_order_id) WHERE shipment_order_id IS NOT NULL;
    CREATE INDEX shipments_by_order_unique_id ON shipments (shipment_order_unique_id COLLATE NOCASE)
      WHERE shipment_order_unique_id IS NOT NULL;
    CREATE INDEX shipments_by_pick_up_id ON shipments (pick_up_id) WHERE pick_up_id IS NOT NULL;
    CREATE INDEX shipments_by_pick_up_unique_id ON shipments (pick_up_unique_id COLLATE NOCASE)
      WHERE pick_up_unique_id IS NOT NULL;
    CREATE TABLE answers_to_reread (order_id INTEGER PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE) STRICT;
    INSERT INTO answers_to_reread SELECT id FROM orders;

    ALTER TABLE events ADD COLUMN named_parcel_id INTEGER REFERENCES parcels (id);
    CREATE INDEX events_naming_parcel ON events (named_parcel_id) WHERE named_parcel_id IS NOT NULL;
    ALTER TABLE parcels ADD COLUMN deletion_answered_at TEXT;
    CREATE TABLE deletion_conflicts (
      parcel_id INTEGER PRIMARY KEY REFERENCES parcels (id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      at TEXT NOT NULL,
      moment INTEGER NOT NULL,
      decision TEXT CHECK (decision IN ('exists', 'deleted')),
      decided_at TEXT
    ) STRICT;
  `,
};
