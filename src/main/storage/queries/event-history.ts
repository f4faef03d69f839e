import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { maybePrintedStates } from '../../../shared/printing/print-job.ts';
import {
  assumedOffsetSchema,
  type KeptEvent,
  keptEventSchema,
  type TimelineEntry,
  timelineEntrySchema,
} from '../../../shared/shipments/shipment-event.ts';
import { timeOfEvent } from '../../../shared/shipments/status-rules.ts';
import type { UnrequestedDeletion } from '../../core/ports/webhook.ts';
import type { Quarantine } from '../quarantine.ts';
import { type Columns, select, storedJson } from '../sqlite.ts';
import { stateRank } from '../tables/events-table.ts';

/** Queries of stored events. */
export interface KeptEvents {
  /** Newest first. */
  unmatched(limit: number): KeptEvent[];
  unmatchedNaming(code: string, limit: number): KeptEvent[];
  countUnmatched(): number;
  /** What was said of the parcel or of its shipment, latest first. */
  ofParcel(parcelId: number, limit: number): KeptEvent[];
  unrequested(limit: number): UnrequestedDeletion[];
}

const columns = {
  id: 'id',
  event: 'event',
  state: 'state',
  moment: 'moment',
  ownTime: 'own_time',
  assumedMinutes: 'assumed_offset',
  assumedFrom: 'assumed_from',
  receivedAt: 'received_at',
  matchedBy: 'matched_by',
  unmatchedBecause: 'unmatched_because',
  effect: 'effect',
  conflictsWith: 'conflicts_with',
  facts: 'facts',
  moreFacts: 'more_facts',
} satisfies Columns;

const keptRow = keptEventSchema
  .omit({ at: true, hasOwnTime: true, assumedOffset: true })
  .extend({
    moment: z.int(),
    ownTime: z.int().nullable(),
    assumedMinutes: assumedOffsetSchema.shape.minutes.nullable(),
    assumedFrom: assumedOffsetSchema.shape.from.nullable(),
    facts: storedJson(keptEventSchema.shape.facts),
  })
  .transform(
    ({ moment, ownTime, assumedMinutes: minutes, assumedFrom: from, ...event }): KeptEvent => ({
      ...event,
      assumedOffset: minutes === null || from === null ? null : { minutes, from },
      at: timeOfEvent(moment, event.receivedAt),
      hasOwnTime: ownTime !== null,
    }),
  );

const unrequestedRow = z
  .object({
    id: z.int(),
    moment: z.int(),
    receivedAt: z.string(),
    trackingCode: z.string().nullable(),
    codes: storedJson(z.array(z.string())),
    copies: z.int(),
  })
  .transform(
    ({ id, moment, receivedAt, ...deletion }): UnrequestedDeletion => ({
      ...deletion,
      eventId: id,
      at: timeOfEvent(moment, receivedAt),
    }),
  );

/** Said as the index says it, letter for letter. */
const isUnmatched = 'parcel_id IS NULL AND shipment_id IS NULL';
const isOnPaper = `state IN (${maybePrintedStates.map((state) => `'${state}'`).join(', ')})`;

export function keptEventsIn(database: DatabaseSyncInstance, quarantine: Quarantine): KeptEvents {
  const own = select('events', columns);
  const unmatched = database.prepare(`SELECT ${own} FROM events WHERE ${isUnmatched} ORDER BY id DESC LIMIT ?`);
  const unmatchedNaming = database.prepare(`
    SELECT ${own} FROM events WHERE ${isUnmatched}
      AND id IN (SELECT event_id FROM event_codes WHERE code = ? COLLATE NOCASE) ORDER BY id DESC LIMIT ?`);
  const countUnmatched = database.prepare(`SELECT count(*) AS count FROM events WHERE ${isUnmatched}`);
  const ofParcel = database.prepare(`
    SELECT ${own} FROM parcels CROSS JOIN events ON events.shipment_id = parcels.shipment_id
    WHERE parcels.id = :parcelId AND (parcel_id IS NULL OR parcel_id = :parcelId) AND same_as IS NULL
    ORDER BY moment DESC, own_time IS NULL DESC, CASE WHEN own_time IS NULL THEN events.id END DESC, ${stateRank} DESC,
      events.id DESC LIMIT :limit`);
  const unrequested = database.prepare(`
    SELECT events.id AS id, moment, received_at AS "receivedAt", tracking_code AS "trackingCode", unrequested AS codes,
      (SELECT count(*) FROM parcels JOIN print_jobs ON print_jobs.parcel_id = parcels.id
        WHERE parcels.shipment_id = shipments.id AND (events.parcel_id IS NULL OR parcels.id = events.parcel_id)
          AND print_jobs.${isOnPaper}) AS copies
    FROM events JOIN shipments ON shipments.id = events.shipment_id
    WHERE unrequested IS NOT NULL AND reported_at IS NULL ORDER BY events.id LIMIT ?`);

  const readAll = (rows: unknown[]): KeptEvent[] =>
    quarantine.readAll('events', keptRow, rows as Record<string, unknown>[]);
  return {
    unmatched: (limit) => readAll(unmatched.all(limit)),
    unmatchedNaming: (code, limit) => readAll(unmatchedNaming.all(code, limit)),
    countUnmatched() {
      const row: { count: number } = countUnmatched.get();
      return row.count;
    },
    ofParcel: (parcelId, limit) => readAll(ofParcel.all({ parcelId, limit })),
    unrequested: (limit) => quarantine.readAll('events', unrequestedRow, unrequested.all(limit)),
  };
}

/** Everything that happened to a parcel, newest first. */
export type Timeline = (parcelId: number, limit: number) => TimelineEntry[];

export function timelineIn(database: DatabaseSyncInstance, quarantine: Quarantine, events: KeptEvents): Timeline {
  const order = database.prepare(`
    SELECT parcels.id AS id, 'order' AS kind, parcels.created_at AS at, source, person_name AS "personName", lead_name AS "leadName"
    FROM parcels JOIN shipments ON shipments.id = shipment_id JOIN orders ON orders.id = shipments.order_id
    LEFT JOIN commands ON commands.order_id = orders.id AND commands.kind = 'create' AND commands.person_name IS NOT NULL
    WHERE parcels.id = :parcelId LIMIT 1`);
  const label = database.prepare(`
    SELECT id, 'label' AS kind, stored_at AS at FROM labels WHERE parcel_id = :parcelId AND stored_at IS NOT NULL`);
  const prints = database.prepare(`
    SELECT id, 'print' AS kind, updated_at AS at, id AS "jobId", state, printer, reprint_reason AS "reprintReason",
      person_name AS "personName", lead_name AS "leadName"
    FROM print_jobs WHERE parcel_id = :parcelId ORDER BY id DESC LIMIT :limit`);
  const deletions = database.prepare(`
    SELECT id, 'deletion' AS kind, updated_at AS at, id AS "commandId", state,
      person_name AS "personName", lead_name AS "leadName"
    FROM commands WHERE parcel_id = :parcelId AND kind = 'delete' ORDER BY id DESC LIMIT :limit`);

  const read = (table: string, rows: unknown[]): TimelineEntry[] =>
    quarantine.readAll(table, timelineEntrySchema, rows as Record<string, unknown>[]);

  return (parcelId, limit) => {
    const others = [
      ...read('commands', deletions.all({ parcelId, limit })),
      ...read('print_jobs', prints.all({ parcelId, limit })),
      ...read('labels', label.all({ parcelId })),
      ...read('orders', order.all({ parcelId })),
    ].map((entry) => ({ entry, place: entry.at }));
    const entries = [...inOrder(events.ofParcel(parcelId, limit)), ...others];
    // Sorting is stable: of entries with the same time, the last received is first.
    entries.sort((one, other) => compareText(other.place, one.place));
    return entries.map(({ entry }) => entry).slice(0, limit);
  };
}

/**
 * The entries of events, latest first, with the time that places each among other entries. Where the service's clock is ahead, an event
 * shows its arrival instead of its time; all earlier ones come behind it nevertheless.
 */
function inOrder(events: readonly KeptEvent[]): { entry: TimelineEntry; place: string }[] {
  let place: string | null = null;
  return events.map((event) => {
    place = place === null || event.at < place ? event.at : place;
    return { entry: { kind: 'event', at: event.at, source: 'webhook', event }, place };
  });
}

const compareText = (one: string, other: string): number => (one === other ? 0 : one > other ? 1 : -1);
