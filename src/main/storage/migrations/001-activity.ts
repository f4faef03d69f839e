import type { Migration } from './migration.ts';

/**
 * The journal is append-only; the third trigger stops `INSERT OR REPLACE`, which would delete a row.
 * `set_aside` names rows that could not be read, each once; the rows themselves stay where they are.
 */
export const activity: Migration = {
  name: 'activity',
  sql: `
    CREATE TABLE activity (
      id INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      who TEXT NOT NULL,
      what TEXT NOT NULL,
      code TEXT,
      outcome TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER activity_is_not_changed BEFORE UPDATE ON activity
      BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
    CREATE TRIGGER activity_is_not_deleted BEFORE DELETE ON activity
      BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
    CREATE TRIGGER activity_is_not_replaced BEFORE INSERT ON activity
      WHEN EXISTS (SELECT 1 FROM activity WHERE id = NEW.id)
      BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;

    CREATE TABLE set_aside (
      table_name TEXT NOT NULL,
      row_id INTEGER NOT NULL,
      at TEXT NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (table_name, row_id)
    ) STRICT;
  `,
};
