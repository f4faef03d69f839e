import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { commandStates } from '../../../shared/orders/command.ts';
import { type OrderAlarm, orderAlarmSchema } from '../../../shared/orders/order-progress.ts';
import type { ReplacedCode } from '../../core/ports/order-records.ts';
import type { Quarantine } from '../quarantine.ts';
import { storedFailure, storedJson } from '../sqlite.ts';
import { isNotBeingDeleted } from './commands-table.ts';

export interface NewReplacedCode {
  code: string;
  oldCommandId: number;
  newCommandId: number;
  deletionId: number;
  /** ISO 8601. */
  at: string;
}

/** A code whose second deletion is due. */
export interface DueCode {
  id: number;
  code: string;
  parcelId: number | null;
  /** The old order may be the one that is kept: an operator decides about the deletion. */
  needsConfirmation: boolean;
}

/** Codes of replaced orders. */
export interface ReplacedCodes {
  add(replaced: NewReplacedCode): void;
  /** An order that another one corrected exists after all: its code is watched, and not deleted. Returns the row's id. */
  addFound(found: Omit<NewReplacedCode, 'deletionId'>): number;
  /** True if a replaced order has it and may still exist. */
  has(code: string): boolean;
  of(newCommandId: number): ReplacedCode[];
  /** Ids of the rows with those codes, ignoring case. */
  named(codes: readonly string[]): number[];
  /** Records that the first deletion of that code found an order at the service; `foundLate` reports the second one. */
  markFound(deletionId: number, code: string): void;
  /** The row of that second deletion, if the first one had found nothing. */
  foundLate(secondDeletionId: number): number | null;
  /** Sets replacement times in the future, written before the clock was set back, to now (ISO 8601). */
  resetFutureTimes(now: string): void;
  /** Rows replaced at or before that time (ISO 8601) without a second deletion, oldest first. */
  due(before: string, limit: number): DueCode[];
  markDeletedAgain(id: number, deletionId: number, at: string): void;
  /** When the oldest code without a second deletion was replaced (ISO 8601). */
  oldestDue(): string | null;
}

/** SQL: the id of the last order that took the place of a row of `replaced_codes`: its replacement may have been replaced too. */
const lastReplacement = `(
  WITH RECURSIVE place (command_id) AS (
    SELECT replaced_codes.new_command_id
    UNION SELECT later.new_command_id FROM place JOIN replaced_codes AS later ON later.old_command_id = place.command_id)
  SELECT max(command_id) FROM place)`;

/** SQL: that order will not be sent, waits for a decision, or has no parcel left. */
const isReplacementMissing = `EXISTS (
  SELECT 1 FROM commands AS latest WHERE latest.id = ${lastReplacement}
    AND (latest.state IN ('undone', 'rejected', 'needs confirmation') OR latest.state = 'done' AND NOT EXISTS (
      SELECT 1 FROM shipments JOIN parcels ON parcels.shipment_id = shipments.id
      WHERE shipments.order_id = latest.order_id AND ${isNotBeingDeleted('parcels.id')})))`;

/** SQL: a deletion of that code since its order was replaced is done, and was done at that time (ISO 8601) or later. */
const isCodeDeleted = (since: string): string => `EXISTS (
  SELECT 1 FROM commands AS deletion WHERE deletion.custom_code = replaced_codes.code AND deletion.kind = 'delete'
    AND deletion.state = 'done' AND deletion.id >= deletion_id AND deletion.updated_at >= ${since})`;

/** SQL: that order exists as far as is known, or it was not deleted and its replacement may not be there. */
const mayBeKept = `(
  EXISTS (SELECT 1 FROM order_alarms WHERE replaced_id = replaced_codes.id AND NOT ${isCodeDeleted('order_alarms.at')})
  OR NOT ${isCodeDeleted("''")} AND ${isReplacementMissing})`;

const replacedRow = z.object({
  id: z.int(),
  code: z.string(),
  state: z.enum(commandStates).nullable(),
  failure: storedFailure.nullable(),
  updatedAt: z.string().nullable(),
});

export function replacedCodesIn(database: DatabaseSyncInstance, quarantine: Quarantine): ReplacedCodes {
  const add = database.prepare(`
    INSERT INTO replaced_codes (code, old_command_id, new_command_id, replaced_at, deletion_id)
    VALUES (:code, :oldCommandId, :newCommandId, :at, :deletionId)`);
  const addFound = database.prepare(`
    INSERT INTO replaced_codes (code, old_command_id, new_command_id, replaced_at, deleted_again_at)
    VALUES (:code, :oldCommandId, :newCommandId, :at, :at) RETURNING id`);
  const has = database.prepare(`SELECT 1 WHERE ${isReplaced('?')}`);
  // A rejected deletion that was started again is another command for the same code. One that is done is enough; the second deletion
  // counts only when it is done.
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
  const markFound = database.prepare(
    'UPDATE replaced_codes SET was_there = 1 WHERE code = ? AND second_deletion_id IS NOT ?',
  );
  const foundLate = database.prepare('SELECT id FROM replaced_codes WHERE second_deletion_id = ? AND was_there = 0');
  // Compared ignoring case, to use the index, then exactly.
  const due = database.prepare(`
    SELECT id, code, (SELECT parcels.id FROM parcels
      WHERE custom_code = code COLLATE NOCASE AND custom_code = code COLLATE BINARY LIMIT 1) AS "parcelId",
      ${mayBeKept} AS "needsConfirmation"
    FROM replaced_codes WHERE deleted_again_at IS NULL AND replaced_at <= ? ORDER BY replaced_at, id LIMIT ?`);
  const resetFutureTimes = database.prepare(
    'UPDATE replaced_codes SET replaced_at = :now WHERE deleted_again_at IS NULL AND replaced_at > :now',
  );
  const markDeletedAgain = database.prepare(
    'UPDATE replaced_codes SET second_deletion_id = ?, deleted_again_at = ? WHERE id = ?',
  );
  const oldestDue = database.prepare(
    'SELECT min(replaced_at) AS "at" FROM replaced_codes WHERE deleted_again_at IS NULL',
  );

  return {
    add({ code, oldCommandId, newCommandId, deletionId, at }) {
      add.run({ code, oldCommandId, newCommandId, deletionId, at });
    },
    addFound({ code, oldCommandId, newCommandId, at }) {
      const added: { id: number } = addFound.get({ code, oldCommandId, newCommandId, at });
      return added.id;
    },
    has: (code) => has.get(code) !== undefined,
    of(newCommandId) {
      const rows = quarantine.readAll('replaced_codes', replacedRow, of.all(newCommandId));
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
    markFound(deletionId, code) {
      markFound.run(code, deletionId);
    },
    foundLate(secondDeletionId) {
      const row: { id: number } | undefined = foundLate.get(secondDeletionId);
      return row?.id ?? null;
    },
    resetFutureTimes(now) {
      resetFutureTimes.run({ now });
    },
    due(before, limit) {
      const rows: (Omit<DueCode, 'needsConfirmation'> & { needsConfirmation: number })[] = due.all(before, limit);
      return rows.map((row) => ({ ...row, needsConfirmation: row.needsConfirmation === 1 }));
    },
    markDeletedAgain(id, deletionId, at) {
      markDeletedAgain.run(deletionId, at, id);
    },
    oldestDue() {
      const row: { at: string | null } = oldestDue.get();
      return row.at;
    },
  };
}

/** SQL: a replaced order has that custom code. */
export const isReplaced = (code: string): string => `EXISTS (SELECT 1 FROM replaced_codes WHERE code = ${code})`;

/** Alarms about replaced orders that turn out to exist. */
export interface OrderAlarms {
  /**
   * A replaced code has at most one open alarm: until it is dismissed, further events add none. Nor do they once its order is stored here, as
   * any other. True if it is new.
   */
  raise(replacedId: number, event: string, at: string): boolean;
  open(limit: number): OrderAlarm[];
  unreported(limit: number): OrderAlarm[];
  markReported(ids: readonly number[], at: string): void;
  dismiss(id: number): boolean;
}

const alarmRow = orderAlarmSchema.extend({ newCodes: storedJson(orderAlarmSchema.shape.newCodes) });

export function orderAlarmsIn(database: DatabaseSyncInstance, quarantine: Quarantine): OrderAlarms {
  const isStored = `EXISTS (SELECT 1 FROM commands WHERE state = 'done'
    AND id = (SELECT old_command_id FROM replaced_codes WHERE id = :replacedId))`;
  const raise = database.prepare(`
    INSERT INTO order_alarms (replaced_id, event, at)
    SELECT :replacedId, :event, :at
    WHERE NOT EXISTS (SELECT 1 FROM order_alarms WHERE replaced_id = :replacedId AND (is_dismissed = 0 OR ${isStored}))`);
  const alarms = (where: string): string => `
    SELECT order_alarms.id AS id, replaced_codes.code AS code, event, at, (
      SELECT json_group_array(parcel.value ->> '$.custom_code')
      FROM commands CROSS JOIN json_each(request, '$.drop_offs[0].parcels') AS parcel
      WHERE commands.id = ${lastReplacement}) AS "newCodes"
    FROM order_alarms JOIN replaced_codes ON replaced_codes.id = replaced_id WHERE ${where}`;
  const open = database.prepare(`${alarms('is_dismissed = 0')} ORDER BY order_alarms.id DESC LIMIT ?`);
  const unreported = database.prepare(`${alarms('reported_at IS NULL')} ORDER BY order_alarms.id LIMIT ?`);
  const markReported = database.prepare(
    'UPDATE order_alarms SET reported_at = ? WHERE id IN (SELECT value FROM json_each(?))',
  );
  const dismiss = database.prepare('UPDATE order_alarms SET is_dismissed = 1 WHERE id = ? AND is_dismissed = 0');

  const readAll = (rows: unknown[]): OrderAlarm[] =>
    quarantine.readAll('order_alarms', alarmRow, rows as Record<string, unknown>[]);
  return {
    raise: (replacedId, event, at) => raise.run({ replacedId, event, at }).changes > 0,
    open: (limit) => readAll(open.all(limit)),
    unreported: (limit) => readAll(unreported.all(limit)),
    markReported(ids, at) {
      markReported.run(at, JSON.stringify(ids));
    },
    dismiss: (id) => dismiss.run(id).changes > 0,
  };
}
