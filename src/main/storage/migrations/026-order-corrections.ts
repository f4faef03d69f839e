import type { Migration } from './migration.ts';

/**
 * `prints_labels`: the order came from the form, and its labels print when it is created. An order that was uncertain in between does
 * not print by itself. `corrected_by` is the order that replaced a rejected one after its correction.
 */
export const orderCorrections: Migration = {
  name: 'order corrections',
  sql: `
    ALTER TABLE commands ADD COLUMN prints_labels INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE commands ADD COLUMN corrected_by INTEGER;
  `,
};
