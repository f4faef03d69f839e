import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { type BatchProblem, batchProblemSchema } from '../../shared/batch.ts';
import type { BatchQuote, BatchTableRow } from '../core/ports/batch-records.ts';
import type { SetAside } from './set-aside.ts';
import { jsonText, storedJson } from './stored-json.ts';

export interface BatchRows {
  add(batchId: number, rows: readonly BatchTableRow[]): void;
  page(batchId: number, afterLine: number, limit: number): (BatchTableRow & { problems: BatchProblem[] })[];
  change(batchId: number, row: BatchTableRow): void;
  keepProblems(batchId: number, line: number, problems: readonly BatchProblem[]): void;
  /** Removes so many; gives how many there were. */
  remove(batchId: number, limit: number): number;
  keepQuote(batchId: number, quote: BatchQuote): void;
  quotes(batchId: number): BatchQuote[];
}

const tableRow = z
  .object({
    id: z.int(),
    line: z.int(),
    cells: storedJson(z.array(z.string())),
    fault: z.string().nullable(),
    isSkipped: z.int().transform((stored) => stored === 1),
    problems: storedJson(z.array(batchProblemSchema)).nullable(),
  })
  .transform(({ id: _id, problems, ...row }) => ({ ...row, problems: problems ?? [] }));

/** The rows of a batch's input, and the prices asked for what they order. */
export function batchRowsIn(database: DatabaseSyncInstance, setAside: SetAside): BatchRows {
  const add = database.prepare(
    'INSERT INTO batch_rows (batch_id, line, cells, fault, is_skipped) VALUES (?, ?, ?, ?, ?)',
  );
  const page = database.prepare(`
    SELECT rowid AS id, line, cells, fault, is_skipped AS "isSkipped", problems FROM batch_rows
    WHERE batch_id = ? AND line > ? ORDER BY line LIMIT ?`);
  const change = database.prepare('UPDATE batch_rows SET cells = ?, is_skipped = ? WHERE batch_id = ? AND line = ?');
  const keepProblems = database.prepare('UPDATE batch_rows SET problems = ? WHERE batch_id = ? AND line = ?');
  const remove = database.prepare(`
    DELETE FROM batch_rows WHERE rowid IN (SELECT rowid FROM batch_rows WHERE batch_id = ? LIMIT ?)`);
  const keepQuote = database.prepare(`
    INSERT INTO batch_quotes (batch_id, digest, price, words) VALUES (?, ?, ?, ?)
    ON CONFLICT (batch_id, digest) DO UPDATE SET price = excluded.price, words = excluded.words`);
  const quotes = database.prepare('SELECT digest, price, words FROM batch_quotes WHERE batch_id = ?');

  return {
    add(batchId, rows) {
      for (const { line, cells, fault, isSkipped } of rows) {
        add.run(batchId, line, jsonText(cells), fault, Number(isSkipped));
      }
    },
    page: (batchId, afterLine, limit) => setAside.readAll('batch_rows', tableRow, page.all(batchId, afterLine, limit)),
    change(batchId, { line, cells, isSkipped }) {
      change.run(jsonText(cells), Number(isSkipped), batchId, line);
    },
    keepProblems(batchId, line, problems) {
      keepProblems.run(jsonText(problems), batchId, line);
    },
    remove: (batchId, limit) => Number(remove.run(batchId, limit).changes),
    keepQuote(batchId, { digest, price, words }) {
      keepQuote.run(batchId, digest, price, words);
    },
    quotes: (batchId) => quotes.all(batchId) as BatchQuote[],
  };
}
