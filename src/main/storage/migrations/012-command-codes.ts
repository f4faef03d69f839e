import type { Migration } from './migration.ts';

/**
 * The codes of each command, so that commands for one parcel are sent in order; when an operator confirmed a command (`agreed_at`);
 * and the service's `Retry-After` (`asked_until`).
 */
export const commandCodes: Migration = {
  name: 'command codes',
  sql: `
    ALTER TABLE commands ADD COLUMN asked_until INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE commands ADD COLUMN agreed_at TEXT;
    ALTER TABLE commands ADD COLUMN known_picked_up INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE command_codes (
      command_id INTEGER NOT NULL REFERENCES commands (id) ON DELETE CASCADE,
      code TEXT NOT NULL COLLATE NOCASE,
      PRIMARY KEY (code, command_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX command_codes_by_command ON command_codes (command_id);
    INSERT OR IGNORE INTO command_codes (command_id, code)
      SELECT id, custom_code FROM commands WHERE custom_code IS NOT NULL;
    INSERT OR IGNORE INTO command_codes (command_id, code)
      SELECT commands.id, json_extract(parcel.value, '$.custom_code')
      FROM commands, json_each(commands.request, '$.drop_offs[0].parcels') AS parcel
      WHERE commands.request IS NOT NULL AND json_extract(parcel.value, '$.custom_code') IS NOT NULL;
  `,
};
