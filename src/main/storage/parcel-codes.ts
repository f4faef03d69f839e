import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { CodeMatch } from '../core/ports/records.ts';

/** Which parcels a code finds, and as which of their codes. */
export interface FoundByCode {
  by: CodeMatch['by'];
  parcelIds: number[];
}

export type FindByCode = (code: string) => FoundByCode | null;

interface Hit {
  parcelId: number;
  /** What the code names: a parcel, or for a tracking code a shipment. */
  target: string;
  isExact: number;
}

/** Most parcels one code can stand for; an order has five. */
const mostHits = 50;

/** Finds parcels by a code as given, then without case where that leaves one parcel, or one shipment. */
export function codeFinderIn(database: DatabaseSyncInstance): FindByCode {
  const byParcelCode = (column: 'custom_code' | 'pick_up_code') =>
    database.prepare(`
      SELECT id AS "parcelId", 'parcel ' || id AS target, ${column} = :code AS "isExact" FROM parcels
      WHERE ${column} = :code COLLATE NOCASE ORDER BY "isExact" DESC, id LIMIT ${mostHits}`);
  const byTrackingCode = database.prepare(`
    SELECT parcels.id AS "parcelId", 'shipment ' || shipments.id AS target, tracking_code = :code AS "isExact"
    FROM shipments JOIN parcels ON parcels.shipment_id = shipments.id
    WHERE tracking_code = :code COLLATE NOCASE ORDER BY "isExact" DESC, parcels.id LIMIT ${mostHits}`);
  const ways = [
    { by: 'custom code', statement: byParcelCode('custom_code') },
    { by: 'pick-up code', statement: byParcelCode('pick_up_code') },
    { by: 'tracking code', statement: byTrackingCode },
  ] as const;

  return (code) => {
    const found = ways.map(({ by, statement }) => {
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
