import type { Migration } from './migration.ts';

/**
 * What a station shares with the other benches of its site. All of it stays empty until a site is provisioned.
 *
 * `site_ids` has the ids under which this file sends facts, the present one last; one is ended where the file was copied or restored.
 * `site_out` is the outbox: `digest` is of the text that was sent first. `site_vector` has the last fact known of each other bench.
 * `site_parcels.shared` is what all benches agree on in the end (shared/site/parcel-at-site.ts), also of parcels not known here yet;
 * `site_order_requests` has what other benches ordered, or are about to. `site_benches.keys`: the public keys of a bench, as JSON, the newest first; several ids may stand for one parcel, as two benches may import one order. `site_unapplied` keeps facts that contradict what is known
 * here, and those of kinds that this version does not know.
 */
export const site: Migration = {
  name: 'site',
  sql: `
    CREATE TABLE site_ids (place INTEGER PRIMARY KEY, bench TEXT NOT NULL UNIQUE, is_ended INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE site_out (
      bench TEXT NOT NULL,
      n INTEGER NOT NULL,
      at TEXT NOT NULL,
      data TEXT NOT NULL,
      digest TEXT NOT NULL,
      PRIMARY KEY (bench, n)
    ) STRICT;
    CREATE TABLE site_vector (bench TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE site_position (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      data_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      mark TEXT NOT NULL
    ) STRICT;
    CREATE TABLE site_orders (gid TEXT PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
    CREATE INDEX site_orders_by_order ON site_orders (order_id);
    CREATE TABLE site_parcels (
      gid TEXT PRIMARY KEY,
      parcel_id INTEGER REFERENCES parcels (id) ON DELETE CASCADE,
      shared TEXT NOT NULL,
      last_act TEXT,
      is_releasing INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX site_parcels_by_parcel ON site_parcels (parcel_id);
    CREATE TABLE site_benches (bench TEXT PRIMARY KEY, keys TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE site_order_requests (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      sent_at TEXT,
      quoted_price REAL,
      price_with_tax REAL
    ) STRICT;
    CREATE INDEX site_order_requests_sent ON site_order_requests (sent_at) WHERE sent_at IS NOT NULL;
    CREATE TABLE site_ordered_codes (
      code TEXT NOT NULL COLLATE NOCASE,
      request INTEGER NOT NULL REFERENCES site_order_requests (number) ON DELETE CASCADE,
      PRIMARY KEY (code, request)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX site_ordered_codes_of ON site_ordered_codes (request);
    CREATE TABLE site_unapplied (
      bench TEXT NOT NULL,
      n INTEGER NOT NULL,
      at TEXT NOT NULL,
      data TEXT NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (bench, n)
    ) STRICT;
  `,
};
