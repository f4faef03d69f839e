import type { Migration } from './migration.ts';

/** Labels of imported orders are downloaded after those of orders created here, because no operator is waiting for them. */
export const imports: Migration = {
  name: 'imports',
  sql: `
    ALTER TABLE labels ADD COLUMN can_wait INTEGER NOT NULL DEFAULT 0;
    DROP INDEX labels_wanted;
    CREATE INDEX labels_wanted ON labels (can_wait, id) WHERE state = 'wanted';
  `,
};
