import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type TimelineEntry, timelineEntrySchema } from '../../shared/shipment-event.ts';
import type { KeptEvents } from './kept-events.ts';
import type { SetAside } from './set-aside.ts';

/** Everything that happened to a parcel, newest first. */
export type Timeline = (parcelId: number, limit: number) => TimelineEntry[];

export function timelineIn(database: DatabaseSyncInstance, setAside: SetAside, events: KeptEvents): Timeline {
  const order = database.prepare(`
    SELECT parcels.id AS id, 'order' AS kind, parcels.created_at AS at, source FROM parcels
    JOIN shipments ON shipments.id = shipment_id JOIN orders ON orders.id = order_id WHERE parcels.id = :parcelId`);
  const label = database.prepare(`
    SELECT id, 'label' AS kind, kept_at AS at FROM labels WHERE parcel_id = :parcelId AND kept_at IS NOT NULL`);
  const prints = database.prepare(`
    SELECT id, 'print' AS kind, updated_at AS at, id AS "jobId", state, printer, reprint_reason AS "reprintReason"
    FROM print_jobs WHERE parcel_id = :parcelId ORDER BY id DESC LIMIT :limit`);
  const deletions = database.prepare(`
    SELECT id, 'deletion' AS kind, updated_at AS at, id AS "commandId", state
    FROM commands WHERE parcel_id = :parcelId AND kind = 'delete' ORDER BY id DESC LIMIT :limit`);

  const read = (table: string, rows: unknown[]): TimelineEntry[] =>
    setAside.readAll(table, timelineEntrySchema, rows as Record<string, unknown>[]);

  return (parcelId, limit) => {
    const entries = [
      ...events
        .ofParcel(parcelId, limit)
        .map((event): TimelineEntry => ({ kind: 'event', at: event.at, source: 'webhook', event })),
      ...read('commands', deletions.all({ parcelId, limit })),
      ...read('print_jobs', prints.all({ parcelId, limit })),
      ...read('labels', label.all({ parcelId })),
      ...read('orders', order.all({ parcelId })),
    ];
    // Sorting keeps the order of what happened at one moment: what was said last stands first.
    return entries.sort((one, other) => compareText(other.at, one.at)).slice(0, limit);
  };
}

const compareText = (one: string, other: string): number => (one === other ? 0 : one > other ? 1 : -1);
