import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { type OrderRequest, orderRequestSchema } from '../../../shared/orders/order-request.ts';
import type { NewOrder, NewParcel, NewShipment, UnassignedLabelOfAnswer } from '../../core/ports/order-records.ts';
import type { Quarantine } from '../quarantine.ts';
import type { KnownParcel } from '../queries/order-matching.ts';
import { insertedBy, jsonText, storedJson } from '../sqlite.ts';

/** One row of the orders table with its answer. */
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
   * Stores an order with its shipments and parcels. An order with a known `unique_id` is the same one: known values stay, new ones
   * are added. `again` is the order that one without an identifier may repeat.
   */
  store(order: NewOrder, answerId: number, again: number | null, at: string): StoredRows;
  byId(id: number): StoredOrder | null;
  /** The receiver of one of its shipments was erased. */
  isErased(id: number): boolean;
  /** True where the order was stored without its own answer. */
  hasNoAnswer(id: number): boolean;
  setAnswer(id: number, answerId: number, missing: readonly string[]): void;
}

/** The rows of an order just stored. */
export interface StoredRows {
  id: number;
  parcels: StoredParcel[];
  /** Still to be stored, with the shipment they belong to. */
  unassignedLabels: { shipmentId: number; label: UnassignedLabelOfAnswer }[];
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

/** @param onStored called with an order that was added, or got another shipment or parcel, within the transaction */
export function ordersIn(
  database: DatabaseSyncInstance,
  quarantine: Quarantine,
  onStored: (orderId: number) => void,
): Orders {
  const sameOrder = database.prepare(`
    SELECT id FROM orders WHERE unique_id = :uniqueId OR (id = :again AND unique_id IS :uniqueId) ORDER BY unique_id IS NULL LIMIT 1`);
  const insertOrder = database.prepare(`
    INSERT INTO orders (unique_id, created_at, source, request, answer_id, price_with_tax, missing, stored_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const sameShipment = database.prepare(`
    SELECT id FROM shipments WHERE order_id = :orderId AND tracking_code IS :trackingCode
      AND (tracking_code IS NOT NULL OR position = :position) LIMIT 1`);
  const insertShipment = database.prepare(`
    INSERT INTO shipments (order_id, position, tracking_code, drop_off_id, pick_up_unique_id, pick_up_id, shipment_order_id,
      shipment_order_unique_id, pick_up_date, drop_off_date, recipient_name, recipient_phone, recipient_address,
      recipient_postal_code)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const setOffset = database.prepare(
    'UPDATE shipments SET utc_offset = :utcOffset WHERE id = :id AND utc_offset IS NULL',
  );
  const rememberOffset = database.prepare(`
    INSERT INTO service_time (id, utc_offset) VALUES (1, :utcOffset)
    ON CONFLICT (id) DO UPDATE SET utc_offset = :utcOffset WHERE :isNewest`);
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
  const erased = database.prepare('SELECT 1 FROM shipments WHERE order_id = ? AND erased_at IS NOT NULL LIMIT 1');
  const setAnswer = database.prepare('UPDATE orders SET answer_id = ?, missing = ? WHERE id = ?');

  const storeShipment = (orderId: number, shipment: NewShipment, position: number): number => {
    const { trackingCode, recipient } = shipment;
    const known: { id: number } | undefined = sameShipment.get({ orderId, trackingCode, position });
    if (known) return known.id;
    onStored(orderId);
    return insertedBy(insertShipment, [
      ...[orderId, position, trackingCode, wholeNumber(shipment.dropOffId), shipment.pickUpUniqueId],
      ...[wholeNumber(shipment.pickUpId), wholeNumber(shipment.shipmentOrderId), shipment.shipmentOrderUniqueId],
      ...[shipment.pickUpDate, shipment.dropOffDate],
      ...[recipient.name, recipient.phone, recipient.addressText, recipient.postalCode],
    ]);
  };

  const storeParcel = (orderId: number, shipmentId: number, parcel: NewParcel, at: string): number => {
    const { position, customCode, pickUpCode, weightGrams, sizeCode } = parcel;
    const known: { id: number } | undefined = sameParcel.get({ shipmentId, customCode, pickUpCode, position });
    if (known) return known.id;
    onStored(orderId);
    const row: { id: number } = insertParcel.get(
      ...[shipmentId, position, customCode, pickUpCode, weightGrams, sizeCode, jsonText(parcel.missing), at],
    );
    return row.id;
  };

  return {
    store(order, answerId, again, at) {
      const { uniqueId, createdAt, source, priceWithTax } = order;
      const known: { id: number } | undefined = sameOrder.get({ uniqueId, again });
      const texts = [jsonText(order.request), answerId, priceWithTax, jsonText(order.missing), at];
      const id = known?.id ?? insertedBy(insertOrder, [uniqueId, createdAt, source, ...texts]);
      if (!known) onStored(id);
      const stored: StoredRows = { id, parcels: [], unassignedLabels: [] };
      for (const [index, shipment] of order.shipments.entries()) {
        const shipmentId = storeShipment(id, shipment, index + 1);
        const { utcOffset = null } = shipment;
        if (utcOffset !== null) {
          setOffset.run({ id: shipmentId, utcOffset });
          // An imported order may be of last winter.
          rememberOffset.run({ utcOffset, isNewest: source === 'created here' ? 1 : 0 });
        }
        for (const parcel of shipment.parcels)
          stored.parcels.push({ id: storeParcel(id, shipmentId, parcel, at), parcel });
        for (const label of shipment.unassignedLabels ?? []) stored.unassignedLabels.push({ shipmentId, label });
      }
      return stored;
    },
    byId: (id) => quarantine.readAll('orders', orderRow, byId.all(id))[0] ?? null,
    isErased: (id) => erased.get(id) !== undefined,
    hasNoAnswer: (id) => noAnswer.get(id) !== undefined,
    setAnswer(id, answerId, missing) {
      setAnswer.run(answerId, jsonText(missing), id);
    },
  };
}

/** A safe integer, or null: an invalid number of the service must not prevent the order from being stored. */
function wholeNumber(number: number | null): number | null {
  return Number.isSafeInteger(number) ? number : null;
}

/** Longest stored answer, bytes, the same as the client's limit. A longer one is cut and marked. */
const longestAnswerBytes = 4 * 1024 * 1024;

/** The service's unchanged answers to creates. No row is replaced: a second answer is a second row. */
export interface OrderAnswers {
  /** Stores an answer once and returns its row id. */
  keep(commandId: number, body: string): number;
  /** Stores an answer to another system; returns its row id. */
  keepOthers(body: string): number;
}

export function orderAnswersIn(database: DatabaseSyncInstance): OrderAnswers {
  const same = database.prepare(
    'SELECT id FROM order_answers WHERE command_id IS ? AND body = ? ORDER BY id DESC LIMIT 1',
  );
  const insert = database.prepare('INSERT INTO order_answers (command_id, is_whole, body) VALUES (?, ?, ?)');
  const encoder = new TextEncoder();
  const cut = (body: string): { bytes: Uint8Array; isWhole: 0 | 1 } => {
    const whole = encoder.encode(body);
    const bytes = whole.subarray(0, longestAnswerBytes);
    return { bytes, isWhole: bytes.length === whole.length ? 1 : 0 };
  };
  return {
    keep(commandId, body) {
      const { bytes, isWhole } = cut(body);
      const known: { id: number } | undefined = same.get(commandId, bytes);
      return known?.id ?? insertedBy(insert, [commandId, isWhole, bytes]);
    },
    // Duplicates are not searched: there is no index, and known orders are not imported again.
    keepOthers(body) {
      const { bytes, isWhole } = cut(body);
      return insertedBy(insert, [null, isWhole, bytes]);
    },
  };
}

/** Adds missing values and changes no known ones. Each returns whether anything was added. */
export interface FillOrders {
  order(id: number, order: NewOrder): boolean;
  shipment(id: number, shipment: NewShipment): boolean;
  parcel(known: KnownParcel, parcel: NewParcel): boolean;
}

export function fillOrdersIn(database: DatabaseSyncInstance): FillOrders {
  const order = fill(database, 'orders', ['unique_id', 'created_at', 'price_with_tax']);
  const shipment = fill(database, 'shipments', [
    ...['tracking_code', 'drop_off_id', 'pick_up_unique_id', 'pick_up_id', 'shipment_order_id'],
    ...['shipment_order_unique_id', 'pick_up_date', 'drop_off_date'],
    ...['recipient_name', 'recipient_phone', 'recipient_address', 'recipient_postal_code'],
  ]);
  const parcel = fill(database, 'parcels', ['custom_code', 'pick_up_code', 'weight_grams', 'size_code']);
  const stillMissing = database.prepare('UPDATE parcels SET missing = ? WHERE id = ?');
  return {
    order: (id, { uniqueId, createdAt, priceWithTax }) => order(id, [uniqueId, createdAt, priceWithTax]),
    shipment: (id, facts) =>
      shipment(id, [
        ...[
          facts.trackingCode,
          wholeNumber(facts.dropOffId),
          facts.pickUpUniqueId,
          wholeNumber(facts.pickUpId),
          wholeNumber(facts.shipmentOrderId),
          facts.shipmentOrderUniqueId,
          facts.pickUpDate,
          facts.dropOffDate,
        ],
        ...[facts.recipient.name, facts.recipient.phone, facts.recipient.addressText, facts.recipient.postalCode],
      ]),
    parcel(known, { customCode, pickUpCode, weightGrams, sizeCode, missing }) {
      const filled = parcel(known.id, [customCode, pickUpCode, weightGrams, sizeCode]);
      const left = known.missing.filter((name) => missing.includes(name));
      if (left.length < known.missing.length) stillMissing.run(jsonText(left), known.id);
      return filled;
    },
  };
}

/** Writes values into the empty columns of a row; writes nothing if none is empty. */
function fill(
  database: DatabaseSyncInstance,
  table: string,
  columns: readonly string[],
): (id: number, values: readonly (string | number | null)[]) => boolean {
  const sets = columns.map((column, index) => `${column} = coalesce(${column}, :v${index})`).join(', ');
  const anyEmpty = columns.map((column, index) => `(${column} IS NULL AND :v${index} IS NOT NULL)`).join(' OR ');
  const update = database.prepare(`UPDATE ${table} SET ${sets} WHERE id = :id AND (${anyEmpty})`);
  return (id, values) =>
    update.run({ id, ...Object.fromEntries(values.map((value, index) => [`v${index}`, value])) }).changes > 0;
}
