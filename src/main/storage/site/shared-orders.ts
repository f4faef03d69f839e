import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type SiteOrder, siteOrderSchema } from '../../../shared/site/order-fact.ts';
import type { BenchId } from '../../../shared/site/parcel-at-site.ts';
import { parseJson } from '../../../shared/values/json.ts';
import type { NewOrder } from '../../core/ports/order-records.ts';
import type { Row } from '../sqlite.ts';
import type { NewFact } from './site-outbox.ts';
import { idOfRow, type SiteParcels } from './site-parcels.ts';

/** Largest body of a fact, bytes of JSON: with its envelope it fits into a message of the engine. */
const maxBodyBytes = 48 * 1024;

/** A fact about an order, or a part of it. */
export type OrderFact = NewFact & { readonly body: SiteOrder };

/** The facts by which the other benches learn of an order of this file; none where one of its texts is too long for them. */
export type OrderFacts = (orderId: number, bench: BenchId) => OrderFact[];

export function orderFactsIn(database: DatabaseSyncInstance, parcels: SiteParcels): OrderFacts {
  const order = database.prepare(`
    SELECT unique_id AS "uniqueId", created_at AS "createdAt", stored_at AS "storedAt", source = 'created here' AS "isCreatedHere",
      price_with_tax AS "priceWithTax", missing FROM orders WHERE id = ?`);
  const isErased = 'erased_at IS NOT NULL';
  const visible = (column: string): string => `CASE WHEN ${isErased} THEN NULL ELSE ${column} END`;
  const shipments = database.prepare(`
    SELECT id, tracking_code AS "trackingCode", drop_off_id AS "dropOffId", pick_up_unique_id AS "pickUpUniqueId",
      pick_up_id AS "pickUpId", shipment_order_id AS "shipmentOrderId", shipment_order_unique_id AS "shipmentOrderUniqueId",
      pick_up_date AS "pickUpDate", drop_off_date AS "dropOffDate", utc_offset AS "utcOffset", ${visible('recipient_name')} AS name,
      ${visible('recipient_phone')} AS phone, ${visible('recipient_address')} AS "addressText",
      ${visible('recipient_postal_code')} AS "postalCode"
    FROM shipments WHERE order_id = ? ORDER BY position, id`);
  const label = (table: string): string =>
    `json_object('url', ${table}.url, 'source', ${table}.source, 'format', ${table}.format, 'pdfUrl', ${table}.pdf_url)`;
  const ownParcels = database.prepare(`
    SELECT parcels.id AS id, custom_code AS "customCode", parcels.pick_up_code AS "pickUpCode", position, weight_grams AS "weightGrams",
      parcels.size_code AS "sizeCode", missing, CASE WHEN labels.id IS NOT NULL THEN ${label('labels')} END AS label
    FROM parcels LEFT JOIN labels ON labels.parcel_id = parcels.id WHERE parcels.shipment_id = ? ORDER BY parcels.id`);
  const unassigned = database.prepare(`
    SELECT pick_up_code AS "pickUpCode", size_code AS "sizeCode", ${label('labels')} AS label
    FROM labels WHERE shipment_id = ? AND parcel_id IS NULL ORDER BY id`);
  const gidOfOrder = database.prepare('SELECT gid FROM site_orders WHERE order_id = ? ORDER BY gid LIMIT 1');
  const linkOrder = database.prepare('INSERT INTO site_orders (gid, order_id) VALUES (?, ?)');

  const read = (row: Row, orderId: number, bench: BenchId): unknown => ({
    ...row,
    isCreatedHere: row.isCreatedHere === 1,
    missing: parseJson(String(row.missing)),
    shipments: shipments.all(orderId).map(({ id, name, phone, addressText, postalCode, ...shipment }: Row) => ({
      ...shipment,
      recipient: { name, phone, addressText, postalCode },
      parcels: ownParcels.all(id as number).map((parcel: Row) => ({
        ...parcel,
        gid: gidOf(parcel, row, bench),
        missing: parseJson(String(parcel.missing)),
        label: parseLabel(parcel.label),
      })),
      unassignedLabels: unassigned.all(id as number).map((open: Row) => ({ ...open, label: parseLabel(open.label) })),
    })),
  });

  const gidOf = ({ id, customCode, pickUpCode }: Row, { uniqueId, storedAt }: Row, bench: BenchId): string => {
    const identified = { id, orderUniqueId: uniqueId, customCode, pickUpCode, storedAt } as Parameters<
      SiteParcels['share']
    >[0];
    return parcels.gidOf(identified.id) ?? parcels.share(identified, bench);
  };

  const orderGid = (orderId: number, storedAt: string, bench: BenchId): string => {
    const known: { gid: string } | undefined = gidOfOrder.get(orderId);
    const gid = known?.gid ?? idOfRow(bench, `o${orderId}`, storedAt);
    if (!known) linkOrder.run(gid, orderId);
    return gid;
  };

  return (orderId, bench) => {
    const row: Row | undefined = order.get(orderId);
    const whole = row && siteOrderSchema.safeParse(read(row, orderId, bench)).data;
    if (!whole) return [];
    const gid = orderGid(orderId, whole.storedAt, bench);
    return partsOf(whole).map((body) => ({ at: whole.storedAt, kind: 'order', gid, body }));
  };
}

const parseLabel = (text: unknown): unknown => (typeof text === 'string' ? parseJson(text) : null);

/** The order in parts that fit into a fact each, with one parcel at least; none for a single parcel that does not. */
function partsOf(order: SiteOrder): SiteOrder[] {
  if (Buffer.byteLength(JSON.stringify(order)) <= maxBodyBytes) return [order];
  const { shipments } = order;
  if (shipments.length > 1) return halves(shipments).flatMap((half) => partsOf({ ...order, shipments: half }));
  const [shipment] = shipments;
  if (!shipment) return [];
  const { parcels, unassignedLabels } = shipment;
  const withParts = (part: Partial<typeof shipment>): SiteOrder[] =>
    partsOf({ ...order, shipments: [{ ...shipment, unassignedLabels: [], ...part }] });
  if (parcels.length > 1) {
    const [first, second] = halves(parcels);
    return [...withParts({ parcels: first, unassignedLabels }), ...withParts({ parcels: second })];
  }
  if (unassignedLabels.length === 0) return [];
  if (parcels.length === 1) return [...withParts({}), ...withParts({ parcels: [], unassignedLabels })];
  if (unassignedLabels.length === 1) return [];
  return halves(unassignedLabels).flatMap((half) => withParts({ unassignedLabels: half }));
}

const halves = <T>(all: readonly T[]): [T[], T[]] => {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
};

/** An order of another bench, as an import would bring it: without a request and an answer. */
export const newOrderOf = ({ uniqueId, createdAt, priceWithTax, missing, shipments }: SiteOrder): NewOrder => ({
  ...{ uniqueId, createdAt, priceWithTax, missing, shipments, source: 'imported', request: null, rawAnswer: '' },
});
