import type { Migration } from './migration.ts';

/**
 * The content of an event and its match. `moment` orders a shipment's events (milliseconds since 1970), `own_time` is the time in the
 * event itself; `same_as` is the event it repeats. `event_codes` holds the codes of an unmatched event.
 * `unasked` are the codes of parcels deleted without a request of this station, reported at `told_at`.
 * `named_by` of an uncertain create is the event that named one of its codes. `kept_at` of a label is when its bytes were stored.
 */
export const eventStatus: Migration = {
  name: 'event status',
  sql: `
    ALTER TABLE events ADD COLUMN state TEXT;
    ALTER TABLE events ADD COLUMN own_time INTEGER;
    ALTER TABLE events ADD COLUMN moment INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE events ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE events ADD COLUMN matched_by TEXT;
    ALTER TABLE events ADD COLUMN unmatched_because TEXT;
    ALTER TABLE events ADD COLUMN effect TEXT;
    ALTER TABLE events ADD COLUMN same_as INTEGER REFERENCES events (id) ON DELETE CASCADE;
    ALTER TABLE events ADD COLUMN facts TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE events ADD COLUMN more_facts INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE events ADD COLUMN unasked TEXT;
    ALTER TABLE events ADD COLUMN told_at TEXT;
    CREATE INDEX events_of_shipment ON events (shipment_id, moment) WHERE shipment_id IS NOT NULL;
    CREATE INDEX events_of_parcel ON events (parcel_id) WHERE parcel_id IS NOT NULL;
    CREATE INDEX events_timed ON events (shipment_id, moment)
      WHERE shipment_id IS NOT NULL AND state IS NOT NULL AND same_as IS NULL AND own_time IS NOT NULL;
    CREATE INDEX events_untimed ON events (shipment_id, moment)
      WHERE shipment_id IS NOT NULL AND state IS NOT NULL AND same_as IS NULL AND own_time IS NULL;
    CREATE INDEX events_untimed_ends ON events (shipment_id, moment)
      WHERE shipment_id IS NOT NULL AND state IN ('delivered', 'returned', 'cancelled', 'deleted') AND same_as IS NULL
        AND own_time IS NULL;
    CREATE INDEX events_alike ON events (shipment_id, event, own_time)
      WHERE shipment_id IS NOT NULL AND own_time IS NOT NULL AND same_as IS NULL;
    CREATE INDEX events_same_as ON events (same_as) WHERE same_as IS NOT NULL;
    CREATE INDEX events_to_tell ON events (id) WHERE unasked IS NOT NULL AND told_at IS NULL;

    CREATE TABLE event_codes (
      event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
      role TEXT NOT NULL,
      code TEXT NOT NULL,
      PRIMARY KEY (event_id, role, code)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX event_codes_by_code ON event_codes (code COLLATE NOCASE);

    CREATE INDEX shipments_by_drop_off_id ON shipments (drop_off_id) WHERE drop_off_id IS NOT NULL;
    ALTER TABLE commands ADD COLUMN named_by INTEGER REFERENCES events (id) ON DELETE SET NULL;
    CREATE INDEX commands_named_by ON commands (named_by) WHERE named_by IS NOT NULL;
    ALTER TABLE labels ADD COLUMN kept_at TEXT;
  `,
};
