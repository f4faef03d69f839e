import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ShipmentState } from '../../shared/shipment-state.ts';

/** A parcel of a deleted shipment. */
export interface DeletedParcel {
  id: number;
  /** The code people know it by. */
  code: string;
  /** It was not deleted before. */
  isNews: boolean;
  /** Somebody here wanted it deleted, and took it not back. */
  isAsked: boolean;
}

/** What events change in shipments, parcels and commands. */
export interface ShipmentEffects {
  setStatus(shipmentId: number, state: ShipmentState, at: string): void;
  /** Marks the shipment's parcels deleted, at that moment or before; gives them as they were. */
  deleteParcels(shipmentId: number, at: string): DeletedParcel[];
  /** Ends the deletions of a parcel that is gone, but for one on its way: the newest of them, or null. */
  endDeletions(parcelId: number, at: string): number | null;
  /** Codes that were not known of a parcel and its shipment, where nobody else has them. True where one was added. */
  learnCodes(parcelId: number, codes: Record<'customCode' | 'pickUpCode' | 'trackingCode', string | null>): boolean;
  shipmentsOfOrder(orderId: number): number[];
  /** A shipment's parcel, where it has but one. */
  onlyParcel(shipmentId: number): number | null;
}

export function shipmentEffectsIn(database: DatabaseSyncInstance): ShipmentEffects {
  const setStatus = database.prepare(`
    UPDATE shipments SET status_state = :state, status_source = 'webhook', status_at = :at
    WHERE id = :shipmentId AND (status_state IS NOT :state OR status_at IS NOT :at OR status_source IS NOT 'webhook')`);
  const parcelsOf = database.prepare(`
    SELECT parcels.id AS id, coalesce(custom_code, pick_up_code, tracking_code, 'no code') AS code, deleted_at IS NULL AS "isNews",
      EXISTS (SELECT 1 FROM commands WHERE commands.parcel_id = parcels.id AND kind = 'delete'
        AND state NOT IN ('undone', 'rejected'))
      OR EXISTS (SELECT 1 FROM commands WHERE commands.custom_code = parcels.custom_code AND commands.parcel_id IS NULL
        AND kind = 'delete' AND state NOT IN ('undone', 'rejected')) AS "isAsked"
    FROM parcels JOIN shipments ON shipments.id = shipment_id WHERE shipment_id = ? ORDER BY parcels.id`);
  const deleteParcels = database.prepare(`
    UPDATE parcels SET deleted_at = :at WHERE shipment_id = :shipmentId AND (deleted_at IS NULL OR deleted_at > :at)`);
  const endDeletions = database.prepare(`
    UPDATE commands SET state = 'done', failure = NULL, updated_at = :at WHERE parcel_id = :parcelId AND kind = 'delete'
      AND state IN ('counting', 'waiting', 'asks', 'uncertain', 'blocked') RETURNING id`);
  const stillMissing = (name: string): string =>
    `(SELECT json_group_array(value) FROM json_each(missing) WHERE value <> '${name}')`;
  const learnParcelCode = (column: 'custom_code' | 'pick_up_code') =>
    database.prepare(`
      UPDATE parcels SET ${column} = :code, missing = CASE WHEN json_valid(missing) THEN ${stillMissing(column)} ELSE missing END
      WHERE id = :parcelId AND ${column} IS NULL
        AND NOT EXISTS (SELECT 1 FROM parcels AS other WHERE other.${column} = :code COLLATE NOCASE)`);
  const learnCustomCode = learnParcelCode('custom_code');
  const learnPickUpCode = learnParcelCode('pick_up_code');
  const learnTrackingCode = database.prepare(`
    UPDATE shipments SET tracking_code = :code
    WHERE id = (SELECT shipment_id FROM parcels WHERE id = :parcelId) AND tracking_code IS NULL
      AND NOT EXISTS (SELECT 1 FROM shipments AS other WHERE other.tracking_code = :code COLLATE NOCASE)`);
  const shipmentsOfOrder = database.prepare('SELECT id FROM shipments WHERE order_id = ? ORDER BY id');
  const parcelIds = database.prepare('SELECT id FROM parcels WHERE shipment_id = ? LIMIT 2');

  return {
    setStatus(shipmentId, state, at) {
      setStatus.run({ shipmentId, state, at });
    },
    deleteParcels(shipmentId, at) {
      const rows: { id: number; code: string; isNews: number; isAsked: number }[] = parcelsOf.all(shipmentId);
      deleteParcels.run({ shipmentId, at });
      return rows.map((row) => ({ ...row, isNews: row.isNews === 1, isAsked: row.isAsked === 1 }));
    },
    endDeletions(parcelId, at) {
      const rows: { id: number }[] = endDeletions.all({ parcelId, at });
      return rows.at(-1)?.id ?? null;
    },
    learnCodes(parcelId, { customCode, pickUpCode, trackingCode }) {
      const learned = [
        customCode !== null && learnCustomCode.run({ parcelId, code: customCode }).changes > 0,
        pickUpCode !== null && learnPickUpCode.run({ parcelId, code: pickUpCode }).changes > 0,
        trackingCode !== null && learnTrackingCode.run({ parcelId, code: trackingCode }).changes > 0,
      ];
      return learned.includes(true);
    },
    shipmentsOfOrder(orderId) {
      const rows: { id: number }[] = shipmentsOfOrder.all(orderId);
      return rows.map(({ id }) => id);
    },
    onlyParcel(shipmentId) {
      const rows: { id: number }[] = parcelIds.all(shipmentId);
      return rows.length === 1 ? (rows[0]?.id ?? null) : null;
    },
  };
}
