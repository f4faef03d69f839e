import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { ImportClash, NewOrder, NewParcel, NewShipment } from '../../core/ports/order-records.ts';
import type { Quarantine } from '../quarantine.ts';
import { storedJson } from '../sqlite.ts';

/** A parcel in the records, with the values that identify it. */
export interface KnownParcel {
  id: number;
  shipmentId: number;
  orderId: number;
  customCode: string | null;
  pickUpCode: string | null;
  trackingCode: string | null;
  orderUniqueId: string | null;
  labelUrl: string | null;
  missing: string[];
}

/** A shipment of an order to be imported, matched with the records. */
export interface MatchedShipment {
  shipment: NewShipment;
  /** Null: not known. */
  knownId: number | null;
  parcels: { parcel: NewParcel; known: KnownParcel | null }[];
}

/** How an order to be imported relates to the records. */
export type OrderMatch =
  | { kind: 'unknown' }
  | { kind: 'known'; orderId: number; shipments: MatchedShipment[] }
  | { kind: 'contradicts'; clash: ImportClash };

export type MatchOrder = (order: NewOrder) => OrderMatch;

/** Most parcels read for one code. */
const maxOfOneCode = 50;

const knownRow = z.object({
  id: z.int(),
  shipmentId: z.int(),
  orderId: z.int(),
  customCode: z.string().nullable(),
  pickUpCode: z.string().nullable(),
  trackingCode: z.string().nullable(),
  orderUniqueId: z.string().nullable(),
  labelUrl: z.string().nullable(),
  missing: storedJson(z.array(z.string())),
});

const known = `
  SELECT parcels.id AS id, parcels.shipment_id AS "shipmentId", order_id AS "orderId", custom_code AS "customCode",
    parcels.pick_up_code AS "pickUpCode", tracking_code AS "trackingCode", unique_id AS "orderUniqueId", labels.url AS "labelUrl",
    parcels.missing AS missing
  FROM parcels JOIN shipments ON shipments.id = parcels.shipment_id JOIN orders ON orders.id = order_id
  LEFT JOIN labels ON labels.parcel_id = parcels.id`;

/** Matches an order to be imported with the records by its `unique_id` and its codes, exactly as written. */
export function orderMatcherIn(database: DatabaseSyncInstance, quarantine: Quarantine): MatchOrder {
  // Compared ignoring case, to use the index, then exactly.
  const byCode = (column: 'custom_code' | 'pick_up_code') =>
    database.prepare(
      `${known} WHERE parcels.${column} = :code COLLATE NOCASE AND parcels.${column} = :code ORDER BY parcels.id LIMIT ${maxOfOneCode}`,
    );
  const byCustomCode = byCode('custom_code');
  const byPickUpCode = byCode('pick_up_code');
  const ofShipment = database.prepare(
    `${known} WHERE parcels.shipment_id = ? ORDER BY parcels.id LIMIT ${maxOfOneCode}`,
  );
  const shipmentsByTrackingCode = database.prepare(`
    SELECT shipments.id AS id, order_id AS "orderId", unique_id AS "orderUniqueId"
    FROM shipments JOIN orders ON orders.id = order_id
    WHERE tracking_code = :code COLLATE NOCASE AND tracking_code = :code ORDER BY shipments.id LIMIT 1`);
  const unassigned = database.prepare(`
    SELECT 1 FROM labels WHERE shipment_id = :shipmentId AND parcel_id IS NULL
      AND (pick_up_code = :pickUpCode OR (url = :url AND (pick_up_code IS NULL OR :pickUpCode IS NULL)))`);
  const orderByUniqueId = database.prepare('SELECT id FROM orders WHERE unique_id = ?');

  const parcelsOf = (rows: unknown[]): KnownParcel[] =>
    quarantine.readAll('parcels', knownRow, rows as Record<string, unknown>[]);

  /** True where it is one of the parcels that wait for their label, without saying which. */
  const isUnassigned = ({ customCode, pickUpCode, label }: NewParcel, shipmentId: number | null): boolean =>
    customCode === null &&
    shipmentId !== null &&
    unassigned.get({ shipmentId, pickUpCode, url: label?.url ?? null }) !== undefined;

  /** The known parcel with these codes, null if there is none, or the contradiction with the records. */
  const knownParcel = (
    parcel: NewParcel,
    trackingCode: string | null,
    shipmentId: number | null,
  ): KnownParcel | ImportClash | null => {
    const { customCode, pickUpCode } = parcel;
    if (customCode !== null) {
      const found = bestOf(parcelsOf(byCustomCode.all({ code: customCode })), trackingCode);
      if (found) return clashOf(found, customCode, trackingCode, pickUpCode, found.pickUpCode) ?? found;
    }
    if (pickUpCode !== null) {
      const found = bestOf(parcelsOf(byPickUpCode.all({ code: pickUpCode })), trackingCode);
      if (found) return clashOf(found, pickUpCode, trackingCode, customCode, found.customCode) ?? found;
    }
    return shipmentId === null ? null : matchingSibling(parcel, parcelsOf(ofShipment.all(shipmentId)));
  };

  return (order) => {
    /** The known orders that contain a part of this one, each with a code that shows it. */
    const places = new Map<number, { code: string; knownOrder: string | null }>();
    const place = (orderId: number, code: string, knownOrder: string | null): void => {
      if (!places.has(orderId)) places.set(orderId, { code, knownOrder });
    };
    if (order.uniqueId !== null) {
      const row: { id: number } | undefined = orderByUniqueId.get(order.uniqueId);
      if (row) place(row.id, order.uniqueId, order.uniqueId);
    }
    const shipments: MatchedShipment[] = [];
    for (const shipment of order.shipments) {
      const { trackingCode } = shipment;
      const row: { id: number; orderId: number; orderUniqueId: string | null } | undefined =
        trackingCode === null ? undefined : shipmentsByTrackingCode.get({ code: trackingCode });
      if (row && trackingCode !== null) place(row.orderId, trackingCode, row.orderUniqueId);
      const matched: MatchedShipment = { shipment, knownId: row?.id ?? null, parcels: [] };
      for (const parcel of shipment.parcels) {
        if (isUnassigned(parcel, matched.knownId)) continue;
        const found = knownParcel(parcel, trackingCode, matched.knownId);
        if (found && 'what' in found) return { kind: 'contradicts', clash: found };
        matched.parcels.push({ parcel, known: found });
        if (!found) continue;
        place(found.orderId, parcel.customCode ?? parcel.pickUpCode ?? trackingCode ?? '', found.orderUniqueId);
        matched.knownId ??= found.shipmentId;
        if (found.shipmentId !== matched.knownId) return { kind: 'contradicts', clash: inOtherShipment(parcel, found) };
      }
      shipments.push(matched);
    }
    const [first, second] = [...places];
    if (!first) return { kind: 'unknown' };
    const [orderId, { code, knownOrder }] = first;
    if (second) return { kind: 'contradicts', clash: { what: 'other order', ...second[1] } };
    if (order.uniqueId !== null && knownOrder !== null && knownOrder !== order.uniqueId) {
      return { kind: 'contradicts', clash: { what: 'other order', code, knownOrder } };
    }
    return { kind: 'known', orderId, shipments };
  };
}

/** The parcel with that tracking code, else the first one. */
function bestOf(found: readonly KnownParcel[], trackingCode: string | null): KnownParcel | undefined {
  return found.find((one) => one.trackingCode === trackingCode) ?? found[0];
}

/** Matches a parcel within the same shipment by the address of its label if codes do not identify it. */
function matchingSibling(
  { customCode, pickUpCode, label }: NewParcel,
  siblings: readonly KnownParcel[],
): KnownParcel | null {
  const url = label?.url ?? null;
  const free = siblings.filter(
    (one) => (one.customCode ?? customCode) === customCode && (one.pickUpCode ?? pickUpCode) === pickUpCode,
  );
  if (url !== null) return free.find((one) => one.labelUrl === url) ?? null;
  return customCode === null && pickUpCode === null ? (free[0] ?? null) : null;
}

function clashOf(
  found: KnownParcel,
  code: string,
  trackingCode: string | null,
  otherCode: string | null,
  knownCode: string | null,
): ImportClash | null {
  if (trackingCode !== null && found.trackingCode !== null && trackingCode !== found.trackingCode) {
    return { what: 'other shipment', code, knownTrackingCode: found.trackingCode };
  }
  if (otherCode !== null && knownCode !== null && otherCode !== knownCode) {
    return { what: 'other code', code, otherCode, knownCode };
  }
  return null;
}

const inOtherShipment = ({ customCode, pickUpCode }: NewParcel, found: KnownParcel): ImportClash => ({
  what: 'other shipment',
  code: customCode ?? pickUpCode ?? '',
  knownTrackingCode: found.trackingCode,
});
