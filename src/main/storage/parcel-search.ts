import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** One page of what a search finds, newest first, and how many there are in all. */
export interface FoundPage {
  total: number;
  parcelIds: number[];
}

export type SearchParcels = (query: { find: string; offset: number; limit: number }) => FoundPage;

/** Hits counted and paged through. A search that finds more stands for its newest so many; it wants more letters, not more pages. */
export const mostHits = 5_000;

/** Sorts behind every text that begins with the same letters. */
const lastCharacter = '\u{10FFFF}';

const beginsWith = (column: string): string => `(${column} >= :from COLLATE NOCASE AND ${column} < :to COLLATE NOCASE)`;
const recipientHasPart = `(recipient_name LIKE :part ESCAPE '!' OR recipient_address LIKE :part ESCAPE '!')`;
/** CROSS JOIN keeps the order: a shipment's parcels are looked up only where the shipment is a hit. */
const parcelsOf = 'shipments CROSS JOIN parcels ON parcels.shipment_id = shipments.id';

/** Each way by its own index, in no order, a parcel perhaps twice; stops as soon as there are too many. */
const fewHits = `
  SELECT id FROM parcels WHERE ${beginsWith('custom_code')}
  UNION ALL SELECT id FROM parcels WHERE ${beginsWith('pick_up_code')}
  UNION ALL SELECT parcels.id FROM ${parcelsOf} WHERE ${beginsWith('tracking_code')}
  UNION ALL SELECT parcels.id FROM ${parcelsOf} WHERE ${recipientHasPart}
  LIMIT ${mostHits + 1}`;

/** Newest parcels first, each looked at: quick where every other parcel is a hit. */
const newestOfMany = `
  SELECT parcels.id AS id FROM parcels CROSS JOIN shipments ON shipments.id = parcels.shipment_id
  WHERE ${beginsWith('custom_code')} OR ${beginsWith('pick_up_code')} OR ${beginsWith('tracking_code')} OR ${recipientHasPart}
  ORDER BY parcels.id DESC LIMIT ${mostHits}`;

/**
 * Finds parcels by the beginning of a code or a part of the recipient's name or address, without case (A to Z). The part is
 * looked for in every recipient: some 40 ms of the worker's time for 200,000 of them.
 */
export function parcelSearchIn(database: DatabaseSyncInstance): SearchParcels {
  const countAll = database.prepare('SELECT count(*) AS total FROM parcels');
  const pageOfAll = database.prepare('SELECT id FROM parcels ORDER BY id DESC LIMIT :limit OFFSET :offset');
  const few = database.prepare(fewHits);
  const newest = database.prepare(newestOfMany);

  const findHits = (text: string): number[] => {
    const part = `%${text.replace(/[!%_]/g, '!$&')}%`;
    const words = { from: text, to: text + lastCharacter, part };
    let rows: { id: number }[] = few.all(words);
    if (rows.length > mostHits) rows = newest.all(words);
    return [...new Set(rows.map((row) => row.id))].sort((one, other) => other - one);
  };

  return ({ find, offset, limit }) => {
    const text = find.trim();
    if (text !== '') {
      const ids = findHits(text);
      return { total: ids.length, parcelIds: ids.slice(offset, offset + limit) };
    }
    const { total }: { total: number } = countAll.get();
    const rows: { id: number }[] = pageOfAll.all({ limit, offset });
    return { total, parcelIds: rows.map((row) => row.id) };
  };
}
