import type { Migration } from './migration.ts';

/** SQL: the hour of local time of a row's change. */
export const hour = `strftime('%Y-%m-%dT%H', NEW.updated_at, 'localtime')`;

/**
 * One more of that kind in the hour of the change. A change whose time cannot be read is not counted: figures never keep a label or a
 * deletion from being stored.
 */
const count = (kind: string, printer: string, detail = `''`, condition = 'true'): string => `
  INSERT INTO figures_by_hour (hour, kind, printer, detail, value)
    SELECT ${hour}, '${kind}', ${printer}, ${detail}, 1 WHERE ${hour} IS NOT NULL AND ${condition}
    ON CONFLICT (hour, kind, printer, detail) DO UPDATE SET value = value + excluded.value;`;

/** As `bucketOf` has it (shared/contract/figures-view.ts). */
const bucket = (milliseconds: string): string =>
  `CAST(CAST(ln(min(max(${milliseconds}, 1), 3600000)) / ln(1.1) AS INTEGER) AS TEXT)`;

/** SQL: milliseconds until the first byte left, and until the printer had counted the label. */
const firstByteMs = `NEW.evidence ->> '$.firstByteMs'`;
const confirmedMs = `CAST(round(1000 * (unixepoch(NEW.updated_at, 'subsec') - unixepoch(NEW.created_at, 'subsec'))) AS INTEGER)`;

/** SQL: what counts labels and deletions by that statement of a migration, in the transaction that stores their state. */
export const countingTriggers = (counted: typeof count): string => `
    CREATE TRIGGER figures_count_sent AFTER UPDATE OF state ON print_jobs
      WHEN OLD.state = 'sending' AND NEW.state IN ('sent', 'printed', 'uncertain') BEGIN
        ${counted('labels', 'NEW.printer')}
        ${counted('first byte ms', 'NEW.printer', bucket(firstByteMs), `${firstByteMs} IS NOT NULL`)}
        ${counted('reprints', 'NEW.printer', `coalesce(NEW.reprint_kind, 'other')`, 'NEW.reprint_reason IS NOT NULL')}
      END;
    CREATE TRIGGER figures_count_uncertain AFTER UPDATE OF state ON print_jobs
      WHEN NEW.state = 'uncertain' AND OLD.state <> 'uncertain' BEGIN
        ${counted('uncertain', 'NEW.printer')}
      END;
    CREATE TRIGGER figures_count_confirmed AFTER UPDATE OF state ON print_jobs
      WHEN NEW.state = 'printed' AND OLD.state <> 'printed' AND NEW.origin = 'scan'
        AND NEW.evidence ->> '$.confirmedBy' = 'counter' BEGIN
        ${counted('confirmed ms', 'NEW.printer', bucket(confirmedMs), `${confirmedMs} IS NOT NULL`)}
      END;
    CREATE TRIGGER figures_count_deletions AFTER UPDATE OF state ON commands
      WHEN NEW.kind = 'delete' AND NEW.state IN ('done', 'undone') AND OLD.state <> NEW.state BEGIN
        ${counted('deletions', `''`, `''`, `NEW.state = 'done'`)}
        ${counted('undone deletions', `''`, `''`, `NEW.state = 'undone'`)}
      END;`;

/**
 * Figures: sums of each hour of local time, which are added up to days when they are old, and kept. Labels and deletions are counted by
 * triggers, in the transaction that stores their state; a label when it was sent, never before its first byte. Labels of earlier versions
 * are not counted. `detail` is a reason, the kind of a fault, or the bucket of a time in milliseconds; `printer` may be empty.
 */
export const figures: Migration = {
  name: 'figures',
  sql: `
    ALTER TABLE print_jobs ADD COLUMN reprint_kind TEXT;

    CREATE TABLE figures_by_hour (
      hour TEXT NOT NULL,
      kind TEXT NOT NULL,
      printer TEXT NOT NULL,
      detail TEXT NOT NULL,
      value INTEGER NOT NULL,
      PRIMARY KEY (hour, kind, printer, detail)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE figures_by_day (
      day TEXT NOT NULL,
      kind TEXT NOT NULL,
      printer TEXT NOT NULL,
      detail TEXT NOT NULL,
      value INTEGER NOT NULL,
      PRIMARY KEY (day, kind, printer, detail)
    ) STRICT, WITHOUT ROWID;

    ${countingTriggers(count)}
  `,
};
