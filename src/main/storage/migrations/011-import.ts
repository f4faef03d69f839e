import type { Migration } from './migration.ts';

/** Labels of imported orders come behind those of orders created here: nobody stands at the bench waiting for thousands of them. */
export const imports: Migration = {
  name: 'imports',
  sql: `
    ALTER TABLE labels ADD COLUMN can_wait INTEGER NOT NULL DEFAULT 0;
    DROP INDEX labels_wanted;
    CREATE INDEX labels_wanted ON labels (can_wait, id) WHERE state = 'wanted';
  `,
};
