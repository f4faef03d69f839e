import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { MessageCode } from '../../../shared/messages/message.ts';
import {
  type ListedPrintJob,
  listedPrintJobSchema,
  noPrinterName,
  type PrintEvidence,
  type PrintJob,
  type PrintJobState,
  printAnswers,
  printEvidenceSchema,
  printJobSchema,
  printQuestionSchema,
} from '../../../shared/printing/print-job.ts';
import { type HeldReason, heldReasons } from '../../../shared/printing/printer.ts';
import type { NewPrintJob, PrintJobChange } from '../../core/ports/print-records.ts';
import type { CountedRows } from '../../core/ports/records.ts';
import type { ActingNow } from '../../core/ports/write-context.ts';
import type { Quarantine } from '../quarantine.ts';
import { type Columns, jsonText, type Row, select, storedFailure, storedJson } from '../sqlite.ts';
import { deletionOf, isNotBeingDeleted } from './commands-table.ts';
import { actingNames } from './journal-tables.ts';

export interface PrintJobs {
  /** The files of a job that the change takes from it. */
  filesReplacedBy(id: number, change: PrintJobChange): string[];
  /** Adds a queued job with the given label bytes. */
  add(job: Omit<NewPrintJob, 'notSince'>, label: { sha256: string; size: number }, code: string, at: string): PrintJob;
  byId(id: number): PrintJob | null;
  /** Jobs, and the labels that the printer of each prints before it; null where the job does not stand in its queue. */
  inQueue(ids: readonly number[]): { job: PrintJob; labelsBefore: number | null }[];
  /** The parcel's newest job that is unsent, or was created since that time and neither cancelled nor failed. */
  unsentOrMadeSince(parcelId: number, at: string): PrintJob | null;
  list(limit: number, settledAtLeast: number): ListedPrintJob[];
  countWithoutPrinter(): number;
  askedAtSite(limit: number): PrintJob[];
  /** Uncertain jobs and those with a question that an operator answers, newest first, without these. */
  needingOperator(limit: number, except: readonly number[]): CountedRows<PrintJob>;
  /** Unsent jobs of each printer. */
  countByPrinter(): { printer: string; labels: number }[];
  /** Gives the unsent jobs without a printer to that one, in order; null cancels them. */
  settleWithoutPrinter(printer: string | null, at: string): void;
  next(printer: string, except?: readonly number[]): PrintJob | null;
  /** The number of that job, which need not be readable. */
  nextId(printer: string): number | null;
  inPrinter(printer: string, since: string): PrintJob[];
  owned(printer: string): PrintJob[];
  ofParcel(parcelId: number, limit: number): PrintJob[];
  /** Of these parcels, those with a label that was sent and that an operator marked as not printed. */
  markedNotPrinted(parcelIds: readonly number[]): number[];
  note(id: number, evidence: Partial<PrintEvidence>): void;
  moveAll(from: string, to: string, at: string): number;
  resetQuestions(printer: string, at: string): number;
  move(id: number, from: readonly PrintJobState[], change: PrintJobChange, at: string): PrintJob | null;
  /** The same, where only whether it moved is of use: its row is not read. */
  tryMove(...step: Parameters<PrintJobs['move']>): boolean;
  /** Cancels the parcel's unsent jobs, for a deletion if given; returns how many. */
  cancelUnsent(parcelId: number, commandId: number | null, at: string): number;
  /** Cancels the unsent jobs that were made until then: another bench asked for the parcel, and prints it. */
  cancelReleased(parcelId: number, until: string, at: string): void;
  /** Cancels the job if it waits and its parcel is deleted. */
  cancelOfDeleted(id: number, at: string): void;
  /** True where a label of the parcel is queued that an operator said to print in spite of other benches. */
  isConfirmedAtSite(parcelId: number): boolean;
  /** Queues the jobs that the deletion cancelled; those held by an operator are held again. */
  restore(commandId: number, at: string): void;
  /** Marks every `sending` job as uncertain and returns them, except jobs in a print queue of a printer in `followed`. */
  markSendingUncertain(failure: Failure, at: string, followed: readonly string[]): PrintJob[];
}

export const printJobColumns = {
  id: 'id',
  parcelId: 'parcel_id',
  code: 'code',
  recipient: 'recipient',
  printer: 'printer',
  state: 'state',
  reasons: 'reasons',
  origin: 'origin',
  startedByCode: 'started_by_code',
  reprintReason: 'reprint_reason',
  labelSha256: 'label_sha256',
  sentSha256: 'sent_sha256',
  evidence: 'evidence',
  question: 'question',
  answers: 'answers',
  onHold: 'on_hold',
  position: 'position',
  parcelCount: 'parcel_count',
  attempts: 'attempts',
  bytesTotal: 'bytes_total',
  bytesSent: 'bytes_sent',
  failure: 'failure',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} satisfies Columns;

export const printJobRow = printJobSchema.extend({
  reasons: storedJson(z.array(z.enum(heldReasons))),
  failure: storedFailure.nullable(),
  evidence: storedJson(printEvidenceSchema),
  question: storedJson(printQuestionSchema).nullable(),
  answers: storedJson(z.array(z.enum(printAnswers))),
  onHold: z.union([z.literal(0), z.literal(1)]).transform((flag) => flag === 1),
});

const listedJobRow = printJobRow.extend({
  deletion: listedPrintJobSchema.shape.deletion.nullable().transform((deletion) => deletion ?? undefined),
});

/** Repeats the index's condition exactly, so that SQLite uses the index. */
const isUnsettled = `(state IN ('queued', 'held', 'sending', 'uncertain'))`;

/** A job without a printer is never queued: it is held, and says so. */
const isWithoutPrinter = (printer: string): string => `${printer} = '${noPrinterName}'`;
const withoutPrinter = `'${JSON.stringify(['no printer'] satisfies HeldReason[])}'`;

/** Most rows that `next` reads where the first one is unreadable. */
const maxLookedAt = 50;

/** Most jobs read that a printer or a print queue may hold. */
const maxInPrinter = 100;

/** Repeats the index's condition exactly. */
const isToBeSent = `state IN ('queued', 'held') AND question IS NULL AND on_hold = 0`;
const isInPrinter = `state IN ('sending', 'sent')`;

const countBefore = ({ evidence }: PrintJob): number => evidence.countBefore ?? 0;

export function printJobsIn(database: DatabaseSyncInstance, quarantine: Quarantine, acting: ActingNow): PrintJobs {
  const own = select('print_jobs', printJobColumns);
  const insert = database.prepare(`
    INSERT INTO print_jobs (parcel_id, code, printer, state, reasons, origin, started_by_code, reprint_reason, label_sha256,
      attempts, bytes_total, bytes_sent, created_at, updated_at, run_id, reprint_kind, position, parcel_count, recipient,
      person_name, lead_name)
    SELECT parcels.id, :code, :printer, CASE WHEN ${isWithoutPrinter(':printer')} THEN 'held' ELSE 'queued' END,
      CASE WHEN ${isWithoutPrinter(':printer')} THEN ${withoutPrinter} ELSE '[]' END,
      :origin, :startedByCode, :reprintReason, :sha256, 0, :size, 0, :at, :at, :runId, :reprintKind, parcels.position,
      (SELECT count(*) FROM parcels AS other WHERE other.shipment_id = parcels.shipment_id), recipient_name,
      :personName, :leadName
    FROM parcels JOIN shipments ON shipments.id = parcels.shipment_id WHERE parcels.id = :parcelId RETURNING ${own}`);
  const byId = database.prepare(`SELECT ${own} FROM print_jobs WHERE id = ?`);
  const unsentOrMadeSince = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE parcel_id = ? AND (state IN ('queued', 'held', 'sending')
      OR (created_at >= ? AND state NOT IN ('cancelled', 'failed'))) ORDER BY id DESC LIMIT 1`);
  // Oldest first: they are printed next, or have been uncertain longest.
  const listed = `SELECT ${own}, ${deletionOf('print_jobs.parcel_id')} AS deletion FROM print_jobs`;
  const unsettled = database.prepare(`${listed} WHERE ${isUnsettled} ORDER BY id LIMIT ?`);
  const settled = database.prepare(`${listed} WHERE NOT ${isUnsettled} ORDER BY id DESC LIMIT ?`);
  const askedAtSite = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE ${isUnsettled} AND state = 'held' AND question ->> '$.kind' = 'site'
    ORDER BY json_array_length(question, '$.answers') > 0, id LIMIT ?`);
  // A job that was being sent when its parcel's deletion began stays held until the deletion is undone.
  const waiting = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE printer = ? AND ${isToBeSent} AND ${isNotBeingDeleted('print_jobs.parcel_id')}
      AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`);
  const inQueue = database.prepare(`
    SELECT ${own}, CASE WHEN ${isToBeSent} THEN
        (SELECT count(*) FROM print_jobs AS ahead WHERE ahead.printer = print_jobs.printer AND ahead.state IN ('queued', 'held')
          AND ahead.question IS NULL AND ahead.on_hold = 0 AND ahead.id < print_jobs.id) END AS "labelsBefore"
    FROM json_each(?) AS wanted CROSS JOIN print_jobs ON print_jobs.id = wanted.value`);
  const isNotCounted = `printer = :printer AND updated_at >= :since
    AND evidence ->> '$.countBefore' IS NOT NULL AND evidence ->> '$.countAfter' IS NULL`;
  const inPrinter = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE ${isInPrinter} AND state = 'sent' AND ${isNotCounted}
    UNION ALL SELECT ${own} FROM print_jobs WHERE ${isUnsettled} AND state = 'uncertain' AND ${isNotCounted}
    ORDER BY id LIMIT ${maxInPrinter}`);
  const owned = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE printer = ? AND ${isInPrinter} AND state = 'sending'
      AND evidence ->> '$.queueReference' IS NOT NULL ORDER BY id LIMIT ${maxInPrinter}`);
  const ofParcel = database.prepare(`SELECT ${own} FROM print_jobs WHERE parcel_id = ? ORDER BY id DESC LIMIT ?`);
  const markedNotPrinted = database.prepare(`
    SELECT DISTINCT parcel_id AS "parcelId" FROM json_each(?) AS wanted CROSS JOIN print_jobs ON parcel_id = wanted.value
    WHERE state = 'failed' AND failure ->> '$.message.code' = '${'print-job.marked-not-printed' satisfies MessageCode}'`);
  const files = database.prepare('SELECT label_sha256 AS label, sent_sha256 AS sent FROM print_jobs WHERE id = ?');
  const note = database.prepare('UPDATE print_jobs SET evidence = json_patch(evidence, ?) WHERE id = ?');
  const moveAll = database.prepare(`
    UPDATE print_jobs SET printer = :to, state = 'queued', reasons = '[]', failure = NULL, answers = '[]', updated_at = :at
    WHERE printer = :from AND ${isToBeSent}`);
  const resetQuestions = database.prepare(`
    UPDATE print_jobs SET question = NULL, answers = '[]', updated_at = :at,
      state = CASE WHEN question IS NOT NULL AND on_hold = 0 THEN 'queued' ELSE state END
    WHERE printer = :printer AND ${isUnsettled} AND state IN ('queued', 'held')
      AND (question IS NOT NULL OR answers <> '[]')`);
  const question = 'CASE WHEN :keepQuestion THEN question ELSE :question END';
  const onHold = 'coalesce(:onHold, on_hold)';
  const label = 'coalesce(:label, label_sha256)';
  const sent = 'CASE WHEN :keepSent THEN sent_sha256 ELSE :sent END';
  const printerAfter = 'coalesce(:printer, printer)';
  // A job held by an operator or a question is never queued, whatever else changes.
  const move = database.prepare(`
    UPDATE print_jobs SET state = CASE WHEN :state = 'queued' AND (${onHold} = 1 OR ${question} IS NOT NULL OR ${isWithoutPrinter(printerAfter)})
        THEN 'held' ELSE :state END,
      reasons = CASE WHEN ${isWithoutPrinter(printerAfter)} THEN ${withoutPrinter} ELSE coalesce(:reasons, reasons) END, attempts = attempts + :attempt,
      bytes_sent = coalesce(:bytesSent, bytes_sent),
      failure = CASE WHEN :keepFailure THEN failure ELSE :failure END, evidence = json_patch(evidence, :evidence),
      question = ${question}, answers = coalesce(:answers, answers), on_hold = ${onHold}, printer = ${printerAfter},
      label_sha256 = ${label}, sent_sha256 = ${sent},
      bytes_total = (SELECT size FROM label_files WHERE sha256 = coalesce(${sent}, ${label})),
      cancelled_by = NULL, updated_at = :at
    WHERE id = :id AND state IN (SELECT value FROM json_each(:from))
      AND (:waitingFor IS NULL OR (printer = :waitingFor AND question IS NULL AND on_hold = 0))
      AND (:ifQuestion IS NULL OR question ->> '$.kind' = :ifQuestion) RETURNING ${own}`);
  const cancelUnsent = database.prepare(`
    UPDATE print_jobs SET state = 'cancelled', reasons = '[]', failure = NULL, cancelled_by = ?, updated_at = ?
    WHERE parcel_id = ? AND state IN ('queued', 'held')`);
  const cancelReleased = database.prepare(`
    UPDATE print_jobs SET state = 'cancelled', reasons = '[]', failure = NULL, updated_at = :at
    WHERE parcel_id = :parcelId AND state IN ('queued', 'held') AND created_at <= :until`);
  const cancelOfDeleted = database.prepare(`
    UPDATE print_jobs SET state = 'cancelled', reasons = '[]', failure = NULL, updated_at = ?
    WHERE id = ? AND state IN ('queued', 'held')
      AND EXISTS (SELECT 1 FROM parcels WHERE parcels.id = print_jobs.parcel_id AND deleted_at IS NOT NULL)`);
  const confirmedAtSite = database.prepare(`
    SELECT 1 FROM print_jobs WHERE parcel_id = ? AND state = 'queued' AND json_array_length(evidence, '$.confirmedAtSite') > 0`);
  const restore = database.prepare(`
    UPDATE print_jobs SET state = CASE WHEN on_hold = 1 OR ${isWithoutPrinter('printer')} THEN 'held' ELSE 'queued' END,
      reasons = CASE WHEN ${isWithoutPrinter('printer')} THEN ${withoutPrinter} ELSE reasons END,
      question = NULL, cancelled_by = NULL, updated_at = ?
    WHERE cancelled_by = ?`);
  const hasNoPrinter = `state IN ('queued', 'held') AND ${isWithoutPrinter('printer')}`;
  const countWithoutPrinter = database.prepare(`
    SELECT count(*) AS labels FROM print_jobs WHERE ${isUnsettled} AND ${hasNoPrinter}`);
  // One without answers about other benches only waits for them.
  const hasAnswers = `(question ->> '$.kind' IS NOT 'site' OR json_array_length(question, '$.answers') > 0)`;
  const needsOperator = `${isUnsettled} AND (state = 'uncertain' OR (state = 'held' AND question IS NOT NULL AND ${hasAnswers}))
    AND id NOT IN (SELECT value FROM json_each(:except))`;
  const needingOperator = database.prepare(`
    SELECT ${own} FROM print_jobs WHERE ${needsOperator} ORDER BY id DESC LIMIT :limit`);
  const countNeedingOperator = database.prepare(`SELECT count(*) AS total FROM print_jobs WHERE ${needsOperator}`);
  const countByPrinter = database.prepare(`
    SELECT printer, count(*) AS labels FROM print_jobs WHERE ${isUnsettled} AND state IN ('queued', 'held')
    GROUP BY printer ORDER BY printer`);
  const giveToPrinter = database.prepare(`
    UPDATE print_jobs SET printer = :printer, state = CASE on_hold WHEN 1 THEN 'held' ELSE 'queued' END, reasons = '[]',
      updated_at = :at WHERE ${isUnsettled} AND ${hasNoPrinter}`);
  const discardWithoutPrinter = database.prepare(`
    UPDATE print_jobs SET state = 'cancelled', reasons = '[]', updated_at = ? WHERE ${isUnsettled} AND ${hasNoPrinter}`);
  const markSendingUncertain = database.prepare(`
    UPDATE print_jobs SET state = 'uncertain', failure = ?, updated_at = ?
    WHERE ${isUnsettled} AND state = 'sending' AND NOT (evidence ->> '$.queueReference' IS NOT NULL
      AND printer IN (SELECT value FROM json_each(?))) RETURNING ${own}`);

  const moveRow = (...[id, from, change, at]: Parameters<PrintJobs['move']>): Row | undefined =>
    move.get({
      id,
      from: JSON.stringify(from),
      at,
      state: change.state,
      waitingFor: change.ifWaitingFor ?? null,
      ifQuestion: change.ifQuestion ?? null,
      reasons: jsonText(change.reasons),
      attempt: change.attempt ? 1 : 0,
      bytesSent: change.bytesSent ?? null,
      keepFailure: change.failure === undefined ? 1 : 0,
      failure: jsonText(change.failure),
      evidence: JSON.stringify(change.evidence ?? {}),
      keepQuestion: change.question === undefined ? 1 : 0,
      question: jsonText(change.question),
      answers: jsonText(change.answers),
      onHold: change.onHold === undefined ? null : Number(change.onHold),
      printer: change.printer ?? null,
      label: change.label?.sha256 ?? null,
      keepSent: change.sent === undefined && change.label === undefined ? 1 : 0,
      sent: change.sent?.sha256 ?? null,
    });

  const readAll = (rows: unknown[]): PrintJob[] =>
    quarantine.readAll('print_jobs', printJobRow, rows as Record<string, unknown>[]);
  const readOne = (rows: unknown[]): PrintJob | null => readAll(rows)[0] ?? null;

  return {
    add(job, label, code, at) {
      const { parcelId, printer, origin, startedByCode, reprintReason, reprintKind = null, runId = null } = job;
      const { sha256, size } = label;
      const source = { origin, startedByCode, reprintReason, reprintKind, runId };
      const row = { ...source, ...actingNames(acting), parcelId, code, printer, sha256, size, at };
      return printJobRow.parse(insert.get(row));
    },
    byId: (id) => readOne(byId.all(id)),
    filesReplacedBy(id, { label: newLabel, sent: newSent }) {
      if (newLabel === undefined && newSent === undefined) return [];
      const row: { label: string; sent: string | null } | undefined = files.get(id);
      return [newLabel ? row?.label : null, row?.sent].filter((hash) => typeof hash === 'string');
    },
    inQueue(ids) {
      const rows: (Row & { labelsBefore: number | null })[] = ids.length === 0 ? [] : inQueue.all(JSON.stringify(ids));
      return rows.flatMap(({ labelsBefore, ...row }) => {
        const job = quarantine.read('print_jobs', printJobRow, row);
        return job ? { job, labelsBefore } : [];
      });
    },
    unsentOrMadeSince: (parcelId, at) => readOne(unsentOrMadeSince.all(parcelId, at)),
    list(limit, settledAtLeast) {
      const open: Row[] = unsettled.all(limit);
      const rows = [...open, ...(settled.all(Math.max(settledAtLeast, limit - open.length)) as Row[])];
      return quarantine.readAll('print_jobs', listedJobRow, rows).sort((one, other) => other.id - one.id);
    },
    askedAtSite: (limit) => readAll(askedAtSite.all(limit)),
    needingOperator(limit, ids) {
      const except = JSON.stringify(ids);
      const { total }: { total: number } = countNeedingOperator.get({ except });
      return { total, rows: readAll(needingOperator.all({ except, limit })) };
    },
    countByPrinter: () => countByPrinter.all(),
    countWithoutPrinter: () => (countWithoutPrinter.get() as { labels: number }).labels,
    settleWithoutPrinter(printer, at) {
      if (printer === null) discardWithoutPrinter.run(at);
      else giveToPrinter.run({ printer, at });
    },
    next(printer, ids = []) {
      const except = JSON.stringify(ids);
      return readOne(waiting.all(printer, except, 1)) ?? readOne(waiting.all(printer, except, maxLookedAt));
    },
    nextId(printer) {
      const row: { id: number } | undefined = waiting.get(printer, '[]', 1);
      return row?.id ?? null;
    },
    inPrinter(printer, since) {
      // The counter shows in which order they were sent: an older job may have waited for an operator.
      const found = readAll(inPrinter.all({ printer, since })).sort(
        (one, other) => countBefore(one) - countBefore(other) || one.id - other.id,
      );
      // One that was cut off behind them, or with the same count before, may be what the printer has counted since. Alone, it confirms nothing.
      const first = found.find(({ state }) => state === 'sent');
      return first ? found.filter((job) => job.state === 'sent' || countBefore(job) >= countBefore(first)) : [];
    },
    owned: (printer) => readAll(owned.all(printer)),
    ofParcel: (parcelId, limit) => readAll(ofParcel.all(parcelId, limit)),
    markedNotPrinted(parcelIds) {
      const rows: { parcelId: number }[] = markedNotPrinted.all(JSON.stringify(parcelIds));
      return rows.map(({ parcelId }) => parcelId);
    },
    note(id, evidence) {
      note.run(JSON.stringify(evidence), id);
    },
    moveAll: (from, to, at) => Number(moveAll.run({ from, to, at }).changes),
    resetQuestions: (printer, at) => Number(resetQuestions.run({ printer, at }).changes),
    move(...step) {
      const row = moveRow(...step);
      return row === undefined ? null : printJobRow.parse(row);
    },
    tryMove: (...step) => moveRow(...step) !== undefined,
    cancelUnsent: (parcelId, commandId, at) => cancelUnsent.run(commandId, at, parcelId).changes,
    cancelReleased(parcelId, until, at) {
      cancelReleased.run({ parcelId, until, at });
    },
    cancelOfDeleted(id, at) {
      cancelOfDeleted.run(at, id);
    },
    isConfirmedAtSite: (parcelId) => confirmedAtSite.get(parcelId) !== undefined,
    restore(commandId, at) {
      restore.run(at, commandId);
    },
    markSendingUncertain: (failure, at, followed) =>
      readAll(markSendingUncertain.all(jsonText(failure), at, JSON.stringify(followed))),
  };
}
