import type { Migration } from './migration.ts';

/**
 * The last heartbeat of each bench of the site, this one included, by its name without an epoch: `offset_ms` is how far its clock was ahead
 * of the engine's. `site_vector.heard_at`: when the engine stored the last fact, milliseconds since 1970 by the engine's clock.
 */
export const siteHeartbeats: Migration = {
  name: 'site heartbeats',
  sql: `
    ALTER TABLE site_vector ADD COLUMN heard_at INTEGER;
    CREATE TABLE site_heartbeats (bench TEXT PRIMARY KEY, version TEXT NOT NULL, printers TEXT NOT NULL, offset_ms INTEGER)
      STRICT, WITHOUT ROWID;
  `,
};
