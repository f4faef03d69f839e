import type { Migration } from './migration.ts';

/** A deletion has the code it deletes, a creation the request it sends. */
export const commands: Migration = {
  name: 'commands',
  sql: `
    CREATE TABLE commands (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      custom_code TEXT,
      request TEXT,
      parcel_id INTEGER REFERENCES parcels (id),
      order_id INTEGER REFERENCES orders (id),
      attempts INTEGER NOT NULL,
      request_left INTEGER NOT NULL,
      not_before INTEGER NOT NULL,
      failure TEXT,
      put_away INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      CHECK ((kind = 'delete') = (custom_code IS NOT NULL)),
      CHECK ((kind = 'create') = (request IS NOT NULL))
    ) STRICT;
    CREATE INDEX commands_by_state ON commands (state, put_away, id);
    CREATE INDEX commands_by_custom_code ON commands (custom_code) WHERE custom_code IS NOT NULL;
    CREATE INDEX commands_by_parcel ON commands (parcel_id) WHERE parcel_id IS NOT NULL;
  `,
};
