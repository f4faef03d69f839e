import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { ActivityKind } from '../../shared/messages/journal-messages.ts';
import { message } from '../../shared/messages/message.ts';
import type { Row } from './sqlite.ts';
import { inTransaction } from './sqlite.ts';

/** A row that could not be read. It stays in its table, is left out of every answer, and is reported once. */
export interface QuarantinedRow {
  table: string;
  rowId: number;
  reason: string;
}

export interface Quarantine {
  /** The parsed row, or null if it was quarantined. `row.id` is its row number. */
  read<T>(table: string, schema: z.ZodType<T>, row: Row): T | null;
  readAll<T>(table: string, schema: z.ZodType<T>, rows: readonly Row[]): T[];
  /** Stores the bad rows of the last call in a separate transaction: a read with a bad row still answers. */
  flush(): void;
}

/** Most rows kept between two flushes; further rows are found again at the next read. */
const maxPending = 1_000;
const longestReason = 500;

/** Collects unreadable rows; `report` is called once for each, after it is stored. */
export function quarantineIn(database: DatabaseSyncInstance, report: (row: QuarantinedRow) => void): Quarantine {
  const known = database.prepare('SELECT 1 FROM quarantined_rows WHERE table_name = ? AND row_id = ?');
  const keep = database.prepare(
    'INSERT OR IGNORE INTO quarantined_rows (table_name, row_id, at, reason) VALUES (?, ?, ?, ?)',
  );
  const note = database.prepare('INSERT INTO activity (at, who, what, code, outcome) VALUES (?, ?, ?, NULL, ?)');
  const pending = new Map<string, QuarantinedRow>();

  const add = (found: QuarantinedRow): void => {
    const key = `${found.table} ${found.rowId}`;
    if (pending.size >= maxPending || pending.has(key) || known.get(found.table, found.rowId)) return;
    pending.set(key, found);
  };

  const read: Quarantine['read'] = (table, schema, row) => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return parsed.data;
    const rowId = typeof row.id === 'number' ? row.id : 0;
    add({ table, rowId, reason: z.prettifyError(parsed.error).slice(0, longestReason) });
    return null;
  };

  return {
    read,
    readAll(table, schema, rows) {
      return rows.flatMap((row) => read(table, schema, row) ?? []);
    },
    flush() {
      if (pending.size === 0) return;
      const found = [...pending.values()];
      const at = new Date().toISOString();
      inTransaction(database, () => {
        for (const { table, rowId, reason } of found) {
          keep.run(table, rowId, at, reason);
          const outcome = message('journal.row-unreadable', { table, row: rowId, detail: reason });
          note.run(at, 'station', 'quarantine-row' satisfies ActivityKind, JSON.stringify(outcome));
        }
      });
      pending.clear();
      for (const row of found) report(row);
    },
  };
}
