import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { UnassignedLabel } from '../../../shared/orders/label-assignment.ts';
import type { UnassignedLabelOfAnswer } from '../../core/ports/order-records.ts';
import type { Quarantine } from '../quarantine.ts';
import { select } from '../sqlite.ts';
import { labelColumns, labelRow } from './labels-table.ts';

/** Labels of shipments of which it is not known whose they are. */
export interface UnassignedLabels {
  /** A label to download for a shipment; one it has already stays. False where nothing changed. */
  request(shipmentId: number, label: UnassignedLabelOfAnswer, canWait: boolean): boolean;
  ofOrder(orderId: number): UnassignedLabel[];
  byId(labelId: number): UnassignedLabel | null;
  /** Orders with such labels and with parcels that need one, oldest first. */
  openOrders(limit: number): { orderId: number; canWait: boolean }[];
  /**
   * Gives a label to a parcel of its order that has none, with the label's pick-up code and size; null where that is not possible:
   * the label has a parcel already, the parcel has a label or another pick-up code, or is deleted.
   */
  assign(labelId: number, parcelId: number): { code: string } | null;
  /** The label of the parcel's shipment that has its pick-up code or that address, where exactly one has. */
  namedWith(parcelId: number, url: string | null): number | null;
}

const rowSchema = labelRow.extend({
  pickUpCode: z.string().nullable(),
  sizeCode: z.string().nullable(),
});

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

  const readAll = (rows: Record<string, unknown>[]): UnassignedLabel[] => quarantine.readAll('labels', rowSchema, rows);

  return {
    request(shipmentId, { pickUpCode, sizeCode, label }, canWait) {
      const row = { shipmentId, pickUpCode, sizeCode, ...label, canWait: canWait ? 1 : 0 };
      return request.run(row).changes > 0;
    },
    ofOrder: (orderId) => readAll(ofOrder.all(orderId)),
    byId: (labelId) => readAll(byId.all(labelId))[0] ?? null,
    openOrders(limit) {
      const rows: { orderId: number; canWait: number }[] = openOrders.all(limit);
      return rows.map(({ orderId, canWait }) => ({ orderId, canWait: canWait === 1 }));
    },
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
