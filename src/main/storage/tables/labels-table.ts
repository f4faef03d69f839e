import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { Failure } from '../../../shared/contract/failure.ts';
import { labelInspectionSchema } from '../../../shared/printing/label-inspection.ts';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import { type LabelState, labelStateSchema, type UnassignedLabel } from '../../../shared/shipments/parcel.ts';
import type { LabelChoice, LabelDelay, PendingLabel, StoredLabel } from '../../core/ports/label-records.ts';
import type { UnassignedLabelOfAnswer } from '../../core/ports/order-records.ts';
import type { KeptBytes, NextLabel } from '../../core/ports/print-records.ts';
import type { Quarantine } from '../quarantine.ts';
import { type Columns, jsonText, overwriting, select, storedFailure, storedJson } from '../sqlite.ts';

/**
 * When a label is downloaded: those of orders created here first, then those of imported ones; one of another bench's order once an operator
 * wants it here (`want`).
 */
export type LabelUrgency = 'now' | 'later' | 'on demand';
/** As `can_wait` has it. */
export const urgencies: Readonly<Record<LabelUrgency, number>> = { now: 0, later: 1, 'on demand': 2 };
const isDue = `can_wait < ${urgencies['on demand']}`;

type LabelSource = Pick<LabelState, 'url' | 'source' | 'format'> & { pdfUrl: string | null };

export interface Labels {
  /**
   * Requests a label for a parcel. An existing one stays, unless it failed and the address differs. False where nothing changed.
   */
  request(parcelId: number, label: LabelSource, urgency?: LabelUrgency): boolean;
  pending(limit: number, choice?: LabelChoice): PendingLabel[];
  /** The parcel's stored label: hash, and size in bytes. */
  storedFor(parcelId: number): { sha256: string; size: number } | null;
  /** Stores the label's bytes; returns its parcel, if it has one, or null if there is no such label. */
  keep(labelId: number, file: StoredLabel, at: string): { parcelId: number | null } | null;
  /** Marks the label as failed; returns its parcel, if it has one, or null if the label is stored or does not exist. */
  fail(labelId: number, failure: Failure): { parcelId: number | null } | null;
  /** Why pending labels are not here yet; null takes the reason back. */
  delay(choice: LabelChoice, delay: LabelDelay | null): void;
  retry(labelId: number): void;
  keepFile(file: KeptBytes): void;
  /** Removes those of these files that nothing refers to, and overwrites their bytes. */
  removeUnused(hashes: readonly string[]): void;
  bytes(sha256: string): Uint8Array | null;
  pdfAddress(parcelId: number): string | null;
  /** What a job needs of its label. */
  ofJob(job: Pick<PrintJob, 'labelSha256' | 'parcelId'>): Omit<NextLabel, 'job'>;
}

export const labelColumns = {
  id: 'id',
  state: 'state',
  source: 'source',
  format: 'format',
  url: 'url',
  sha256: 'sha256',
  failure: 'failure',
  nextAttemptAt: 'next_attempt_at',
  urgency: 'can_wait',
} satisfies Columns;

const storedRow = labelStateSchema.extend({ failure: storedFailure.nullable(), urgency: z.int() });
const asLabelState = <T extends z.infer<typeof storedRow>>({ urgency, ...label }: T) => {
  const isOnDemand = label.state === 'pending' && label.failure === null && urgency === urgencies['on demand'];
  return isOnDemand ? { ...label, state: 'on demand' as const } : label;
};
export const labelRow = storedRow.transform(asLabelState);
const pendingRow = storedRow.omit({ urgency: true }).extend({
  parcelId: z.int().nullable(),
  createdAt: z.string(),
  canWait: z.int().transform((urgency) => urgency > urgencies.now),
});

/** SQL condition: the label names someone who was erased. */
const isErased = `EXISTS (SELECT 1 FROM shipments WHERE erased_at IS NOT NULL
  AND id = coalesce(labels.shipment_id, (SELECT shipment_id FROM parcels WHERE parcels.id = labels.parcel_id)))`;

/** SQL condition: no label has the bytes of the file, and no print job has them or sent them. */
export const isUnusedFile = `NOT EXISTS (SELECT 1 FROM labels WHERE labels.sha256 = label_files.sha256)
  AND NOT EXISTS (SELECT 1 FROM print_jobs WHERE label_sha256 = label_files.sha256)
  AND NOT EXISTS (SELECT 1 FROM print_jobs WHERE sent_sha256 = label_files.sha256)`;

/** An inspection that cannot be read is made again. */
const storedInspection = storedJson(labelInspectionSchema).nullable().catch(null);

export function labelsIn(database: DatabaseSyncInstance, quarantine: Quarantine): Labels {
  const request = database.prepare(`
    INSERT INTO labels (parcel_id, state, source, format, url, pdf_url, can_wait) VALUES (?, 'pending', ?, ?, ?, ?, ?)
    ON CONFLICT (parcel_id) DO UPDATE SET state = 'pending', failure = NULL, next_attempt_at = NULL, source = excluded.source,
      format = excluded.format, url = excluded.url, pdf_url = excluded.pdf_url
    WHERE state = 'failed' AND url <> excluded.url`);
  const pendingWhere = (condition: string, urgency = 'can_wait') =>
    database.prepare(`
      SELECT ${select('labels', labelColumns)}, parcel_id AS "parcelId", ${urgency} AS "canWait",
        coalesce((SELECT created_at FROM parcels WHERE parcels.id = parcel_id), (SELECT stored_at FROM orders
          JOIN shipments ON shipments.order_id = orders.id WHERE shipments.id = shipment_id)) AS "createdAt" FROM labels
      WHERE state = 'pending' AND id ${condition} ORDER BY can_wait, id LIMIT ?`);
  const pendingExcept = pendingWhere(`NOT IN (SELECT value FROM json_each(?)) AND ${isDue}`);
  // One that waited until an operator wants it is wanted now.
  const pendingOf = pendingWhere(
    'IN (SELECT value FROM json_each(?))',
    `CASE WHEN ${isDue} THEN can_wait ELSE ${urgencies.now} END`,
  );
  const storedFor = database.prepare(`
    SELECT labels.sha256 AS sha256, size FROM labels JOIN label_files ON label_files.sha256 = labels.sha256
    WHERE parcel_id = ? AND state = 'stored'`);
  const keepFile = database.prepare(`
    INSERT INTO label_files (sha256, size, bytes) VALUES (?, ?, ?)
    ON CONFLICT (sha256) DO UPDATE SET size = excluded.size, bytes = excluded.bytes WHERE label_files.size = 0`);
  const removeUnused = database.prepare(`
    DELETE FROM label_files WHERE sha256 IN (SELECT value FROM json_each(?)) AND ${isUnusedFile}`);
  const keepInspection = database.prepare('UPDATE label_files SET inspection = ? WHERE sha256 = ?');
  const keep = database.prepare(`
    UPDATE labels SET state = 'stored', sha256 = ?, format = ?, failure = NULL, next_attempt_at = NULL, stored_at = ? WHERE id = ? RETURNING parcel_id AS "parcelId"`);
  const fail = database.prepare(`
    UPDATE labels SET state = 'failed', failure = ?, next_attempt_at = NULL WHERE id = ? AND state <> 'stored' RETURNING parcel_id AS "parcelId"`);
  const retry = database.prepare(
    `UPDATE labels SET state = 'pending', failure = NULL WHERE id = ? AND state = 'failed' AND NOT ${isErased}`,
  );
  const delayWhere = (condition: string) =>
    database.prepare(`
      UPDATE labels SET failure = ?, next_attempt_at = ?
      WHERE state = 'pending' AND id ${condition}`);
  const others = 'NOT IN (SELECT value FROM json_each(?))';
  const delayExcept = delayWhere(`${others} AND ${isDue}`);
  const delayNone = delayWhere(`${others} AND failure IS NOT NULL`);
  const delayOf = delayWhere('IN (SELECT value FROM json_each(?))');
  const pdfAddress = database.prepare('SELECT pdf_url FROM labels WHERE parcel_id = ?');
  const erased = database.prepare(`SELECT 1 FROM labels WHERE id = ? AND ${isErased}`);
  const bytes = database.prepare('SELECT bytes FROM label_files WHERE sha256 = ? AND size > 0');
  const ofJob = database.prepare(`
    SELECT (SELECT pdf_url FROM labels WHERE parcel_id = :parcelId) AS "pdfUrl", bytes, inspection
    FROM (SELECT 1) LEFT JOIN label_files ON sha256 = :sha256 AND size > 0`);

  return {
    request(parcelId, { source, format, url, pdfUrl }, urgency = 'now') {
      return request.run(parcelId, source, format, url, pdfUrl, urgencies[urgency]).changes > 0;
    },
    pending(limit, choice = { except: [] }) {
      const rows =
        'only' in choice
          ? pendingOf.all(JSON.stringify(choice.only), limit)
          : pendingExcept.all(JSON.stringify(choice.except), limit);
      return quarantine.readAll('labels', pendingRow, rows);
    },
    storedFor: (parcelId) => storedFor.get(parcelId) ?? null,
    keepFile: ({ sha256, bytes }) => void keepFile.run(sha256, bytes.byteLength, bytes),
    removeUnused(hashes) {
      if (hashes.length > 0) overwriting(database, () => removeUnused.run(JSON.stringify(hashes)));
    },
    keep(labelId, file, at) {
      // It was being downloaded when its receiver was erased.
      if (erased.get(labelId)) return null;
      keepFile.run(file.sha256, file.bytes.byteLength, file.bytes);
      if (file.inspection) keepInspection.run(JSON.stringify(file.inspection), file.sha256);
      return keep.get(file.sha256, file.format, at, labelId) ?? null;
    },
    fail(labelId, failure) {
      return fail.get(jsonText(failure), labelId) ?? null;
    },
    delay(choice, delay) {
      const [failure, at] = delay ? [jsonText(delay.failure), delay.nextAttemptAt] : [null, null];
      if ('only' in choice) delayOf.run(failure, at, JSON.stringify(choice.only));
      else (delay ? delayExcept : delayNone).run(failure, at, JSON.stringify(choice.except));
    },
    retry(labelId) {
      retry.run(labelId);
    },
    pdfAddress(parcelId) {
      const row: { pdf_url: string | null } | undefined = pdfAddress.get(parcelId);
      return row?.pdf_url ?? null;
    },
    ofJob({ labelSha256, parcelId }) {
      const row: { pdfUrl: string | null; bytes: Uint8Array | null; inspection: string | null } = ofJob.get({
        sha256: labelSha256,
        parcelId,
      });
      const inspection = storedInspection.parse(row.inspection);
      return { bytes: row.bytes, inspection, offersPdf: row.pdfUrl !== null };
    },
    bytes(sha256) {
      const row: { bytes: Uint8Array } | undefined = bytes.get(sha256);
      return row?.bytes ?? null;
    },
  };
}

/** Labels of shipments of which it is not known whose they are. */
export interface UnassignedLabels {
  /** A label to download for a shipment; one it has already stays. False where nothing changed. */
  request(shipmentId: number, label: UnassignedLabelOfAnswer, urgency: LabelUrgency): boolean;
  ofOrder(orderId: number): UnassignedLabel[];
  byId(labelId: number): UnassignedLabel | null;
  /** Orders with such labels and with parcels that need one, oldest first. */
  openOrders(limit: number): { orderId: number; canWait: boolean }[];
  /** The codes of parcels of that order that need a label, at most five. */
  waitingCodes(orderId: number): string[];
  /**
   * Gives a label to a parcel of its order that has none, with the label's pick-up code and size; null where that is not possible:
   * the label has a parcel already, the parcel has a label or another pick-up code, or is deleted.
   */
  assign(labelId: number, parcelId: number): { code: string } | null;
  /** The label of the parcel's shipment that has its pick-up code or that address, where exactly one has. */
  namedWith(parcelId: number, url: string | null): number | null;
}

const unassignedRow = storedRow
  .extend({ pickUpCode: z.string().nullable(), sizeCode: z.string().nullable() })
  .transform(asLabelState);

export function unassignedLabelsIn(database: DatabaseSyncInstance, quarantine: Quarantine): UnassignedLabels {
  const request = database.prepare(`
    INSERT INTO labels (shipment_id, pick_up_code, size_code, state, source, format, url, pdf_url, can_wait)
    SELECT :shipmentId, :pickUpCode, :sizeCode, 'pending', :source, :format, :url, :pdfUrl, :canWait
    WHERE NOT EXISTS (SELECT 1 FROM parcels JOIN labels AS known ON known.parcel_id = parcels.id
      WHERE parcels.shipment_id = :shipmentId AND (parcels.pick_up_code = :pickUpCode
        OR (known.url = :url AND (parcels.pick_up_code IS NULL OR :pickUpCode IS NULL))))
    ON CONFLICT (shipment_id, url, coalesce(pick_up_code, '')) WHERE shipment_id IS NOT NULL DO NOTHING`);
  const own = select('labels', { ...labelColumns, pickUpCode: 'pick_up_code', sizeCode: 'size_code' });
  const ofOrder = database.prepare(`
    SELECT ${own} FROM shipments CROSS JOIN labels ON labels.shipment_id = shipments.id
    WHERE order_id = ? AND labels.parcel_id IS NULL ORDER BY labels.id`);
  const byId = database.prepare(`SELECT ${own} FROM labels WHERE id = ? AND parcel_id IS NULL`);
  const openOrders = database.prepare(`
    SELECT order_id AS "orderId", min(can_wait) AS "canWait" FROM labels JOIN shipments ON shipments.id = labels.shipment_id
    WHERE labels.parcel_id IS NULL AND EXISTS (
      SELECT 1 FROM shipments AS own CROSS JOIN parcels ON parcels.shipment_id = own.id
      WHERE own.order_id = shipments.order_id AND parcels.deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM labels AS other WHERE other.parcel_id = parcels.id))
    GROUP BY order_id ORDER BY order_id LIMIT ?`);
  const waitingCodes = database.prepare(`
    SELECT coalesce(custom_code, pick_up_code, tracking_code) AS code
    FROM shipments CROSS JOIN parcels ON parcels.shipment_id = shipments.id
    WHERE order_id = ? AND deleted_at IS NULL AND code IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM labels WHERE labels.parcel_id = parcels.id) ORDER BY parcels.id LIMIT 5`);
  const assign = database.prepare(`
    UPDATE labels SET parcel_id = :parcelId
    WHERE id = :labelId AND parcel_id IS NULL AND EXISTS (
      SELECT 1 FROM parcels JOIN shipments ON shipments.id = parcels.shipment_id
      WHERE parcels.id = :parcelId AND deleted_at IS NULL
        AND order_id = (SELECT order_id FROM shipments WHERE shipments.id = labels.shipment_id)
        AND (parcels.pick_up_code IS NULL OR labels.pick_up_code IS NULL OR parcels.pick_up_code = labels.pick_up_code)
        AND NOT EXISTS (SELECT 1 FROM labels AS other WHERE other.parcel_id = :parcelId))`);
  const fill = database.prepare(`
    UPDATE parcels SET pick_up_code = coalesce(parcels.pick_up_code, labels.pick_up_code),
      size_code = coalesce(parcels.size_code, labels.size_code),
      missing = CASE WHEN json_valid(missing) THEN (SELECT json_group_array(value) FROM json_each(missing)
        WHERE value <> 'label' AND (value <> 'pick_up_code' OR coalesce(parcels.pick_up_code, labels.pick_up_code) IS NULL))
        ELSE missing END
    FROM labels WHERE labels.id = :labelId AND parcels.id = :parcelId
    RETURNING coalesce(custom_code, parcels.pick_up_code, '') AS code`);
  const namedWith = database.prepare(`
    SELECT labels.id AS id FROM parcels JOIN labels ON labels.shipment_id = parcels.shipment_id
    WHERE parcels.id = :parcelId AND labels.parcel_id IS NULL
      AND (labels.pick_up_code = parcels.pick_up_code OR labels.url = :url) LIMIT 2`);

  const readAll = (rows: Record<string, unknown>[]): UnassignedLabel[] =>
    quarantine.readAll('labels', unassignedRow, rows);

  return {
    request(shipmentId, { pickUpCode, sizeCode, label }, urgency) {
      const row = { shipmentId, pickUpCode, sizeCode, ...label, canWait: urgencies[urgency] };
      return request.run(row).changes > 0;
    },
    ofOrder: (orderId) => readAll(ofOrder.all(orderId)),
    byId: (labelId) => readAll(byId.all(labelId))[0] ?? null,
    openOrders(limit) {
      const rows: { orderId: number; canWait: number }[] = openOrders.all(limit);
      return rows.map(({ orderId, canWait }) => ({ orderId, canWait: canWait > urgencies.now }));
    },
    waitingCodes: (orderId) => (waitingCodes.all(orderId) as { code: string }[]).map(({ code }) => code),
    assign(labelId, parcelId) {
      if (assign.run({ labelId, parcelId }).changes === 0) return null;
      const row: { code: string } | undefined = fill.get({ labelId, parcelId });
      return row ?? { code: '' };
    },
    namedWith(parcelId, url) {
      const rows: { id: number }[] = namedWith.all({ parcelId, url });
      return rows.length === 1 ? (rows[0]?.id ?? null) : null;
    },
  };
}
