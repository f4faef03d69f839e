import type { Migration } from './migration.ts';

/**
 * A label may belong to a shipment before it is known whose it is: the service did not repeat the custom codes. It has no parcel until
 * it is assigned, so that nothing prints it. Costs one pass over the labels; their bytes are in another table. Orders stored before
 * stay as they are.
 */
export const unassignedLabels: Migration = {
  name: 'unassigned labels',
  sql: `
    CREATE TABLE new_labels (
      id INTEGER PRIMARY KEY,
      parcel_id INTEGER UNIQUE REFERENCES parcels (id),
      state TEXT NOT NULL,
      source TEXT NOT NULL,
      format TEXT NOT NULL,
      url TEXT NOT NULL,
      sha256 TEXT REFERENCES label_files (sha256),
      failure TEXT,
      pdf_url TEXT,
      stored_at TEXT,
      can_wait INTEGER NOT NULL DEFAULT 0,
      next_attempt_at TEXT,
      shipment_id INTEGER REFERENCES shipments (id),
      pick_up_code TEXT,
      size_code TEXT,
      CHECK ((state = 'stored') = (sha256 IS NOT NULL)),
      CHECK (parcel_id IS NOT NULL OR shipment_id IS NOT NULL)
    ) STRICT;
    INSERT INTO new_labels (id, parcel_id, state, source, format, url, sha256, failure, pdf_url, stored_at, can_wait, next_attempt_at)
      SELECT id, parcel_id, state, source, format, url, sha256, failure, pdf_url, stored_at, can_wait, next_attempt_at FROM labels;
    DROP TABLE labels;
    ALTER TABLE new_labels RENAME TO labels;
    CREATE INDEX labels_pending ON labels (can_wait, id) WHERE state = 'pending';
    CREATE INDEX labels_by_file ON labels (sha256) WHERE sha256 IS NOT NULL;
    CREATE UNIQUE INDEX labels_by_shipment ON labels (shipment_id, url, coalesce(pick_up_code, '')) WHERE shipment_id IS NOT NULL;
    CREATE INDEX labels_unassigned ON labels (shipment_id) WHERE parcel_id IS NULL;
    CREATE INDEX labels_unassigned_by_pick_up_code ON labels (pick_up_code COLLATE NOCASE) WHERE parcel_id IS NULL;
  `,
};
