import type { Migration } from './migration.ts';

/**
 * Orders from a table of rows. An order is started in the transaction that stores its command, so that none is bought twice. When an
 * old command is removed, its final state is stored in `ended`, so that the order is not started again. When an uncertain order is
 * replaced, the batch order is linked to the new command.
 */
export const batches: Migration = {
  name: 'batches',
  sql: `
    CREATE TABLE batches (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      folder TEXT,
      state TEXT NOT NULL,
      facts TEXT NOT NULL,
      is_shown INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX one_batch_shown ON batches (is_shown) WHERE is_shown = 1;
    CREATE TABLE batch_rows (
      batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
      line INTEGER NOT NULL,
      cells TEXT NOT NULL,
      fault TEXT,
      is_skipped INTEGER NOT NULL,
      problems TEXT,
      PRIMARY KEY (batch_id, line)
    ) STRICT;
    CREATE TABLE batch_orders (
      batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      lines TEXT NOT NULL,
      request TEXT NOT NULL,
      quoted REAL,
      command_id INTEGER REFERENCES commands (id) ON DELETE SET NULL,
      ended TEXT,
      failure TEXT,
      PRIMARY KEY (batch_id, number)
    ) STRICT;
    CREATE INDEX batch_orders_by_command ON batch_orders (command_id) WHERE command_id IS NOT NULL;
    CREATE INDEX batch_orders_open ON batch_orders (batch_id, number)
      WHERE command_id IS NULL AND ended IS NULL AND failure IS NULL;
    CREATE INDEX batch_orders_begun ON batch_orders (batch_id, number)
      WHERE command_id IS NOT NULL OR ended IS NOT NULL OR failure IS NOT NULL;
    CREATE TABLE batch_quotes (
      batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
      digest TEXT NOT NULL,
      price REAL,
      words TEXT,
      PRIMARY KEY (batch_id, digest)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE batch_columns (
      titles TEXT PRIMARY KEY,
      fields TEXT NOT NULL,
      used_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER batch_orders_outlive_commands BEFORE DELETE ON commands BEGIN
      UPDATE batch_orders SET ended = OLD.state WHERE command_id = OLD.id;
    END;
    CREATE TRIGGER batch_orders_follow_replaced AFTER INSERT ON replaced_codes BEGIN
      UPDATE batch_orders SET command_id = NEW.new_command_id WHERE command_id = NEW.old_command_id;
    END;
  `,
};
