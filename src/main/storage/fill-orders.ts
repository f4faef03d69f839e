import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { KnownParcel } from './known-orders.ts';
import type { NewOrder, NewParcel } from './orders.ts';
import { jsonText } from './stored-json.ts';

type NewShipment = NewOrder['shipments'][number];

/** Adds to what is known what was not; nothing that is known changes. Each answers whether anything was added. */
export interface FillOrders {
  order(id: number, order: NewOrder): boolean;
  shipment(id: number, shipment: NewShipment): boolean;
  parcel(known: KnownParcel, parcel: NewParcel): boolean;
}

export function fillOrdersIn(database: DatabaseSyncInstance): FillOrders {
  const order = fill(database, 'orders', ['unique_id', 'created_at', 'price_with_tax']);
  const shipment = fill(database, 'shipments', [
    ...['tracking_code', 'drop_off_id', 'pick_up_unique_id', 'pick_up_id', 'pick_up_date', 'drop_off_date'],
    ...['recipient_name', 'recipient_phone', 'recipient_address', 'recipient_postal_code'],
  ]);
  const parcel = fill(database, 'parcels', ['custom_code', 'pick_up_code', 'weight_grams', 'size_code']);
  const stillMissing = database.prepare('UPDATE parcels SET missing = ? WHERE id = ?');
  return {
    order: (id, { uniqueId, createdAt, priceWithTax }) => order(id, [uniqueId, createdAt, priceWithTax]),
    shipment: (id, told) =>
      shipment(id, [
        ...[told.trackingCode, told.dropOffId, told.pickUpUniqueId, told.pickUpId, told.pickUpDate, told.dropOffDate],
        ...[told.recipient.name, told.recipient.phone, told.recipient.addressText, told.recipient.postalCode],
      ]),
    parcel(known, { customCode, pickUpCode, weightGrams, sizeCode, missing }) {
      const filled = parcel(known.id, [customCode, pickUpCode, weightGrams, sizeCode]);
      const left = known.missing.filter((name) => missing.includes(name));
      if (left.length < known.missing.length) stillMissing.run(jsonText(left), known.id);
      return filled;
    },
  };
}

/** Writes values into a row's columns where they are empty; the row is left alone where none would be written. */
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
