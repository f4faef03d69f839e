import type { Migration } from './migration.ts';

/**
 * By which old rows of a site are found. `site_parcels.noted_at`: when this computer first heard of that id, in UTC; what is known of a parcel
 * that is not here is removed by it.
 *
 * The search index is merged once one in a hundred parcels of a part of it is removed, not one in ten: until then it finds them.
 */
export const siteRetention: Migration = {
  name: 'site retention',
  sql: `
    CREATE INDEX site_out_by_time ON site_out (at) WHERE data <> 'null';
    CREATE TABLE site_parcels_noted (
      gid TEXT PRIMARY KEY,
      parcel_id INTEGER REFERENCES parcels (id) ON DELETE CASCADE,
      shared TEXT NOT NULL,
      last_act TEXT,
      is_releasing INTEGER NOT NULL DEFAULT 0,
      last_message INTEGER NOT NULL DEFAULT 0,
      noted_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    ) STRICT, WITHOUT ROWID;
    INSERT INTO site_parcels_noted (gid, parcel_id, shared, last_act, is_releasing, last_message)
      SELECT gid, parcel_id, shared, last_act, is_releasing, last_message FROM site_parcels;
    DROP TABLE site_parcels;
    ALTER TABLE site_parcels_noted RENAME TO site_parcels;
    CREATE INDEX site_parcels_by_parcel ON site_parcels (parcel_id);
    CREATE INDEX site_parcels_releasing ON site_parcels (gid) WHERE is_releasing = 1;
    CREATE INDEX site_parcels_without_parcel ON site_parcels (noted_at) WHERE parcel_id IS NULL;
    INSERT INTO parcel_search (parcel_search, rank) VALUES ('deletemerge', 1);
  `,
};
