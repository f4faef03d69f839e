import type { Migration } from './migration.ts';

/**
 * The quoted price and the fingerprint (`likeness`) of an order when it was requested, to detect a different price and duplicates;
 * and when it was last sent, the time at which its price counts as spent.
 */
export const orderIntents: Migration = {
  name: 'order intents',
  sql: `
    ALTER TABLE commands ADD COLUMN quoted_price REAL;
    ALTER TABLE commands ADD COLUMN settled_by TEXT;
    ALTER TABLE commands ADD COLUMN likeness TEXT;
    ALTER TABLE commands ADD COLUMN sent_at TEXT;
    CREATE INDEX commands_by_likeness ON commands (likeness, created_at) WHERE likeness IS NOT NULL;
    CREATE INDEX creates_by_sending ON commands (sent_at) WHERE kind = 'create' AND sent_at IS NOT NULL;
    UPDATE commands SET sent_at = updated_at WHERE kind = 'create' AND attempts > 0;
  `,
};
