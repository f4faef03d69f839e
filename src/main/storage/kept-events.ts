import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { maybeOnPaper } from '../../shared/print-job.ts';
import { type KeptEvent, keptEventSchema } from '../../shared/shipment-event.ts';
import { timeOfEvent } from '../../shared/status-rules.ts';
import type { NamedCreate, UnaskedDeletion } from '../core/ports/events.ts';
import { type Columns, select } from './columns.ts';
import { stateRank } from './events.ts';
import type { SetAside } from './set-aside.ts';
import { storedJson } from './stored-json.ts';

/** What the records tell of events. */
export interface KeptEvents {
  /** Newest first. */
  unmatched(limit: number): KeptEvent[];
  unmatchedNaming(code: string, limit: number): KeptEvent[];
  countUnmatched(): number;
  /** What was said of the parcel or of its shipment, latest first. */
  ofParcel(parcelId: number, limit: number): KeptEvent[];
  unasked(limit: number): UnaskedDeletion[];
  namedCreate(commandId: number): NamedCreate | null;
}

const columns = {
  id: 'id',
  event: 'event',
  state: 'state',
  moment: 'moment',
  ownTime: 'own_time',
  receivedAt: 'received_at',
  matchedBy: 'matched_by',
  unmatchedBecause: 'unmatched_because',
  effect: 'effect',
  facts: 'facts',
  moreFacts: 'more_facts',
} satisfies Columns;

const keptRow = keptEventSchema
  .omit({ at: true, hasOwnTime: true })
  .extend({ moment: z.int(), ownTime: z.int().nullable(), facts: storedJson(keptEventSchema.shape.facts) })
  .transform(
    ({ moment, ownTime, ...event }): KeptEvent => ({
      ...event,
      at: timeOfEvent(moment, event.receivedAt),
      hasOwnTime: ownTime !== null,
    }),
  );

const unaskedRow = z
  .object({
    id: z.int(),
    moment: z.int(),
    receivedAt: z.string(),
    trackingCode: z.string().nullable(),
    codes: storedJson(z.array(z.string())),
    copies: z.int(),
  })
  .transform(
    ({ id, moment, receivedAt, ...deletion }): UnaskedDeletion => ({
      ...deletion,
      eventId: id,
      at: timeOfEvent(moment, receivedAt),
    }),
  );

/** Said as the index says it, letter for letter. */
const isUnmatched = 'parcel_id IS NULL AND shipment_id IS NULL';
const isOnPaper = `state IN (${maybeOnPaper.map((state) => `'${state}'`).join(', ')})`;

export function keptEventsIn(database: DatabaseSyncInstance, setAside: SetAside): KeptEvents {
  const own = select('events', columns);
  const unmatched = database.prepare(`SELECT ${own} FROM events WHERE ${isUnmatched} ORDER BY id DESC LIMIT ?`);
  const unmatchedNaming = database.prepare(`
    SELECT ${own} FROM events WHERE ${isUnmatched}
      AND id IN (SELECT event_id FROM event_codes WHERE code = ? COLLATE NOCASE) ORDER BY id DESC LIMIT ?`);
  const countUnmatched = database.prepare(`SELECT count(*) AS count FROM events WHERE ${isUnmatched}`);
  const ofParcel = database.prepare(`
    SELECT ${own} FROM parcels CROSS JOIN events ON events.shipment_id = parcels.shipment_id
    WHERE parcels.id = :parcelId AND (parcel_id IS NULL OR parcel_id = :parcelId) AND same_as IS NULL
    ORDER BY moment DESC, ${stateRank} DESC, events.id DESC LIMIT :limit`);
  const unasked = database.prepare(`
    SELECT events.id AS id, moment, received_at AS "receivedAt", tracking_code AS "trackingCode", unasked AS codes,
      (SELECT count(*) FROM parcels JOIN print_jobs ON print_jobs.parcel_id = parcels.id
        WHERE parcels.shipment_id = shipments.id AND print_jobs.${isOnPaper}) AS copies
    FROM events JOIN shipments ON shipments.id = events.shipment_id
    WHERE unasked IS NOT NULL AND told_at IS NULL ORDER BY events.id LIMIT ?`);
  const namedCreate = database.prepare(`
    SELECT commands.id AS "commandId", events.id AS "eventId", received_at AS at
    FROM commands JOIN events ON events.id = named_by WHERE commands.id = ?`);

  const readAll = (rows: unknown[]): KeptEvent[] =>
    setAside.readAll('events', keptRow, rows as Record<string, unknown>[]);
  return {
    unmatched: (limit) => readAll(unmatched.all(limit)),
    unmatchedNaming: (code, limit) => readAll(unmatchedNaming.all(code, limit)),
    countUnmatched() {
      const row: { count: number } = countUnmatched.get();
      return row.count;
    },
    ofParcel: (parcelId, limit) => readAll(ofParcel.all({ parcelId, limit })),
    unasked: (limit) => setAside.readAll('events', unaskedRow, unasked.all(limit)),
    namedCreate: (commandId) => namedCreate.get(commandId) ?? null,
  };
}
