import type { Migration } from './migration.ts';

/** A parcel has one label; equal label bytes are stored once and never changed. */
export const labels: Migration = {
  name: 'labels',
  sql: `
    CREATE TABLE label_files (
      sha256 TEXT PRIMARY KEY,
      size INTEGER NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT;

    CREATE TABLE labels (
      id INTEGER PRIMARY KEY,
      parcel_id INTEGER NOT NULL UNIQUE REFERENCES parcels (id),
      state TEXT NOT NULL,
      source TEXT NOT NULL,
      format TEXT NOT NULL,
      url TEXT NOT NULL,
      sha256 TEXT REFERENCES label_files (sha256),
      failure TEXT,
      CHECK ((state = 'kept') = (sha256 IS NOT NULL))
    ) STRICT;
    CREATE INDEX labels_wanted ON labels (id) WHERE state = 'wanted';
  `,
};
