import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { finalStates } from '../../../shared/shipments/status-rules.ts';

/** Parcels that are looked through at once: so many take some milliseconds. */
const atOnce = 2_000;

/** See `SiteRecords.heldParcels`. */
export type FindHeldParcels = (bench: string, behind: number) => { parcels: number[]; next: number | null };

export function heldParcelsIn(database: DatabaseSyncInstance): FindHeldParcels {
  const part = `SELECT parcel_id, shared, last_act FROM site_parcels WHERE parcel_id > :behind ORDER BY parcel_id LIMIT ${atOnce}`;
  const end = database.prepare(`SELECT max(parcel_id) AS last, count(*) AS count FROM (${part})`);
  // The act may be ahead of the fact that repeats it.
  const held = database.prepare(`
    SELECT DISTINCT parcel_id AS id FROM (
      SELECT parcel_id, CASE WHEN last_act ->> '$.holding.term' >= coalesce(shared ->> '$.holding.term', 0)
        THEN last_act -> '$.holding' ELSE shared -> '$.holding' END AS holding FROM (${part}))
    JOIN parcels ON parcels.id = parcel_id JOIN shipments ON shipments.id = shipment_id
    WHERE holding ->> '$.isReleased' = 0 AND (holding ->> '$.bench' = :bench OR holding ->> '$.bench' LIKE :bench || '~%')
      AND deleted_at IS NULL
      AND coalesce(status_state, '') NOT IN (${finalStates.map((state) => `'${state}'`).join(', ')})
    ORDER BY parcel_id`);

  return (bench, behind) => {
    const { last, count }: { last: number | null; count: number } = end.get({ behind });
    const rows: { id: number }[] = held.all({ bench, behind });
    return { parcels: rows.map(({ id }) => id), next: count < atOnce ? null : last };
  };
}
