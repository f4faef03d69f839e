import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { storedMessageSchema } from '../../../shared/messages/message.ts';
import {
  type BatchField,
  type BatchProblem,
  type BatchState,
  batchColumnSchema,
  batchFieldSchema,
  batchProblemSchema,
  batchStates,
} from '../../../shared/orders/batch.ts';
import { draftAddressSchema } from '../../../shared/orders/order-book.ts';
import type {
  BatchFacts,
  BatchQuote,
  BatchRowsJson,
  BatchTableRow,
  StoredBatch,
} from '../../core/ports/batch-records.ts';
import type { Quarantine } from '../quarantine.ts';
import { jsonText, storedFailureSchema, storedJson, storedMessage } from '../sqlite.ts';

export interface Batches {
  /** Adds a hidden draft; returns its id. */
  add(batch: Pick<StoredBatch, 'name' | 'folder' | 'facts'>): number;
  /** False where another one is shown. */
  show(id: number): boolean;
  shown(): StoredBatch | null;
  change(id: number, from: readonly BatchState[], state: BatchState, facts: BatchFacts): boolean;
  hide(id: number, from: readonly BatchState[]): boolean;
  runs(id: number): boolean;
  /** The id of any hidden batch, to be removed. */
  hidden(): number | null;
  remove(id: number): void;
  savedColumnMapping(titles: string): (BatchField | null)[] | null;
  saveColumnMapping(titles: string, fields: readonly (BatchField | null)[], at: string): void;
}

/** Most column mappings that are stored. */
const maxHeaders = 200;

const factsSchema = z.object({
  columns: z.array(batchColumnSchema.pick({ title: true, field: true, matchedBy: true })),
  pickUpAddress: draftAddressSchema.nullable(),
  combines: z.boolean(),
  why: storedFailureSchema.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  quote: z.object({ isRunning: z.literal(false), total: z.number(), quoted: z.int(), failed: z.int() }).nullable(),
  resultFile: z.string().nullable(),
  isResultTried: z.boolean(),
  resultUncertain: z.int(),
}) satisfies z.ZodType<BatchFacts>;

const batchRow = z.object({
  id: z.int(),
  name: z.string(),
  folder: z.string().nullable(),
  state: z.enum(batchStates),
  facts: storedJson(factsSchema),
});

const fieldsSchema = storedJson(z.array(batchFieldSchema.nullable()));

/** The batches table, and the column mappings of earlier files. */
export function batchesIn(database: DatabaseSyncInstance, quarantine: Quarantine): Batches {
  const add = database.prepare(
    `INSERT INTO batches (name, folder, state, facts, is_shown) VALUES (?, ?, 'draft', ?, 0) RETURNING id`,
  );
  const show = database.prepare(`
    UPDATE batches SET is_shown = 1 WHERE id = ? AND NOT EXISTS (SELECT 1 FROM batches WHERE is_shown = 1) RETURNING id`);
  const shown = database.prepare('SELECT id, name, folder, state, facts FROM batches WHERE is_shown = 1');
  const isIn = 'state IN (SELECT value FROM json_each(:from))';
  const change = database.prepare(`
    UPDATE batches SET state = :state, facts = :facts WHERE id = :id AND is_shown = 1 AND ${isIn} RETURNING id`);
  const hide = database.prepare(
    `UPDATE batches SET is_shown = 0 WHERE id = :id AND is_shown = 1 AND ${isIn} RETURNING id`,
  );
  const runs = database.prepare(`SELECT 1 FROM batches WHERE id = ? AND is_shown = 1 AND state = 'running'`);
  const hidden = database.prepare('SELECT id FROM batches WHERE is_shown = 0 ORDER BY id LIMIT 1');
  const remove = database.prepare('DELETE FROM batches WHERE id = ?');
  const savedMapping = database.prepare('SELECT fields FROM batch_columns WHERE titles = ?');
  const saveMapping = database.prepare(`
    INSERT INTO batch_columns (titles, fields, used_at) VALUES (?, ?, ?)
    ON CONFLICT (titles) DO UPDATE SET fields = excluded.fields, used_at = excluded.used_at`);
  const forget = database.prepare(`
    DELETE FROM batch_columns WHERE titles NOT IN (
      SELECT titles FROM batch_columns ORDER BY used_at DESC, titles LIMIT ${maxHeaders})`);

  return {
    add({ name, folder, facts }) {
      const row: { id: number } = add.get(name, folder, jsonText(facts));
      return row.id;
    },
    show: (id) => show.get(id) !== undefined,
    shown: () => quarantine.readAll('batches', batchRow, shown.all())[0] ?? null,
    change: (id, from, state, facts) =>
      change.get({ id, from: JSON.stringify(from), state, facts: jsonText(facts) }) !== undefined,
    hide: (id, from) => hide.get({ id, from: JSON.stringify(from) }) !== undefined,
    runs: (id) => runs.get(id) !== undefined,
    hidden() {
      const row: { id: number } | undefined = hidden.get();
      return row?.id ?? null;
    },
    remove(id) {
      remove.run(id);
    },
    savedColumnMapping(titles) {
      const row: { fields: string } | undefined = savedMapping.get(titles);
      // Null if it names a field unknown to this version: the columns are matched again.
      return fieldsSchema.safeParse(row?.fields).data ?? null;
    },
    saveColumnMapping(titles, fields, at) {
      saveMapping.run(titles, JSON.stringify(fields), at);
      forget.run();
    },
  };
}

export interface BatchRows {
  add(batchId: number, rows: BatchRowsJson): void;
  page(batchId: number, afterLine: number, limit: number): (BatchTableRow & { problems: BatchProblem[] })[];
  change(batchId: number, row: BatchTableRow): void;
  saveProblems(batchId: number, line: number, problems: readonly BatchProblem[]): void;
  /** Removes at most `limit` rows; returns how many were removed. */
  remove(batchId: number, limit: number): number;
  saveQuote(batchId: number, quote: BatchQuote): void;
  quotes(batchId: number): BatchQuote[];
}

/** Earlier versions stored a sentence. */
const storedProblem = batchProblemSchema.extend({ message: storedMessageSchema });

const quoteRow = z.object({
  digest: z.string(),
  price: z.number().nullable(),
  message: storedMessage.nullable(),
}) satisfies z.ZodType<BatchQuote>;

const tableRow = z
  .object({
    id: z.int(),
    line: z.int(),
    cells: storedJson(z.array(z.string())),
    fault: storedMessage.nullable(),
    isSkipped: z.int().transform((stored) => stored === 1),
    problems: storedJson(z.array(storedProblem)).nullable(),
  })
  .transform(({ id: _id, problems, ...row }) => ({ ...row, problems: problems ?? [] }));

/** The rows of a batch's input, and the prices of their orders. */
export function batchRowsIn(database: DatabaseSyncInstance, quarantine: Quarantine): BatchRows {
  // One statement for all rows: a call for each takes three times as long.
  const add = database.prepare(`
    INSERT INTO batch_rows (batch_id, line, cells, is_skipped) SELECT ?, key, value, 0 FROM json_each(?)`);
  const addFaults = database.prepare(`
    UPDATE batch_rows SET fault = faults.value FROM json_each(?) AS faults
    WHERE batch_id = ? AND line = CAST(faults.key AS INTEGER)`);
  const page = database.prepare(`
    SELECT rowid AS id, line, cells, fault, is_skipped AS "isSkipped", problems FROM batch_rows
    WHERE batch_id = ? AND line > ? ORDER BY line LIMIT ?`);
  const change = database.prepare('UPDATE batch_rows SET cells = ?, is_skipped = ? WHERE batch_id = ? AND line = ?');
  const saveProblems = database.prepare('UPDATE batch_rows SET problems = ? WHERE batch_id = ? AND line = ?');
  const remove = database.prepare(`
    DELETE FROM batch_rows WHERE rowid IN (SELECT rowid FROM batch_rows WHERE batch_id = ? LIMIT ?)`);
  const saveQuote = database.prepare(`
    INSERT INTO batch_quotes (batch_id, digest, price, message) VALUES (?, ?, ?, ?)
    ON CONFLICT (batch_id, digest) DO UPDATE SET price = excluded.price, message = excluded.message`);
  const quotes = database.prepare('SELECT digest, price, message FROM batch_quotes WHERE batch_id = ?');

  return {
    add(batchId, { cells, faults }) {
      add.run(batchId, cells);
      addFaults.run(faults, batchId);
    },
    page: (batchId, afterLine, limit) =>
      quarantine.readAll('batch_rows', tableRow, page.all(batchId, afterLine, limit)),
    change(batchId, { line, cells, isSkipped }) {
      change.run(jsonText(cells), Number(isSkipped), batchId, line);
    },
    saveProblems(batchId, line, problems) {
      saveProblems.run(jsonText(problems), batchId, line);
    },
    remove: (batchId, limit) => Number(remove.run(batchId, limit).changes),
    saveQuote(batchId, { digest, price, message }) {
      saveQuote.run(batchId, digest, price, jsonText(message));
    },
    quotes: (batchId) => z.array(quoteRow).parse(quotes.all(batchId)),
  };
}
