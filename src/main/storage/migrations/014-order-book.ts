import type { Migration } from './migration.ts';

/** Pick-up addresses and templates, by names that are unique ignoring case. */
export const orderBook: Migration = {
  name: 'order book',
  sql: `
    CREATE TABLE pick_up_addresses (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE,
      address TEXT NOT NULL,
      used_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE order_templates (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE,
      draft TEXT NOT NULL,
      used_at TEXT NOT NULL
    ) STRICT;
  `,
};
