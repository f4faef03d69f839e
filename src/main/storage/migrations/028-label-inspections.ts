import type { Migration } from './migration.ts';

/** What the guard and the check before printing read in a label, as JSON with the version of their rules; null: not inspected yet. */
export const labelInspections: Migration = {
  name: 'label inspections',
  sql: `
    ALTER TABLE label_files ADD COLUMN inspection TEXT;
  `,
};
