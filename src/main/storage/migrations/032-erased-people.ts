import type { Migration } from './migration.ts';

/**
 * When the recipient of a shipment was erased; what arrives for it later is stored without the recipient. `erasures`: `is_clean` once the
 * bytes of what was erased are out of the file as well. A journal entry may be changed while `erases` is set: a name in it is replaced.
 */
export const erasedPeople: Migration = {
  name: 'erased people',
  sql: `
    ALTER TABLE shipments ADD COLUMN erased_at TEXT;
    CREATE INDEX shipments_erased ON shipments (id) WHERE erased_at IS NOT NULL;
    CREATE TABLE erasures (id INTEGER PRIMARY KEY, at TEXT NOT NULL, is_clean INTEGER NOT NULL) STRICT;

    ALTER TABLE journal_retention ADD COLUMN erases INTEGER NOT NULL DEFAULT 0;
    DROP TRIGGER activity_is_not_changed;
    CREATE TRIGGER activity_is_not_changed BEFORE UPDATE ON activity
      WHEN coalesce((SELECT erases FROM journal_retention), 0) = 0
      BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
  `,
};
