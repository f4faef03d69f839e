import type { Migration } from './migration.ts';

/** Every scan, with the job or command it caused. */
export const scans: Migration = {
  name: 'scans',
  sql: `
    CREATE TABLE scans (
      id INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      code TEXT NOT NULL,
      as_typed TEXT NOT NULL,
      as_us_keyboard TEXT NOT NULL,
      mode TEXT NOT NULL,
      kind TEXT NOT NULL,
      parcel_id INTEGER REFERENCES parcels (id),
      job_id INTEGER REFERENCES print_jobs (id),
      command_id INTEGER REFERENCES commands (id)
    ) STRICT;
    CREATE INDEX scans_by_time ON scans (at);
  `,
};
