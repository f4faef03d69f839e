import type { Migration } from './migration.ts';

/**
 * A print run is a list of labels that an operator started at once. `left_out` counts the parcels that got no job, with a few codes.
 * `recipient` of a job is the receiver's name when the job was made, as its code is.
 */
export const printRuns: Migration = {
  name: 'print runs',
  sql: `
    CREATE TABLE print_runs (
      id INTEGER PRIMARY KEY,
      left_out TEXT NOT NULL,
      is_stopped INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL
    ) STRICT;
    ALTER TABLE print_jobs ADD COLUMN run_id INTEGER REFERENCES print_runs (id);
    ALTER TABLE print_jobs ADD COLUMN recipient TEXT;
    CREATE INDEX print_jobs_of_run ON print_jobs (run_id) WHERE run_id IS NOT NULL;
    UPDATE print_jobs SET recipient = (
      SELECT recipient_name FROM parcels JOIN shipments ON shipments.id = shipment_id WHERE parcels.id = parcel_id);
  `,
};
