import type { Migration } from './migration.ts';

/** `cancelled_by` is the deletion that cancelled the job: undoing it restores these jobs only. */
export const printJobs: Migration = {
  name: 'print jobs',
  sql: `
    CREATE TABLE print_jobs (
      id INTEGER PRIMARY KEY,
      parcel_id INTEGER NOT NULL REFERENCES parcels (id),
      code TEXT NOT NULL,
      printer TEXT NOT NULL,
      state TEXT NOT NULL,
      reasons TEXT NOT NULL,
      origin TEXT NOT NULL,
      started_by_code TEXT,
      reprint_reason TEXT,
      label_sha256 TEXT NOT NULL REFERENCES label_files (sha256),
      attempts INTEGER NOT NULL,
      bytes_total INTEGER NOT NULL,
      bytes_handed_over INTEGER NOT NULL,
      failure TEXT,
      cancelled_by INTEGER REFERENCES commands (id),
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX print_jobs_by_parcel ON print_jobs (parcel_id);
    CREATE INDEX print_jobs_to_send ON print_jobs (printer, id) WHERE state IN ('queued', 'held');
    CREATE INDEX print_jobs_unsettled ON print_jobs (id) WHERE state IN ('queued', 'held', 'sending', 'uncertain');
    CREATE INDEX print_jobs_cancelled_by ON print_jobs (cancelled_by) WHERE cancelled_by IS NOT NULL;
  `,
};
