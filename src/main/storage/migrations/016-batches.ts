import type { Migration } from './migration.ts';

/** Orders out of a table of rows. A row's order is begun in the transaction that keeps its intent, so that none is bought twice. */
export const batches: Migration = {
  name: 'batches',
  sql: `
    CREATE TABLE batches (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      folder TEXT,
      state TEXT NOT NULL,
      facts TEXT NOT NULL,
      put_away INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE batch_rows (
      batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
      line INTEGER NOT NULL,
      cells TEXT NOT NULL,
      is_skipped INTEGER NOT NULL DEFAULT 0,
      order_number INTEGER,
      PRIMARY KEY (batch_id, line)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE batch_orders (
      batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      request TEXT NOT NULL,
      quoted REAL,
      quote_failure TEXT,
      command_id INTEGER REFERENCES commands (id) ON DELETE SET NULL,
      PRIMARY KEY (batch_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX batch_orders_by_command ON batch_orders (command_id) WHERE command_id IS NOT NULL;
    CREATE TABLE batch_columns (
      titles TEXT PRIMARY KEY,
      fields TEXT NOT NULL,
      used_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
