import type { Migration } from './migration.ts';

/**
 * By which old rows of a site are found. `site_parcels.noted_at`: since when retention finds what is known of a parcel that is not here, in
 * UTC.
 *
 * The search index is merged once one in a hundred parcels of a part of it is removed, not one in ten: until then it finds them.
 */
export const siteRetention: Migration = {
  name: 'site retention',
  sql: `
    CREATE INDEX site_out_by_time ON site_out (at) WHERE data <> 'null';
    ALTER TABLE site_parcels ADD COLUMN noted_at TEXT;
    CREATE INDEX site_parcels_without_parcel ON site_parcels (noted_at) WHERE parcel_id IS NULL;
    INSERT INTO parcel_search (parcel_search, rank) VALUES ('deletemerge', 1);
  `,
};
