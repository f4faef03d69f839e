import type { Migration } from './migration.ts';

/**
 * Codes of orders in doubt that gave way to new ones. They stay watched: deleted once more later, and an event that names one raises
 * an alarm.
 */
export const replacedOrders: Migration = {
  name: 'replaced orders',
  sql: `
    CREATE TABLE replaced_codes (
      id INTEGER PRIMARY KEY,
      code TEXT NOT NULL COLLATE NOCASE,
      old_command_id INTEGER NOT NULL REFERENCES commands (id) ON DELETE CASCADE,
      new_command_id INTEGER NOT NULL REFERENCES commands (id) ON DELETE CASCADE,
      replaced_at TEXT NOT NULL,
      deletion_id INTEGER REFERENCES commands (id) ON DELETE SET NULL,
      deleted_again_at TEXT
    ) STRICT;
    CREATE INDEX replaced_codes_by_code ON replaced_codes (code);
    CREATE INDEX replaced_codes_by_new ON replaced_codes (new_command_id);
    CREATE TABLE order_alarms (
      id INTEGER PRIMARY KEY,
      replaced_id INTEGER NOT NULL REFERENCES replaced_codes (id) ON DELETE CASCADE,
      event TEXT NOT NULL,
      at TEXT NOT NULL,
      told_at TEXT,
      put_away INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX order_alarms_open ON order_alarms (put_away, id);
  `,
};
