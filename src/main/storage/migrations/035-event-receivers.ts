import type { Migration } from './migration.ts';

/** The benches and hubs that received an event, as a JSON array of their names; null: this station alone. */
export const eventReceivers: Migration = {
  name: 'event receivers',
  sql: 'ALTER TABLE events ADD COLUMN receivers TEXT;',
};
