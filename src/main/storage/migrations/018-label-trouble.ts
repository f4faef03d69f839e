import type { Migration } from './migration.ts';

/** A label that is not downloaded yet has the reason of its last failed attempt, and when the next one is made. */
export const labelTrouble: Migration = {
  name: 'label trouble',
  sql: 'ALTER TABLE labels ADD COLUMN next_attempt_at TEXT;',
};
