import type { Migration } from './migration.ts';

/** Parcels of a print run, in its order, that have neither a job yet nor a reason for getting none: their labels are downloading. */
export const printRunParcels: Migration = {
  name: 'print run parcels',
  sql: `
    CREATE TABLE print_run_parcels (
      run_id INTEGER NOT NULL REFERENCES print_runs (id),
      place INTEGER NOT NULL,
      parcel_id INTEGER NOT NULL,
      PRIMARY KEY (run_id, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX print_run_parcels_by_parcel ON print_run_parcels (parcel_id);
  `,
};
