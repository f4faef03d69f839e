import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { figureKinds } from '../../../shared/contract/figures-view.ts';
import type { FigureRecords, FigureRow, NewFigureRow } from '../../core/ports/print-records.ts';
import type { ActingNow } from '../../core/ports/write-context.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Transactions } from './journal-tables.ts';

/** Sums of hours and, of older ones, of days. */
export interface FigureTables {
  /** For the person who is signed in. */
  add(row: NewFigureRow): void;
  ofDays(from: string, before: string, by: 'hour' | 'day'): FigureRow[];
  /** The oldest day before that one with sums of hours. */
  oldestDay(before: string): string | null;
  /** Adds the hours of a day up and removes them. */
  sumDay(day: string): void;
}

const knownKinds: ReadonlySet<string> = new Set(figureKinds);

const ofDays = 'hour >= :from AND hour < :before';

/** SQL: of each such text, the hours in which labels were sent. */
const hoursOf = (at: string, printer: string, person: string): string => `
  UNION ALL SELECT ${at}, 'hours', ${printer}, ${person}, '', count(DISTINCT hour) FROM figures_by_hour
    WHERE ${ofDays} AND kind = 'labels' GROUP BY 1, 3, 4`;

/** SQL: the sums of hours by another text of theirs, such as their day, with the hours of each printer, of each person, and of any. */
const added = (at: string): string => `
  SELECT ${at} AS at, kind, printer, person, detail, sum(value) AS value FROM figures_by_hour
    WHERE ${ofDays} GROUP BY 1, 2, 3, 4, 5
  ${hoursOf(at, 'printer', "''")}
  ${hoursOf(at, "''", 'person')} HAVING person <> ''
  ${hoursOf(at, "''", "''")}`;

const day = 'substr(hour, 1, 10)';

export function figuresIn(database: DatabaseSyncInstance, acting: ActingNow): FigureTables {
  const add = database.prepare(`
    INSERT INTO figures_by_hour (hour, kind, printer, person, detail, value)
    VALUES (:at, :kind, :printer, :person, :detail, :value) ON CONFLICT (hour, kind, printer, person, detail) DO UPDATE SET value = value + excluded.value`);
  const days = `
    UNION ALL SELECT day, kind, printer, person, detail, value FROM figures_by_day WHERE day >= :from AND day < :before`;
  const read = {
    hour: database.prepare(added('hour') + days),
    day: database.prepare(added(day) + days),
  };
  const oldest = database.prepare(`SELECT ${day} AS day FROM figures_by_hour WHERE hour < ? ORDER BY hour LIMIT 1`);
  // A day may have been added up before: the computer's clock was set back, and set right again.
  const sum = database.prepare(`
    INSERT INTO figures_by_day (day, kind, printer, person, detail, value) SELECT * FROM (${added(day)}) WHERE true
    ON CONFLICT (day, kind, printer, person, detail) DO UPDATE SET value = value + excluded.value`);
  const remove = database.prepare(`DELETE FROM figures_by_hour WHERE ${ofDays}`);

  return {
    add({ at, kind, printer, detail, value }) {
      add.run({ at, kind, printer, person: acting.person?.name ?? '', detail, value });
    },
    // The tables are strict, so that the other columns have their types; a kind of a later version is left out.
    ofDays: (from, before, by) => read[by].all({ from, before }).filter(({ kind }: FigureRow) => knownKinds.has(kind)),
    oldestDay(before) {
      const row: { day: string } | undefined = oldest.get(before);
      return row?.day ?? null;
    },
    sumDay(oldDay) {
      // Every hour of it, and nothing of the next day: "T" sorts before "U".
      const range = { from: oldDay, before: `${oldDay}U` };
      sum.run(range);
      remove.run(range);
    },
  };
}

/** The record methods of figures. */
export function figureRecords({
  figures,
  reading,
  writing,
}: Transactions & { figures: FigureTables }): Pick<RecordsInThread, keyof FigureRecords> {
  return {
    addFigures: (rows) =>
      writing(() => {
        for (const row of rows) figures.add(row);
      }),
    figures: ({ from, before, by }) => reading(() => figures.ofDays(from, before, by)),
    sumOldFigures: (before) =>
      writing(() => {
        const oldest = figures.oldestDay(before);
        if (oldest !== null) figures.sumDay(oldest);
        return oldest !== null;
      }),
  };
}
