import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Rows of a table that come from other benches. The column `bench` begins with the id of the bench; rows with a lower `order` are older. */
export interface RowsOfBenches {
  readonly table: string;
  readonly bench: string;
  readonly order: string;
  /** Most that is kept: rows, or bytes of that column. */
  readonly most: number;
  readonly bytesOf?: string;
}

/**
 * Removes what is too many: the oldest rows of the bench that has most, so that no bench pushes out what others sent. Its name is shared by all
 * of its ids, of which it may invent many. The table is counted each time, about a millisecond for 100,000 rows, and some tens for the bytes of
 * 10,000. Returns what is left.
 */
export function surplusRemover(
  database: DatabaseSyncInstance,
  { table, bench, order, most, bytesOf }: RowsOfBenches,
): () => number {
  const name = `substr(${bench}, 1, min(instr(${bench} || '~', '~'), instr(${bench} || '.', '.')) - 1)`;
  const size = bytesOf === undefined ? '1' : `octet_length(${bytesOf})`;
  const count = database.prepare(`SELECT ${bytesOf === undefined ? 'count(*)' : `sum(${size})`} AS size FROM ${table}`);
  const fullest = database.prepare(
    `SELECT ${name} AS name FROM ${table} GROUP BY name ORDER BY sum(${size}) DESC, name LIMIT 1`,
  );
  const remove = database.prepare(`
    DELETE FROM ${table} WHERE ${order} IN (SELECT ${order} FROM ${table} WHERE ${name} = ? ORDER BY ${order} LIMIT ?)
    RETURNING ${size} AS size`);
  return () => {
    let left = (count.get() as { size: number | null }).size ?? 0;
    if (left <= most) return left;
    const { name } = fullest.get() as { name: string };
    for (;;) {
      // Rows differ in their bytes: one by one, no more are removed than needed.
      const removed = remove.all(name, bytesOf === undefined ? left - most : 1) as { size: number }[];
      left -= removed.reduce((sum, row) => sum + row.size, 0);
      if (left <= most || removed.length === 0) return left;
    }
  };
}
