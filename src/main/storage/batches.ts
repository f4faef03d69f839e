import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import {
  type BatchField,
  type BatchState,
  batchColumnSchema,
  batchFieldSchema,
  batchStates,
} from '../../shared/batch.ts';
import { failureSchema } from '../../shared/failure.ts';
import { draftAddressSchema } from '../../shared/order-book.ts';
import type { BatchFacts, StoredBatch } from '../core/ports/batch-records.ts';
import type { SetAside } from './set-aside.ts';
import { jsonText, storedJson } from './stored-json.ts';

export interface Batches {
  /** A hidden draft. */
  add(batch: Pick<StoredBatch, 'name' | 'folder' | 'facts'>): number;
  /** False where another one is shown. */
  show(id: number): boolean;
  shown(): StoredBatch | null;
  change(id: number, from: readonly BatchState[], state: BatchState, facts: BatchFacts): boolean;
  hide(id: number, from: readonly BatchState[]): boolean;
  runs(id: number): boolean;
  /** Any hidden one, to be removed. */
  hidden(): number | null;
  remove(id: number): void;
  rememberedColumns(titles: string): (BatchField | null)[] | null;
  rememberColumns(titles: string, fields: readonly (BatchField | null)[], at: string): void;
}

/** Headers whose matching is remembered. */
const mostHeaders = 200;

const factsSchema: z.ZodType<BatchFacts> = z.object({
  columns: z.array(batchColumnSchema.pick({ title: true, field: true, matchedBy: true })),
  pickUpAddress: draftAddressSchema.nullable(),
  combines: z.boolean(),
  why: failureSchema.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  quote: z.object({ isRunning: z.literal(false), total: z.number(), quoted: z.int(), failed: z.int() }).nullable(),
  resultFile: z.string().nullable(),
  isResultTried: z.boolean(),
  resultDoubts: z.int(),
});

const batchRow = z.object({
  id: z.int(),
  name: z.string(),
  folder: z.string().nullable(),
  state: z.enum(batchStates),
  facts: storedJson(factsSchema),
});

const fieldsSchema = storedJson(z.array(batchFieldSchema.nullable()));

export function batchesIn(database: DatabaseSyncInstance, setAside: SetAside): Batches {
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
  const remembered = database.prepare('SELECT fields FROM batch_columns WHERE titles = ?');
  const remember = database.prepare(`
    INSERT INTO batch_columns (titles, fields, used_at) VALUES (?, ?, ?)
    ON CONFLICT (titles) DO UPDATE SET fields = excluded.fields, used_at = excluded.used_at`);
  const forget = database.prepare(`
    DELETE FROM batch_columns WHERE titles NOT IN (
      SELECT titles FROM batch_columns ORDER BY used_at DESC, titles LIMIT ${mostHeaders})`);

  return {
    add({ name, folder, facts }) {
      const row: { id: number } = add.get(name, folder, jsonText(facts));
      return row.id;
    },
    show: (id) => show.get(id) !== undefined,
    shown: () => setAside.readAll('batches', batchRow, shown.all())[0] ?? null,
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
    rememberedColumns(titles) {
      const row: { fields: string } | undefined = remembered.get(titles);
      // A field that this station no longer knows: the columns are matched anew.
      return fieldsSchema.safeParse(row?.fields).data ?? null;
    },
    rememberColumns(titles, fields, at) {
      remember.run(titles, JSON.stringify(fields), at);
      forget.run();
    },
  };
}
