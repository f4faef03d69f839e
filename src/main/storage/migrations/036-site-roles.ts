import type { Migration } from './migration.ts';

/** Which bench of the site is a hub, by its last heartbeat. */
export const siteRoles: Migration = {
  name: 'site roles',
  sql: 'ALTER TABLE site_heartbeats ADD COLUMN is_hub INTEGER NOT NULL DEFAULT 0;',
};
