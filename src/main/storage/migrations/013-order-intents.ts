import type { Migration } from './migration.ts';

/**
 * What was known of an order when it was asked for, so that a price that differs and an order like it are seen; and when it last
 * left, so that what it cost counts at that moment.
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
