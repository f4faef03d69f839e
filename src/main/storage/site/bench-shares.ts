import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Rows of a table that come from other benches. The column `bench` begins with the id of the bench; rows with a lower `order` are older. */
export interface RowsOfBenches {
  readonly table: string;
  readonly bench: string;
  readonly order: string;
  /** Most rows that are kept. */
  readonly most: number;
}

/**
 * Removes what is too many: the oldest rows of the bench that has most, so that no bench pushes out what others sent. Its name is shared by all
 * of its ids, of which it may invent many. The table is counted each time, about a millisecond for 100,000 rows.
 */
export function surplusRemover(
  database: DatabaseSyncInstance,
  { table, bench, order, most }: RowsOfBenches,
): () => void {
  const name = `substr(${bench}, 1, min(instr(${bench} || '~', '~'), instr(${bench} || '.', '.')) - 1)`;
  const count = database.prepare(`SELECT count(*) AS count FROM ${table}`);
  const fullest = database.prepare(
    `SELECT ${name} AS name FROM ${table} GROUP BY name ORDER BY count(*) DESC, name LIMIT 1`,
  );
  const remove = database.prepare(`
    DELETE FROM ${table} WHERE ${order} IN (SELECT ${order} FROM ${table} WHERE ${name} = ? ORDER BY ${order} LIMIT ?)`);
  return () => {
    const surplus = (count.get() as { count: number }).count - most;
    if (surplus <= 0) return;
    const { name } = fullest.get() as { name: string };
    remove.run(name, surplus);
  };
}
