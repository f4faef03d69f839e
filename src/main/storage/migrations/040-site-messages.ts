import type { Migration } from './migration.ts';

/** The last message on a parcel's subject, act or not, behind which the next act goes; and the releases that have no outcome yet. */
export const siteMessages: Migration = {
  name: 'site messages',
  sql: `
    ALTER TABLE site_parcels ADD COLUMN last_message INTEGER NOT NULL DEFAULT 0;
    UPDATE site_parcels SET last_message = last_act ->> '$.sequence' WHERE last_act IS NOT NULL;
    CREATE INDEX site_parcels_releasing ON site_parcels (gid) WHERE is_releasing = 1;
  `,
};
