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
import { actsElsewhere, keptAtSite } from '../site/parcel-elsewhere.ts';
import { type Columns, jsonMembers, jsonPart, type Row, storedJson } from '../sqlite.ts';
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

/**
 * Reads complete parcels in one query. The parameter is a JSON array of ids, so one statement serves any number.
 * @param more further members of each parcel, which begin with a comma
 */
const wholeParcels = (more = ''): string => `
  SELECT json_object(${jsonMembers('parcel', parcelColumns)}, ${jsonMembers('shipment', shipmentColumns)},
    'orderUniqueId', orders.unique_id, 'recipient', json_object(${jsonMembers('shipment', recipientColumns)}),
    'status', ${jsonPart('shipment', statusColumns, 'status_state')}, 'label', ${jsonPart('label', labelColumns, 'id')},
    'lastJob', ${jsonPart('job', printJobColumns, 'id')}, 'deletion', ${jsonPart('deletion', deletionColumns, 'id')},
    'deletionConflict', ${jsonPart('conflict', conflictColumns, 'state')},
    'parcelCount', (SELECT count(*) FROM parcels AS other WHERE other.shipment_id = shipment.id),
    'needsLabelAssignment',
    (label.id IS NULL AND EXISTS (SELECT 1 FROM shipments AS own CROSS JOIN labels AS open ON open.shipment_id = own.id
      WHERE own.order_id = shipment.order_id AND open.parcel_id IS NULL)),
    'copies', (SELECT count(*) FROM print_jobs AS copy WHERE copy.parcel_id = parcel.id
      AND copy.state IN (${maybePrintedStates.map((state) => `'${state}'`).join(', ')}))${more}) AS whole
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

/** A row with the parts that are read one by one: an unreadable one does not hide the parcel. */
interface ParcelParts extends Row {
  status: Row | null;
  label: Row | null;
  lastJob: Row | null;
  /** With a site only. */
  atSite?: unknown;
}

/** A truth value, which SQLite stores as a number. */
const flag = z.int().transform((value) => value === 1);

const parcelRow = parcelSchema.omit({ status: true, label: true, lastJob: true }).extend({
  missing: storedJson(z.array(z.string())),
  needsLabelAssignment: flag,
  recipient: recipientSchema,
  deletion: parcelSchema.shape.deletion.unwrap().extend({ requestLeft: flag }).nullable(),
});

/** @param site what is shared with other benches, if anything is */
export function parcelsIn(
  database: DatabaseSyncInstance,
  quarantine: Quarantine,
  site: { readonly capture: { readonly bench: string } | null },
): Parcels {
  const whole = database.prepare(wholeParcels());
  const wholeAtSite = database.prepare(wholeParcels(`, 'atSite', ${keptAtSite('parcel.id')}`));
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
  const readJob = (row: Row): PrintJob | null => {
    const job = quarantine.read('print_jobs', printJobRow, row);
    return (
      job ??
      printJobRow.safeParse({ ...row, reasons: '[]', failure: null, evidence: '{}', question: null, answers: '[]' })
        .data ??
      null
    );
  };

  const assemble = ({ status, label, lastJob, atSite, ...row }: ParcelParts): Parcel | null => {
    const job = lastJob && readJob(lastJob);
    if (lastJob !== null && job === null) return null;
    const read = quarantine.read('parcels', parcelRow, row);
    if (read === null) return null;
    const elsewhere = site.capture && actsElsewhere(atSite, site.capture.bench);
    return {
      ...read,
      ...(elsewhere && { elsewhere }),
      status: status && quarantine.read('shipments', statusSchema, { id: row.shipmentId, ...status }),
      label: label && quarantine.read('labels', labelRow, label),
      lastJob: job,
    };
  };

  const byIds = (ids: readonly number[]): Parcel[] => {
    const rows: { whole: string }[] = (site.capture ? wholeAtSite : whole).all(JSON.stringify(ids));
    return rows.flatMap((row) => assemble(JSON.parse(row.whole)) ?? []);
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

/** Finds what each code stands for; codes of nothing are left out. */
export type FindByCodes = (codes: readonly string[]) => ReadonlyMap<string, FoundByCode>;

interface Hit {
  code: string;
  by: CodeMatch['by'];
  parcelId: number;
  /** Key of the code's owner: a parcel, or for a tracking code a shipment. */
  target: string;
  isExact: number;
}

/** Most parcels that one code can find; an order has five. */
const maxHits = 50;

/** Finds parcels by an exact code, else ignoring case if only one parcel or shipment matches. One statement for any number of codes. */
export function codeFinderIn(database: DatabaseSyncInstance): FindByCodes {
  const wanted = 'json_each(:codes) AS wanted';
  const is = (column: string): string => `${column} = wanted.value COLLATE NOCASE`;
  const hit = (by: CodeMatch['by'], owner: string, id: string, column: string): string =>
    `SELECT wanted.value AS code, '${by}' AS "by", ${id} AS "parcelId", ${owner} AS target, ${column} = wanted.value AS "isExact"`;
  const statement = database.prepare(`
    SELECT * FROM (${hit('custom code', "'parcel ' || parcels.id", 'parcels.id', 'custom_code')}
      FROM ${wanted} CROSS JOIN parcels ON ${is('custom_code')} ORDER BY "isExact" DESC, parcels.id LIMIT :limit)
    UNION ALL SELECT * FROM (
      ${hit('pick-up code', "'parcel ' || parcels.id", 'parcels.id', 'pick_up_code')}
      FROM ${wanted} CROSS JOIN parcels ON ${is('pick_up_code')}
      -- The code of a label that is not assigned yet finds the parcels of its shipment that have none.
      UNION ALL ${hit('pick-up code', "'shipment ' || labels.shipment_id", 'parcels.id', 'labels.pick_up_code')}
      FROM ${wanted} CROSS JOIN labels ON ${is('labels.pick_up_code')} AND labels.parcel_id IS NULL
      CROSS JOIN parcels ON parcels.shipment_id = labels.shipment_id
      WHERE NOT EXISTS (SELECT 1 FROM labels AS own WHERE own.parcel_id = parcels.id)
      ORDER BY "isExact" DESC, "parcelId" LIMIT :limit)
    UNION ALL SELECT * FROM (
      ${hit('tracking code', "'shipment ' || shipments.id", 'parcels.id', 'tracking_code')}
      FROM ${wanted} CROSS JOIN shipments ON ${is('tracking_code')} CROSS JOIN parcels ON parcels.shipment_id = shipments.id
      ORDER BY "isExact" DESC, parcels.id LIMIT :limit)`);

  const matchOf = (hits: readonly Hit[]): FoundByCode | null => {
    const exact = hits.filter((hit) => hit.isExact === 1);
    const by = (exact[0] ?? hits[0])?.by;
    if (by === undefined) return null;
    if (exact.length > 0) return { by, parcelIds: exact.filter((hit) => hit.by === by).map((hit) => hit.parcelId) };
    const isOne = new Set(hits.map((hit) => hit.target)).size === 1;
    return isOne ? { by, parcelIds: hits.filter((hit) => hit.by === by).map((hit) => hit.parcelId) } : null;
  };

  return (codes) => {
    const all: Hit[] =
      codes.length === 0 ? [] : statement.all({ codes: JSON.stringify(codes), limit: maxHits * codes.length });
    const hitsOf = new Map<string, Hit[]>();
    for (const hit of all) hitsOf.set(hit.code, [...(hitsOf.get(hit.code) ?? []), hit]);
    const found = codes.map((code) => [code, matchOf(hitsOf.get(code) ?? [])] as const);
    return new Map(found.flatMap(([code, match]) => (match ? [[code, match]] : [])));
  };
}
