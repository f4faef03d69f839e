import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { type Failure, failureSchema } from '../../shared/failure.ts';
import { type PrintJob, type PrintJobState, printJobSchema } from '../../shared/print-job.ts';
import { heldReasons } from '../../shared/printer.ts';
import type { NewPrintJob, PrintJobChange } from '../core/ports/records.ts';
import { type Columns, select } from './columns.ts';
import { notOnTheWayOut } from './commands.ts';
import type { SetAside } from './set-aside.ts';
import { jsonText, storedJson } from './stored-json.ts';

export interface PrintJobs {
  /** Queued, at that moment, with those bytes. */
  add(job: NewPrintJob, label: { sha256: string; size: number }, code: string, at: string): PrintJob;
  byId(id: number): PrintJob | null;
  /** The newest job of the parcel that has not been sent yet, or was made at or after that moment and not given up. */
  unsentOrMadeSince(parcelId: number, at: string): PrintJob | null;
  list(limit: number): PrintJob[];
  next(printer: string): PrintJob | null;
  move(id: number, from: readonly PrintJobState[], change: PrintJobChange, at: string): PrintJob | null;
  /** Cancels the parcel's unsent jobs in the name of a deletion; gives how many. */
  cancelUnsent(parcelId: number, commandId: number, at: string): number;
  /** Queues again what that deletion cancelled. */
  restore(commandId: number, at: string): void;
  /** Every job that is `sending` becomes uncertain; gives them. */
  doubtSending(failure: Failure, at: string): PrintJob[];
}

export const printJobColumns = {
  id: 'id',
  parcelId: 'parcel_id',
  code: 'code',
  printer: 'printer',
  state: 'state',
  reasons: 'reasons',
  origin: 'origin',
  startedByCode: 'started_by_code',
  reprintReason: 'reprint_reason',
  labelSha256: 'label_sha256',
  attempts: 'attempts',
  bytesTotal: 'bytes_total',
  bytesHandedOver: 'bytes_handed_over',
  failure: 'failure',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} satisfies Columns;

export const printJobRow = printJobSchema.extend({
  reasons: storedJson(z.array(z.enum(heldReasons))),
  failure: storedJson(failureSchema).nullable(),
});

/** Said as the index says it, letter for letter, so that SQLite takes the index. */
const isUnsettled = `(state IN ('queued', 'held', 'sending', 'uncertain'))`;

/** How far `next` looks behind jobs that cannot be read. */
const mostLookedAt = 50;

export function printJobsIn(database: DatabaseSyncInstance, setAside: SetAside): PrintJobs {
  const own = select('print_jobs', printJobColumns);
  const insert = database.prepare(`
    INSERT INTO print_jobs (parcel_id, code, printer, state, reasons, origin, started_by_code, reprint_reason, label_sha256,
      attempts, bytes_total, bytes_handed_over, created_at, updated_at)
    VALUES (?, ?, ?, 'queued', '[]', ?, ?, ?, ?, 0, ?, 0, ?, ?) RETURNING ${own}`);
  const byId = database.prepare(`SELECT ${own} FROM print_jobs WHERE id = ?`);
  const unsentOrMadeSince = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE parcel_id = ? AND (state IN ('queued', 'held', 'sending')
      OR (created_at >= ? AND state NOT IN ('cancelled', 'failed'))) ORDER BY id DESC LIMIT 1`);
  // The oldest where there are too many: they come out next, or have been in doubt longest.
  const unsettled = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE ${isUnsettled} ORDER BY id LIMIT ?`);
  const settled = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE NOT ${isUnsettled} ORDER BY id DESC LIMIT ?`);
  // A job that was on the wire when its parcel's deletion began may be held afterwards: it waits for the undo.
  const waiting = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE printer = ? AND state IN ('queued', 'held') AND ${notOnTheWayOut('print_jobs.parcel_id')}
    ORDER BY id LIMIT ?`);
  const move = database.prepare(`
    UPDATE print_jobs SET state = :state, reasons = coalesce(:reasons, reasons), attempts = attempts + :attempt,
      bytes_handed_over = coalesce(:bytesHandedOver, bytes_handed_over),
      failure = CASE WHEN :keepFailure THEN failure ELSE :failure END, cancelled_by = NULL, updated_at = :at
    WHERE id = :id AND state IN (SELECT value FROM json_each(:from)) RETURNING ${own}`);
  const cancelUnsent = database.prepare(`
    UPDATE print_jobs SET state = 'cancelled', reasons = '[]', failure = NULL, cancelled_by = ?, updated_at = ?
    WHERE parcel_id = ? AND state IN ('queued', 'held')`);
  const restore = database.prepare(`
    UPDATE print_jobs SET state = 'queued', cancelled_by = NULL, updated_at = ? WHERE cancelled_by = ?`);
  const doubtSending = database.prepare(`
    UPDATE print_jobs SET state = 'uncertain', failure = ?, updated_at = ?
    WHERE ${isUnsettled} AND state = 'sending' RETURNING ${own}`);

  const readAll = (rows: unknown[]): PrintJob[] =>
    setAside.readAll('print_jobs', printJobRow, rows as Record<string, unknown>[]);
  const readOne = (rows: unknown[]): PrintJob | null => readAll(rows)[0] ?? null;

  return {
    add(job, label, code, at) {
      const { parcelId, printer, origin, startedByCode, reprintReason } = job;
      const row = [parcelId, code, printer, origin, startedByCode, reprintReason, label.sha256, label.size, at, at];
      return printJobRow.parse(insert.get(...row));
    },
    byId: (id) => readOne(byId.all(id)),
    unsentOrMadeSince: (parcelId, at) => readOne(unsentOrMadeSince.all(parcelId, at)),
    list(limit) {
      const open = unsettled.all(limit);
      return readAll([...open, ...settled.all(limit - open.length)]).sort((one, other) => other.id - one.id);
    },
    next: (printer) => readOne(waiting.all(printer, mostLookedAt)),
    move(id, from, change, at) {
      const row = move.get({
        id,
        from: JSON.stringify(from),
        at,
        state: change.state,
        reasons: jsonText(change.reasons),
        attempt: change.attempt ? 1 : 0,
        bytesHandedOver: change.bytesHandedOver ?? null,
        keepFailure: change.failure === undefined ? 1 : 0,
        failure: jsonText(change.failure),
      });
      return row === undefined ? null : printJobRow.parse(row);
    },
    cancelUnsent: (parcelId, commandId, at) => cancelUnsent.run(commandId, at, parcelId).changes,
    restore(commandId, at) {
      restore.run(at, commandId);
    },
    doubtSending: (failure, at) => readAll(doubtSending.all(jsonText(failure), at)),
  };
}
