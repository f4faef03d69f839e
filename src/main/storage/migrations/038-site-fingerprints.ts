import type { Migration } from './migration.ts';

/** The fingerprints of orders that other benches made, until one an hour younger arrives: duplicates of later ones are not searched. */
export const siteFingerprints: Migration = {
  name: 'site fingerprints',
  sql: `
    ALTER TABLE site_order_requests ADD COLUMN fingerprint TEXT;
    ALTER TABLE site_order_requests ADD COLUMN created_at TEXT;
    CREATE INDEX site_order_requests_recent ON site_order_requests (created_at, fingerprint) WHERE fingerprint IS NOT NULL;
  `,
};
