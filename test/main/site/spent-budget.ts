import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { limitsOf } from '../../../src/shared/site/fact-budget.ts';

/** Works on the file of records beside the station that has it open. */
function inFile<T>(file: string, work: (database: DatabaseSyncInstance) => T): T {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** In those records, that bench has spent all of its budget but so many facts: a flood of a test need not be one of half a million. */
export const leaveBudget = (file: string, bench: string, left: number): void =>
  inFile(file, (database) => {
    database
      .prepare('INSERT OR REPLACE INTO site_budgets (bench, spent, at) VALUES (?, ?, ?)')
      .run(bench, limitsOf(bench).burst - left, Date.now());
  });

const sharedTables = [
  ...['orders', 'parcels', 'events', 'site_parcels', 'site_orders', 'site_order_requests', 'site_unapplied'],
  ...['site_benches', 'site_vector', 'site_paused'],
];

/** How many rows each table has that facts and acts of others fill. */
export const rowsIn = (file: string): Record<string, number> =>
  inFile(file, (database) =>
    Object.fromEntries(
      sharedTables.map((table) => {
        const row: { count: number } = database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
        return [table, row.count];
      }),
    ),
  );

/** How many parcels have an act of the engine's present data. */
export const actsIn = (file: string): number =>
  inFile(file, (database) => {
    const row: { count: number } = database
      .prepare('SELECT count(*) AS count FROM site_parcels WHERE last_act IS NOT NULL')
      .get();
    return row.count;
  });
