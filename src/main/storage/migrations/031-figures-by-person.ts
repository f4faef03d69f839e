import { countingTriggers, hour } from './029-figures.ts';
import type { Migration } from './migration.ts';

/** As in migration 029, for the person who asked for the label or the deletion; '' where no one was signed in. */
const count = (kind: string, printer: string, detail = `''`, condition = 'true'): string => `
  INSERT INTO figures_by_hour (hour, kind, printer, person, detail, value)
    SELECT ${hour}, '${kind}', ${printer}, coalesce(NEW.person_name, ''), ${detail}, 1
    WHERE ${hour} IS NOT NULL AND ${condition}
    ON CONFLICT (hour, kind, printer, person, detail) DO UPDATE SET value = value + excluded.value;`;

/** The same sums in a table with the person; those from before are no one's. */
const withPerson = (table: string, at: string): string => `
  ALTER TABLE ${table} RENAME TO ${table}_before;
  CREATE TABLE ${table} (
    ${at} TEXT NOT NULL,
    kind TEXT NOT NULL,
    printer TEXT NOT NULL,
    person TEXT NOT NULL,
    detail TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (${at}, kind, printer, person, detail)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO ${table} SELECT ${at}, kind, printer, '', detail, value FROM ${table}_before;
  DROP TABLE ${table}_before;`;

/** Figures are also sums of each person, by the name at that time. */
export const figuresByPerson: Migration = {
  name: 'figures by person',
  sql: `
    DROP TRIGGER figures_count_sent;
    DROP TRIGGER figures_count_uncertain;
    DROP TRIGGER figures_count_confirmed;
    DROP TRIGGER figures_count_deletions;
    ${withPerson('figures_by_hour', 'hour')}
    ${withPerson('figures_by_day', 'day')}
    ${countingTriggers(count)}
  `,
};
