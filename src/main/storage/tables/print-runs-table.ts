import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { maybePrintedStates } from '../../../shared/printing/print-job.ts';
import {
  type LeftOut,
  type LeftOutReason,
  leftOutSchema,
  type MissingLabelRule,
  maxLeftOutCodes,
  type PrintRun,
  type PrintRunSource,
  printRunSchema,
} from '../../../shared/printing/print-run.ts';
import { parcelCode } from '../../../shared/shipments/parcel.ts';
import type { PrintRunRecords } from '../../core/ports/print-records.ts';
import type { Quarantine } from '../quarantine.ts';
import type { RecordsInThread } from '../record-calls.ts';
import { jsonText, storedJson } from '../sqlite.ts';
import { isNotBeingDeleted } from './commands-table.ts';
import type { Journal, Transactions } from './journal-tables.ts';
import { urgencies } from './labels-table.ts';
import type { PrintJobs } from './print-jobs-table.ts';

/** A parcel of a run: its label's bytes, or why it gets no job. */
export type RunParcel =
  | { code: string; label: { sha256: string; size: number } }
  | { code: string; reason: Exclude<LeftOutReason, 'limit reached' | 'stopped'> };

export interface PrintRuns {
  add(parcelIds: readonly number[], at: string): number;
  /** The next parcels of a run, in its order, of which it is to be decided now whether they print. */
  next(id: number, missingLabels: MissingLabelRule, limit: number): { place: number; parcelId: number }[];
  /** The parcel at that place has a job, or a reason for getting none. */
  settle(id: number, place: number): void;
  /** Runs with parcels that wait for labels, oldest first. */
  unfinished(limit: number): Pick<PrintRun, 'id' | 'createdAt'>[];
  byId(id: number): PrintRun | null;
  /** The newest runs with labels that are not sent. */
  open(limit: number): PrintRun[];
  /** The parcels of an order or a batch, in the order of the form or the rows. */
  parcelIds(source: PrintRunSource, limit: number): number[];
  /** @param runId the run that decides on it */
  parcel(id: number, runId: number): RunParcel;
  leaveOut(id: number, reason: LeftOutReason, codes: readonly string[]): void;
  /** Cancels what is not sent, also what a deletion cancelled and its undo would restore. */
  stop(id: number, at: string): void;
}

/** Runs without a job that are kept, besides those with one: enough for a window that still shows one. */
const emptyRunsKept = 20;

const leftOutRow = storedJson(z.array(leftOutSchema));
const runRow = printRunSchema.extend({
  isStopped: z.int().transform((flag) => flag === 1),
  labels: storedJson(printRunSchema.shape.labels),
  leftOut: leftOutRow,
});

interface ParcelFacts {
  customCode: string | null;
  pickUpCode: string | null;
  trackingCode: string | null;
  isHere: number;
  hasConflict: number;
  isQueued: number;
  isMaybePrinted: number;
  sha256: string | null;
  size: number | null;
}

const stateList = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');
const hasJobIn = (states: readonly string[]): string =>
  `EXISTS (SELECT 1 FROM print_jobs WHERE parcel_id = parcels.id AND state IN (${stateList(states)}))`;

/** The parcel's label is downloading, and no earlier run waits for it. */
const isAwaited = `(
  EXISTS (SELECT 1 FROM labels WHERE labels.parcel_id = waiting.parcel_id AND state = 'pending')
  AND EXISTS (SELECT 1 FROM parcels WHERE parcels.id = waiting.parcel_id) AND ${isNotBeingDeleted('waiting.parcel_id')}
  AND NOT EXISTS (SELECT 1 FROM print_run_parcels AS earlier
    WHERE earlier.parcel_id = waiting.parcel_id AND earlier.run_id < waiting.run_id))`;

/** Parcels in the order of the request's parcels; a parcel whose code the request does not name comes last. */
const requestPlace = `coalesce((SELECT key FROM json_each(commands.request, '$.drop_offs[0].parcels') AS named
  WHERE named.value ->> '$.custom_code' = parcels.custom_code LIMIT 1), 1000)`;

export function printRunsIn(database: DatabaseSyncInstance, quarantine: Quarantine): PrintRuns {
  const removeEmpty = database.prepare(`
    DELETE FROM print_runs WHERE id <= (SELECT max(id) FROM print_runs) - ${emptyRunsKept}
      AND NOT EXISTS (SELECT 1 FROM print_jobs WHERE run_id = print_runs.id)
      AND NOT EXISTS (SELECT 1 FROM print_run_parcels WHERE run_id = print_runs.id)`);
  const addParcels = database.prepare(
    'INSERT INTO print_run_parcels (run_id, place, parcel_id) SELECT ?, key, value FROM json_each(?)',
  );
  const nextWhere = (condition: string) =>
    database.prepare(`
      SELECT place, parcel_id AS "parcelId" FROM print_run_parcels AS waiting WHERE run_id = :run AND ${condition}
      ORDER BY place LIMIT :limit`);
  const nextBy: Readonly<Record<MissingLabelRule, ReturnType<typeof nextWhere>>> = {
    'wait in order': nextWhere(`place < coalesce((SELECT min(place) FROM print_run_parcels AS waiting
      WHERE run_id = :run AND ${isAwaited}), ${Number.MAX_SAFE_INTEGER})`),
    'print others first': nextWhere(`NOT ${isAwaited}`),
    'leave out': nextWhere('true'),
  };
  /** Those of other benches' parcels are wanted here from now on. */
  const wantLabels = database.prepare(`
    UPDATE labels SET can_wait = ${urgencies.later} WHERE state = 'pending' AND can_wait = ${urgencies['on demand']}
      AND parcel_id IN (SELECT value FROM json_each(?))`);
  const settle = database.prepare('DELETE FROM print_run_parcels WHERE run_id = ? AND place = ?');
  const unfinished = database.prepare(`
    SELECT id, created_at AS "createdAt" FROM print_runs WHERE id IN (SELECT run_id FROM print_run_parcels)
    ORDER BY id LIMIT ?`);
  const add = database.prepare(`INSERT INTO print_runs (left_out, created_at) VALUES ('[]', ?) RETURNING id`);
  const columns = `print_runs.id AS id, created_at AS "createdAt", is_stopped AS "isStopped", left_out AS "leftOut",
    (SELECT count(*) FROM print_run_parcels WHERE run_id = print_runs.id) AS awaited,
    (SELECT count(*) FROM print_jobs WHERE run_id = print_runs.id)
      + (SELECT count(*) FROM print_run_parcels WHERE run_id = print_runs.id) AS total,
    (SELECT json_group_object(state, labels) FROM (
      SELECT state, count(*) AS labels FROM print_jobs WHERE run_id = print_runs.id GROUP BY state)) AS labels`;
  const byId = database.prepare(`SELECT ${columns} FROM print_runs WHERE id = ?`);
  const open = database.prepare(`
    SELECT ${columns} FROM print_runs WHERE id IN (
      SELECT run_id FROM print_jobs WHERE state IN ('queued', 'held', 'sending', 'uncertain')
        AND state IN ('queued', 'held') AND run_id IS NOT NULL)
      OR id IN (SELECT run_id FROM print_run_parcels)
    ORDER BY id DESC LIMIT ?`);
  const ofOrder = database.prepare(`
    SELECT parcels.id AS id FROM shipments JOIN parcels ON parcels.shipment_id = shipments.id
      LEFT JOIN commands ON commands.id = (SELECT id FROM commands WHERE order_id = :of AND kind = 'create' LIMIT 1)
    WHERE shipments.order_id = :of ORDER BY ${requestPlace}, parcels.id LIMIT :limit`);
  const ofBatch = database.prepare(`
    SELECT parcels.id AS id FROM batch_orders JOIN commands ON commands.id = command_id
      JOIN shipments ON shipments.order_id = commands.order_id JOIN parcels ON parcels.shipment_id = shipments.id
    WHERE batch_id = :of ORDER BY number, ${requestPlace}, parcels.id LIMIT :limit`);
  const facts = database.prepare(`
    SELECT parcels.custom_code AS "customCode", parcels.pick_up_code AS "pickUpCode", tracking_code AS "trackingCode",
      ${isNotBeingDeleted('parcels.id')} AS "isHere",
      EXISTS (SELECT 1 FROM deletion_conflicts WHERE parcel_id = parcels.id AND decision IS NULL) AS "hasConflict",
      ${hasJobIn(['queued', 'held'])} OR EXISTS (
        SELECT 1 FROM print_run_parcels WHERE parcel_id = parcels.id AND run_id < :run) AS "isQueued", ${hasJobIn(maybePrintedStates)} AS "isMaybePrinted",
      label_files.sha256 AS sha256, size
    FROM parcels JOIN shipments ON shipments.id = parcels.shipment_id
      LEFT JOIN labels ON labels.parcel_id = parcels.id AND labels.state = 'stored'
      LEFT JOIN label_files ON label_files.sha256 = labels.sha256
    WHERE parcels.id = :id`);
  const readLeftOut = database.prepare('SELECT left_out AS "leftOut" FROM print_runs WHERE id = ?');
  const saveLeftOut = database.prepare('UPDATE print_runs SET left_out = ? WHERE id = ?');
  const markStopped = database.prepare('UPDATE print_runs SET is_stopped = 1 WHERE id = ?');
  const cancel = database.prepare(`
    UPDATE print_jobs SET state = 'cancelled', reasons = '[]', failure = NULL, question = NULL, updated_at = ?
    WHERE run_id = ? AND state IN ('queued', 'held')`);
  // Undoing a deletion must not restore a label of a stopped run.
  const release = database.prepare(
    'UPDATE print_jobs SET cancelled_by = NULL WHERE run_id = ? AND cancelled_by IS NOT NULL',
  );

  const readRuns = (rows: unknown[]): PrintRun[] =>
    quarantine.readAll('print_runs', runRow, rows as Record<string, unknown>[]);

  return {
    add(parcelIds, at) {
      removeEmpty.run();
      const { id } = add.get(at) as { id: number };
      const ids = jsonText(parcelIds);
      addParcels.run(id, ids);
      wantLabels.run(ids);
      return id;
    },
    next: (run, missingLabels, limit) => nextBy[missingLabels].all({ run, limit }),
    settle: (id, place) => void settle.run(id, place),
    unfinished: (limit) => unfinished.all(limit),
    byId: (id) => readRuns(byId.all(id))[0] ?? null,
    open: (limit) => readRuns(open.all(limit)),
    parcelIds(source, limit) {
      if (source.kind === 'parcels') return source.parcelIds.slice(0, limit);
      const rows: { id: number }[] =
        source.kind === 'order'
          ? ofOrder.all({ of: source.orderId, limit })
          : ofBatch.all({ of: source.batchId, limit });
      return rows.map(({ id }) => id);
    },
    parcel(id, run) {
      const found: ParcelFacts | undefined = facts.get({ id, run });
      if (!found) return { code: String(id), reason: 'unknown' };
      const code = parcelCode(found);
      if (found.hasConflict) return { code, reason: 'deletion conflict' };
      if (!found.isHere) return { code, reason: 'deleted' };
      if (found.isQueued) return { code, reason: 'queued already' };
      if (found.isMaybePrinted) return { code, reason: 'maybe printed' };
      if (found.sha256 === null || found.size === null) return { code, reason: 'no label' };
      return { code, label: { sha256: found.sha256, size: found.size } };
    },
    leaveOut(id, reason, codes) {
      if (codes.length === 0) return;
      const row = readLeftOut.get(id) as { leftOut: string } | undefined;
      const stored = leftOutRow.catch([]).parse(row?.leftOut ?? '[]');
      saveLeftOut.run(jsonText(withLeftOut(stored, reason, codes)), id);
    },
    stop(id, at) {
      markStopped.run(id);
      release.run(id);
      cancel.run(at, id);
    },
  };
}

function withLeftOut(all: readonly LeftOut[], reason: LeftOutReason, codes: readonly string[]): LeftOut[] {
  const before = all.find((entry) => entry.reason === reason) ?? { reason, count: 0, codes: [] };
  const entry = {
    reason,
    count: before.count + codes.length,
    codes: [...before.codes, ...codes].slice(0, maxLeftOutCodes),
  };
  return [...all.filter((other) => other.reason !== reason), entry];
}

/** Most runs of any list. */
const maxRuns = 50;

/** The record methods for print runs. */
export function printRunRecords(
  tables: Transactions & { printRuns: PrintRuns; printJobs: PrintJobs; journal: Journal },
): Pick<RecordsInThread, keyof PrintRunRecords> {
  const { printRuns, printJobs, journal, reading, writing, write } = tables;
  return {
    printRunParcels: (source, limit) => reading(() => printRuns.parcelIds(source, limit)),
    addPrintRun: (parcelIds, record) =>
      writing(() => {
        const { at, who } = record.activity;
        const further = printJobs.markedNotPrinted(parcelIds).flatMap((parcelId) => {
          const parcel = printRuns.parcel(parcelId, Number.MAX_SAFE_INTEGER);
          return 'label' in parcel ? [parcel.code] : [];
        });
        if (further.length > 0 && journal.isCapReached('reprint', at, further.length)) return null;
        write(record);
        for (const code of further)
          journal.add({ at, who, what: 'print-again', code, outcome: message('journal.print.queued') });
        return printRuns.add(parcelIds, at);
      }),
    addPrintRunJobs: (runId, { jobs, missingLabels, parcels, labels }, at) =>
      writing(() => {
        const run = printRuns.byId(runId);
        if (!run) return 0;
        const leftOut = new Map<LeftOutReason, string[]>();
        let room = labels - (run.total - run.awaited);
        const next = printRuns.next(runId, missingLabels, parcels);
        for (const { place, parcelId } of next) {
          printRuns.settle(runId, place);
          const parcel = printRuns.parcel(parcelId, runId);
          if ('label' in parcel && room > 0) {
            const job = { ...jobs, parcelId, runId, startedByCode: null, reprintReason: null };
            printJobs.add(job, parcel.label, parcel.code, at);
            room -= 1;
            continue;
          }
          const reason = 'reason' in parcel ? parcel.reason : 'limit reached';
          leftOut.set(reason, [...(leftOut.get(reason) ?? []), parcel.code]);
        }
        for (const [reason, codes] of leftOut) printRuns.leaveOut(runId, reason, codes);
        return next.length;
      }),
    unfinishedPrintRuns: (limit) => reading(() => printRuns.unfinished(limit)),
    printRun: (id) => reading(() => printRuns.byId(id)),
    openPrintRuns: (limit) => reading(() => printRuns.open(Math.max(0, Math.min(limit, maxRuns)))),
    stopPrintRun: (id, record) =>
      writing(() => {
        const run = printRuns.byId(id);
        if (!run) return null;
        const unqueued = printRuns.next(id, 'leave out', run.awaited).map(({ place, parcelId }) => {
          printRuns.settle(id, place);
          return printRuns.parcel(parcelId, id).code;
        });
        printRuns.leaveOut(id, 'stopped', unqueued);
        printRuns.stop(id, record.activity.at);
        write(record);
        return printRuns.byId(id);
      }),
  };
}
