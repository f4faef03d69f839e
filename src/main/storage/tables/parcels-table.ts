import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { maybePrintedStates, type PrintJob } from '../../../shared/printing/print-job.ts';
import {
  type Parcel,
  parcelCode,
  parcelSchema,
  recipientSchema,
  statusSchema,
} from '../../../shared/shipments/parcel.ts';
import type { CodeMatch } from '../../core/ports/shipment-records.ts';
import type { Quarantine } from '../quarantine.ts';
import { type Columns, part, type Row, select, storedJson } from '../sqlite.ts';
import { isNotBeingDeleted } from './commands-table.ts';
import { labelColumns, labelRow } from './labels-table.ts';
import { printJobColumns, printJobRow } from './print-jobs-table.ts';

export interface Parcels {
  /** The parcels in the order of the ids; unknown ids are left out. */
  byIds(ids: readonly number[]): Parcel[];
  byId(id: number): Parcel | null;
  ofOrder(orderId: number): Parcel[];
  /** The code shown by a print job; null where the parcel is deleted or being deleted, and must not be printed. */
  codeToPrint(id: number): string | null;
  /** The service answered its deletion. */
  markDeleted(id: number, at: string): void;
}

const parcelColumns = {
  id: 'id',
  customCode: 'custom_code',
  pickUpCode: 'pick_up_code',
  position: 'position',
  weightGrams: 'weight_grams',
  sizeCode: 'size_code',
  missing: 'missing',
  deletedAt: 'deleted_at',
  createdAt: 'created_at',
} satisfies Columns;
const shipmentColumns = {
  shipmentId: 'id',
  orderId: 'order_id',
  trackingCode: 'tracking_code',
  dropOffId: 'drop_off_id',
  pickUpDate: 'pick_up_date',
  dropOffDate: 'drop_off_date',
} satisfies Columns;
const recipientColumns = {
  name: 'recipient_name',
  phone: 'recipient_phone',
  addressText: 'recipient_address',
  postalCode: 'recipient_postal_code',
} satisfies Columns;
const statusColumns = { state: 'status_state', source: 'status_source', at: 'status_at' } satisfies Columns;
const conflictColumns = { state: 'state', at: 'at' } satisfies Columns;
const deletionColumns = {
  commandId: 'id',
  state: 'state',
  notBefore: 'not_before',
  updatedAt: 'updated_at',
  requestLeft: 'request_left',
  settledBy: 'settled_by',
} satisfies Columns;

/** Reads complete parcels in one query. The parameter is a JSON array of ids, so one statement serves any number. */
const wholeParcels = `
  SELECT ${select('parcel', parcelColumns)}, ${select('shipment', shipmentColumns)}, orders.unique_id AS "orderUniqueId",
    ${select('shipment', recipientColumns, 'recipient')}, ${select('shipment', statusColumns, 'status')},
    ${select('label', labelColumns, 'label')}, ${select('job', printJobColumns, 'lastJob')},
    ${select('deletion', deletionColumns, 'deletion')}, ${select('conflict', conflictColumns, 'deletionConflict')},
    (SELECT count(*) FROM parcels AS other WHERE other.shipment_id = shipment.id) AS "parcelCount",
    (label.id IS NULL AND EXISTS (SELECT 1 FROM shipments AS own CROSS JOIN labels AS open ON open.shipment_id = own.id
      WHERE own.order_id = shipment.order_id AND open.parcel_id IS NULL)) AS "needsLabelAssignment",
    (SELECT count(*) FROM print_jobs AS copy WHERE copy.parcel_id = parcel.id
      AND copy.state IN (${maybePrintedStates.map((state) => `'${state}'`).join(', ')})) AS copies
  FROM json_each(?) AS wanted
  CROSS JOIN parcels AS parcel ON parcel.id = wanted.value
  JOIN shipments AS shipment ON shipment.id = parcel.shipment_id
  JOIN orders ON orders.id = shipment.order_id
  LEFT JOIN labels AS label ON label.parcel_id = parcel.id
  LEFT JOIN print_jobs AS job ON job.id = (SELECT max(id) FROM print_jobs WHERE parcel_id = parcel.id)
  LEFT JOIN commands AS deletion ON deletion.id = (
    SELECT id FROM commands WHERE parcel_id = parcel.id AND kind = 'delete' AND state <> 'undone'
    ORDER BY state IN ('done', 'rejected'), id DESC LIMIT 1)
  LEFT JOIN deletion_conflicts AS conflict ON conflict.parcel_id = parcel.id AND conflict.decision IS NULL
  ORDER BY wanted.key`;

/** A truth value, which SQLite stores as a number. */
const flag = z.int().transform((value) => value === 1);

const parcelRow = parcelSchema.omit({ status: true, label: true, lastJob: true }).extend({
  missing: storedJson(z.array(z.string())),
  needsLabelAssignment: flag,
  recipient: recipientSchema,
  deletion: parcelSchema.shape.deletion.unwrap().extend({ requestLeft: flag }).nullable(),
});

export function parcelsIn(database: DatabaseSyncInstance, quarantine: Quarantine): Parcels {
  const whole = database.prepare(wholeParcels);
  const ofOrder = database.prepare(`
    SELECT parcels.id AS id FROM shipments JOIN parcels ON parcels.shipment_id = shipments.id
    WHERE order_id = ? ORDER BY parcels.id`);
  const toPrint = database.prepare(`
    SELECT custom_code AS "customCode", pick_up_code AS "pickUpCode", tracking_code AS "trackingCode"
    FROM parcels JOIN shipments ON shipments.id = shipment_id WHERE parcels.id = ? AND ${isNotBeingDeleted('parcels.id')}`);
  const markDeleted = database.prepare(
    'UPDATE parcels SET deleted_at = coalesce(deleted_at, :at), deletion_answered_at = :at WHERE id = :id',
  );

  /** An unreadable job still counts, because its label may have been printed. Only its details are omitted. */
  const lastJob = (row: Row): PrintJob | null => {
    if (row.id === null) return null;
    const job = quarantine.read('print_jobs', printJobRow, row);
    return (
      job ??
      printJobRow.safeParse({ ...row, reasons: '[]', failure: null, evidence: '{}', question: null, answers: '[]' })
        .data ??
      null
    );
  };

  const assemble = (row: Row): Parcel | null => {
    const statusPart = { id: row.shipmentId, ...part(row, 'status', statusColumns) };
    const status = row['status.state'] === null ? null : quarantine.read('shipments', statusSchema, statusPart);
    const labelPart = part(row, 'label', labelColumns);
    const label = labelPart.id === null ? null : quarantine.read('labels', labelRow, labelPart);
    const jobPart = part(row, 'lastJob', printJobColumns);
    const job = lastJob(jobPart);
    if (jobPart.id !== null && job === null) return null;
    const read = quarantine.read('parcels', parcelRow, {
      ...row,
      recipient: part(row, 'recipient', recipientColumns),
      deletion: row['deletion.commandId'] === null ? null : part(row, 'deletion', deletionColumns),
      deletionConflict: row['deletionConflict.state'] === null ? null : part(row, 'deletionConflict', conflictColumns),
    });
    return read && { ...read, status, label, lastJob: job };
  };

  const byIds = (ids: readonly number[]): Parcel[] => {
    const rows: Row[] = whole.all(JSON.stringify(ids));
    return rows.flatMap((row) => assemble(row) ?? []);
  };

  return {
    byIds,
    byId: (id) => byIds([id])[0] ?? null,
    ofOrder(orderId) {
      const rows: { id: number }[] = ofOrder.all(orderId);
      return byIds(rows.map((row) => row.id));
    },
    codeToPrint(id) {
      const codes: Pick<Parcel, 'customCode' | 'pickUpCode' | 'trackingCode'> | undefined = toPrint.get(id);
      return codes ? parcelCode(codes) : null;
    },
    markDeleted(id, at) {
      markDeleted.run({ id, at });
    },
  };
}

/** The parcels found by a code, and the kind of code. */
export interface FoundByCode {
  by: CodeMatch['by'];
  parcelIds: number[];
}

export type FindByCode = (code: string) => FoundByCode | null;

interface Hit {
  parcelId: number;
  /** Key of the code's owner: a parcel, or for a tracking code a shipment. */
  target: string;
  isExact: number;
}

/** Most parcels that one code can find; an order has five. */
const maxHits = 50;

/** Finds parcels by an exact code, else ignoring case if only one parcel or shipment matches. */
export function codeFinderIn(database: DatabaseSyncInstance): FindByCode {
  const byCustomCode = database.prepare(`
    SELECT id AS "parcelId", 'parcel ' || id AS target, custom_code = :code AS "isExact" FROM parcels
    WHERE custom_code = :code COLLATE NOCASE ORDER BY "isExact" DESC, id LIMIT ${maxHits}`);
  // The code of a label that is not assigned yet finds the parcels of its shipment that have none.
  const byPickUpCode = database.prepare(`
    SELECT id AS "parcelId", 'parcel ' || id AS target, pick_up_code = :code AS "isExact" FROM parcels
    WHERE pick_up_code = :code COLLATE NOCASE
    UNION ALL SELECT parcels.id, 'shipment ' || labels.shipment_id, labels.pick_up_code = :code
    FROM labels CROSS JOIN parcels ON parcels.shipment_id = labels.shipment_id
    WHERE labels.pick_up_code = :code COLLATE NOCASE AND labels.parcel_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM labels AS own WHERE own.parcel_id = parcels.id)
    ORDER BY "isExact" DESC, "parcelId" LIMIT ${maxHits}`);
  const byTrackingCode = database.prepare(`
    SELECT parcels.id AS "parcelId", 'shipment ' || shipments.id AS target, tracking_code = :code AS "isExact"
    FROM shipments JOIN parcels ON parcels.shipment_id = shipments.id
    WHERE tracking_code = :code COLLATE NOCASE ORDER BY "isExact" DESC, parcels.id LIMIT ${maxHits}`);
  const codeKinds = [
    { by: 'custom code', statement: byCustomCode },
    { by: 'pick-up code', statement: byPickUpCode },
    { by: 'tracking code', statement: byTrackingCode },
  ] as const;

  return (code) => {
    const found = codeKinds.map(({ by, statement }) => {
      const hits: Hit[] = statement.all({ code });
      return { by, hits };
    });
    for (const { by, hits } of found) {
      const exact = hits.filter((hit) => hit.isExact === 1);
      if (exact.length > 0) return { by, parcelIds: exact.map((hit) => hit.parcelId) };
    }
    const near = found.filter(({ hits }) => hits.length > 0);
    const [only] = near;
    const targets = new Set(near.flatMap(({ hits }) => hits.map((hit) => hit.target)));
    return only && targets.size === 1 ? { by: only.by, parcelIds: only.hits.map((hit) => hit.parcelId) } : null;
  };
}
