import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { type OrderRequest, orderRequestSchema } from '../../shared/order-request.ts';
import type { Records } from '../core/ports/records.ts';
import type { SetAside } from './set-aside.ts';
import { jsonText, storedJson } from './stored-json.ts';

export type NewOrder = Parameters<Records['completeCreate']>[1];
type NewShipment = NewOrder['shipments'][number];
export type NewParcel = NewShipment['parcels'][number];

/** An order's own row. */
export interface StoredOrder {
  id: number;
  uniqueId: string | null;
  request: OrderRequest | null;
  rawAnswer: string;
  priceWithTax: number | null;
  missing: string[];
}

export interface Orders {
  /**
   * Stores an order with its shipments and parcels. One whose `unique_id` is here already is the same order told again: what is
   * known of it stays, what is new in it is added. `again` names the order an unnamed one may repeat.
   */
  store(order: NewOrder, answerId: number, again: number | null, at: string): { id: number; parcels: StoredParcel[] };
  byId(id: number): StoredOrder | null;
  /** It is known to exist, and its own answer never came. */
  hasNoAnswer(id: number): boolean;
  setAnswer(id: number, answerId: number, missing: readonly string[]): void;
}

export interface StoredParcel {
  id: number;
  parcel: NewParcel;
}

const orderRow = z.object({
  id: z.int(),
  uniqueId: z.string().nullable(),
  request: storedJson(orderRequestSchema).nullable(),
  rawAnswer: z.instanceof(Uint8Array).transform((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
  priceWithTax: z.number().nullable(),
  missing: storedJson(z.array(z.string())),
});

export function ordersIn(database: DatabaseSyncInstance, setAside: SetAside): Orders {
  const sameOrder = database.prepare(`
    SELECT id FROM orders WHERE unique_id = :uniqueId OR (id = :again AND unique_id IS :uniqueId) ORDER BY unique_id IS NULL LIMIT 1`);
  const insertOrder = database.prepare(`
    INSERT INTO orders (unique_id, created_at, source, request, answer_id, price_with_tax, missing, kept_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);
  const sameShipment = database.prepare(`
    SELECT id FROM shipments WHERE order_id = :orderId AND tracking_code IS :trackingCode
      AND (tracking_code IS NOT NULL OR position = :position) LIMIT 1`);
  const insertShipment = database.prepare(`
    INSERT INTO shipments (order_id, position, tracking_code, drop_off_id, pick_up_unique_id, pick_up_id, pick_up_date,
      drop_off_date, recipient_name, recipient_phone, recipient_address, recipient_postal_code)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);
  const sameParcel = database.prepare(`
    SELECT id FROM parcels WHERE shipment_id = :shipmentId AND custom_code IS :customCode AND pick_up_code IS :pickUpCode
      AND position = :position LIMIT 1`);
  const insertParcel = database.prepare(`
    INSERT INTO parcels (shipment_id, position, custom_code, pick_up_code, weight_grams, size_code, missing, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);
  const byId = database.prepare(`
    SELECT orders.id AS id, unique_id AS "uniqueId", request, body AS "rawAnswer", price_with_tax AS "priceWithTax", missing
    FROM orders JOIN order_answers ON order_answers.id = answer_id WHERE orders.id = ?`);

  const noAnswer = database.prepare(`
    SELECT 1 FROM orders JOIN order_answers ON order_answers.id = answer_id WHERE orders.id = ? AND length(body) = 0`);
  const setAnswer = database.prepare('UPDATE orders SET answer_id = ?, missing = ? WHERE id = ?');

  const storeShipment = (orderId: number, shipment: NewShipment, position: number): number => {
    const { trackingCode, recipient } = shipment;
    const row: { id: number } =
      sameShipment.get({ orderId, trackingCode, position }) ??
      insertShipment.get(
        ...[orderId, position, trackingCode, wholeNumber(shipment.dropOffId), shipment.pickUpUniqueId],
        ...[wholeNumber(shipment.pickUpId), shipment.pickUpDate, shipment.dropOffDate],
        ...[recipient.name, recipient.phone, recipient.addressText, recipient.postalCode],
      );
    return row.id;
  };

  const storeParcel = (shipmentId: number, parcel: NewParcel, at: string): number => {
    const { position, customCode, pickUpCode, weightGrams, sizeCode } = parcel;
    const row: { id: number } =
      sameParcel.get({ shipmentId, customCode, pickUpCode, position }) ??
      insertParcel.get(
        ...[shipmentId, position, customCode, pickUpCode, weightGrams, sizeCode, jsonText(parcel.missing), at],
      );
    return row.id;
  };

  return {
    store(order, answerId, again, at) {
      const { uniqueId, createdAt, source, priceWithTax } = order;
      const row: { id: number } =
        sameOrder.get({ uniqueId, again }) ??
        insertOrder.get(
          ...[
            uniqueId,
            createdAt,
            source,
            jsonText(order.request),
            answerId,
            priceWithTax,
            jsonText(order.missing),
            at,
          ],
        );
      const parcels = order.shipments.flatMap((shipment, index) => {
        const shipmentId = storeShipment(row.id, shipment, index + 1);
        return shipment.parcels.map((parcel) => ({ id: storeParcel(shipmentId, parcel, at), parcel }));
      });
      return { id: row.id, parcels };
    },
    byId: (id) => setAside.readAll('orders', orderRow, byId.all(id))[0] ?? null,
    hasNoAnswer: (id) => noAnswer.get(id) !== undefined,
    setAnswer(id, answerId, missing) {
      setAnswer.run(answerId, jsonText(missing), id);
    },
  };
}

/** The service's numbers are whole; one that is not is worth less than the order it would keep from being stored. */
function wholeNumber(number: number | null): number | null {
  return Number.isSafeInteger(number) ? number : null;
}
