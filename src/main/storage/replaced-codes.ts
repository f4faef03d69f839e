import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { commandStates } from '../../shared/command.ts';
import { failureSchema } from '../../shared/failure.ts';
import type { ReplacedCode } from '../core/ports/doubt-records.ts';
import type { SetAside } from './set-aside.ts';
import { storedJson } from './stored-json.ts';

export interface NewReplacedCode {
  code: string;
  oldCommandId: number;
  newCommandId: number;
  deletionId: number;
  /** ISO 8601. */
  at: string;
}

/** Codes of orders that gave way to new ones. */
export interface ReplacedCodes {
  add(replaced: NewReplacedCode): void;
  /** True where an order that gave way carries it, and may exist all the same. */
  has(code: string): boolean;
  of(newCommandId: number): ReplacedCode[];
  /** Rows of those codes, without case. */
  named(codes: readonly string[]): number[];
  /** A deletion of that code deleted something at the service; the second one says so by `foundLate`. */
  noteFound(deletionId: number, code: string): void;
  /** The row whose second deletion that is, where the first one had found nothing. */
  foundLate(secondDeletionId: number): number | null;
  /** What was replaced under a clock that was set back since counts as replaced now (ISO). */
  countAnew(now: string): void;
  /** Rows replaced at or before that moment (ISO) whose second deletion is not begun, oldest first. */
  due(before: string, limit: number): { id: number; code: string; parcelId: number | null }[];
  noteDeletedAgain(id: number, deletionId: number, at: string): void;
  /** When the oldest was replaced whose second deletion is not begun. */
  oldestDue(): string | null;
}

const replacedRow = z.object({
  id: z.int(),
  code: z.string(),
  state: z.enum(commandStates).nullable(),
  failure: storedJson(failureSchema).nullable(),
  updatedAt: z.string().nullable(),
});

export function replacedCodesIn(database: DatabaseSyncInstance, setAside: SetAside): ReplacedCodes {
  const add = database.prepare(`
    INSERT INTO replaced_codes (code, old_command_id, new_command_id, replaced_at, deletion_id)
    VALUES (:code, :oldCommandId, :newCommandId, :at, :deletionId)`);
  const has = database.prepare('SELECT 1 FROM replaced_codes WHERE code = ? LIMIT 1');
  // A refused deletion that was begun anew is another command of the same code. One that went well is enough; the second deletion
  // says nothing of the first as long as it waits.
  const of = database.prepare(`
    SELECT replaced_codes.id AS id, replaced_codes.code AS code, state, failure, updated_at AS "updatedAt"
    FROM replaced_codes LEFT JOIN commands ON commands.id = (
      SELECT newer.id FROM commands AS newer WHERE newer.custom_code = replaced_codes.code
        AND newer.kind = 'delete' AND newer.state <> 'undone' AND newer.id >= deletion_id
        AND (newer.id IS NOT second_deletion_id OR newer.state = 'done')
      ORDER BY newer.state = 'done' DESC, newer.id DESC LIMIT 1)
    WHERE new_command_id = ? ORDER BY replaced_codes.id`);
  const named = database.prepare(`
    SELECT DISTINCT replaced_codes.id AS id FROM json_each(?) AS wanted
    CROSS JOIN replaced_codes ON code = wanted.value`);
  const noteFound = database.prepare(
    'UPDATE replaced_codes SET was_there = 1 WHERE code = ? AND second_deletion_id IS NOT ?',
  );
  const foundLate = database.prepare('SELECT id FROM replaced_codes WHERE second_deletion_id = ? AND was_there = 0');
  // Without case for the index's sake, then exactly.
  const due = database.prepare(`
    SELECT id, code, (SELECT parcels.id FROM parcels
      WHERE custom_code = code COLLATE NOCASE AND custom_code = code COLLATE BINARY LIMIT 1) AS "parcelId"
    FROM replaced_codes WHERE deleted_again_at IS NULL AND replaced_at <= ? ORDER BY replaced_at, id LIMIT ?`);
  const countAnew = database.prepare(
    'UPDATE replaced_codes SET replaced_at = :now WHERE deleted_again_at IS NULL AND replaced_at > :now',
  );
  const noteDeletedAgain = database.prepare(
    'UPDATE replaced_codes SET second_deletion_id = ?, deleted_again_at = ? WHERE id = ?',
  );
  const oldestDue = database.prepare(
    'SELECT min(replaced_at) AS "at" FROM replaced_codes WHERE deleted_again_at IS NULL',
  );

  return {
    add({ code, oldCommandId, newCommandId, deletionId, at }) {
      add.run({ code, oldCommandId, newCommandId, deletionId, at });
    },
    has: (code) => has.get(code) !== undefined,
    of(newCommandId) {
      const rows = setAside.readAll('replaced_codes', replacedRow, of.all(newCommandId));
      return rows.map(({ code, state, failure, updatedAt }) => ({
        code,
        deletion: state === null || updatedAt === null ? null : { state, failure, updatedAt },
      }));
    },
    named(codes) {
      if (codes.length === 0) return [];
      const rows: { id: number }[] = named.all(JSON.stringify(codes));
      return rows.map(({ id }) => id);
    },
    noteFound(deletionId, code) {
      noteFound.run(code, deletionId);
    },
    foundLate(secondDeletionId) {
      const row: { id: number } | undefined = foundLate.get(secondDeletionId);
      return row?.id ?? null;
    },
    countAnew(now) {
      countAnew.run({ now });
    },
    due: (before, limit) => due.all(before, limit),
    noteDeletedAgain(id, deletionId, at) {
      noteDeletedAgain.run(deletionId, at, id);
    },
    oldestDue() {
      const row: { at: string | null } = oldestDue.get();
      return row.at;
    },
  };
}
