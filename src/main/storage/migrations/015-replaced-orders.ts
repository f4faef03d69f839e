import type { Migration } from './migration.ts';

/**
 * Codes of uncertain orders that were replaced by new ones. They stay watched: they are deleted again later, and an event that names
 * one raises an alarm. A command can wait for codes that are not its own (`is_own` = 0): a new order is sent after the deletions of
 * the old one.
 */
export const replacedOrders: Migration = {
  name: 'replaced orders',
  sql: `
    ALTER TABLE command_codes ADD COLUMN is_own INTEGER NOT NULL DEFAULT 1;
    UPDATE commands SET request_left = 1 WHERE kind = 'create' AND state = 'uncertain';
    CREATE TABLE replaced_codes (
      id INTEGER PRIMARY KEY,
      code TEXT NOT NULL COLLATE NOCASE,
      old_command_id INTEGER NOT NULL REFERENCES commands (id) ON DELETE CASCADE,
      new_command_id INTEGER NOT NULL REFERENCES commands (id) ON DELETE CASCADE,
      replaced_at TEXT NOT NULL,
      deletion_id INTEGER REFERENCES commands (id) ON DELETE SET NULL,
      was_there INTEGER NOT NULL DEFAULT 0,
      second_deletion_id INTEGER REFERENCES commands (id) ON DELETE SET NULL,
      deleted_again_at TEXT
    ) STRICT;
    CREATE INDEX replaced_codes_by_code ON replaced_codes (code);
    CREATE INDEX replaced_codes_by_old ON replaced_codes (old_command_id);
    CREATE INDEX replaced_codes_by_new ON replaced_codes (new_command_id);
    CREATE INDEX replaced_codes_by_deletion ON replaced_codes (deletion_id);
    CREATE INDEX replaced_codes_by_second_deletion ON replaced_codes (second_deletion_id);
    CREATE INDEX replaced_codes_due ON replaced_codes (replaced_at) WHERE deleted_again_at IS NULL;
    CREATE TABLE order_alarms (
      id INTEGER PRIMARY KEY,
      replaced_id INTEGER NOT NULL REFERENCES replaced_codes (id) ON DELETE CASCADE,
      event TEXT NOT NULL,
      at TEXT NOT NULL,
      told_at TEXT,
      put_away INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX order_alarms_open ON order_alarms (put_away, id);
    CREATE INDEX order_alarms_by_replaced ON order_alarms (replaced_id);
    CREATE INDEX order_alarms_untold ON order_alarms (id) WHERE told_at IS NULL;
  `,
};
