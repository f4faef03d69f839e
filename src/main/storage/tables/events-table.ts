import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { ShipmentEvent } from '../../../shared/shipments/event-effects.ts';
import type { EventOwner } from '../../../shared/shipments/event-match.ts';
import { type EventEffect, keptEventSchema } from '../../../shared/shipments/shipment-event.ts';
import { shipmentStates } from '../../../shared/shipments/shipment-state.ts';
import {
  digestOfArrival,
  finalStates,
  type StatusEvent,
  stateRanks,
  timeOfEvent,
} from '../../../shared/shipments/status-rules.ts';
import type { NewEvent } from '../../core/ports/webhook.ts';
import type { Quarantine } from '../quarantine.ts';
import { insertedBy } from '../sqlite.ts';

/** An event on disk, as far as its consequences ask. */
export interface StoredEvent {
  /** Rows are numbered in the order of arrival. */
  id: number;
  arrival: number;
  event: string;
  state: StatusEvent['state'] | null;
  moment: number;
  /** When it happened, as it is shown, ISO 8601. */
  at: string;
  ownTime: number | null;
  hasOwnTime: boolean;
  /** Of its bytes; see `digestOfArrival` for bytes that arrived again. */
  digest: string;
  isWhole: boolean;
  shipmentId: number | null;
  parcelId: number | null;
}

/** The events table: what webhooks delivered. */
export interface Events {
  /** The last arrival of the same bytes that is stored. */
  newestOfBytes(digest: string): { id: number; shipmentId: number | null } | null;
  /**
   * True where an event of the shipment, or one that may turn out to be of it, is stored after that one. An event that names no code
   * never belongs to a shipment, and nothing follows it.
   */
  isFollowed(id: number, shipmentId: number | null): boolean;
  /** `isAgain`: the same bytes are stored already. `receivers`: the column (event-receivers-table.ts). */
  add(event: NewEvent, match: EventOwner, isAgain: boolean, receivers: string | null): StoredEvent;
  byId(id: number): StoredEvent | null;
  /** What was read from its bytes. */
  replace(id: number, event: NewEvent): void;
  /** What it belongs to, or why to nothing. */
  link(id: number, match: EventOwner): void;
  /** An older event of the same shipment, name, own time and parcel. */
  duplicateOf(id: number): number | null;
  /** The shipment has that many events, or more. */
  hasSoMany(shipmentId: number, count: number): boolean;
  /** The newest event of the shipment before that one, repeats left out. */
  latestBefore(shipmentId: number, id: number): { id: number; digest: string } | null;
  /** It counts for nothing, as it repeats the other; null: it counts. */
  markRepeat(id: number, other: number | null): void;
  /** All events of a shipment in the order of arrival. */
  ofShipment(shipmentId: number): ShipmentEvent[];
  /** The events of a shipment that can decide its status: folded, they give the same result as all of them. */
  deciding(shipmentId: number): (StatusEvent & { at: string })[];
  /** `conflictsWith`: the final state that stayed. */
  setEffect(id: number, effect: EventEffect, conflictsWith: StatusEvent['state'] | null): void;
  /** The first event that reports the deletion of the whole shipment. */
  deletedBy(shipmentId: number): StoredEvent | null;
  /** Adds these codes to those whose unrequested deletion is to be reported. */
  addUnrequested(id: number, codes: readonly string[]): void;
  markReported(ids: readonly number[], at: string): void;
  markCreate(commandId: number, eventId: number): void;
}

/**
 * Most arrivals of the same bytes that are stored while it is not known whether they repeat each other, or because they do. Of more,
 * the last one takes the place of the one before it: the first and the last decide, and the disk does not fill up.
 */
export const maxUncounted = 20;

const flag = z.int().transform((stored) => stored === 1);
const storedColumns = z.object({
  id: z.int(),
  event: z.string(),
  state: z.enum(shipmentStates).nullable(),
  moment: z.int(),
  receivedAt: z.string(),
  ownTime: z.int().nullable(),
  digest: z.string(),
  isWhole: flag,
  shipmentId: z.int().nullable(),
  parcelId: z.int().nullable(),
});
const withTime = <T extends { id: number; moment: number; receivedAt: string; ownTime: number | null }>({
  receivedAt,
  ...event
}: T) => ({
  ...event,
  arrival: event.id,
  hasOwnTime: event.ownTime !== null,
  at: timeOfEvent(event.moment, receivedAt),
});
const storedRow = storedColumns.transform(withTime) satisfies z.ZodType<StoredEvent>;
const decidingRow = storedColumns.extend({ state: z.enum(shipmentStates) }).transform(withTime);
const shipmentEventRow = storedColumns
  .extend({
    sameAs: z.int().nullable(),
    effect: keptEventSchema.shape.effect,
    conflictsWith: keptEventSchema.shape.conflictsWith,
  })
  .transform(withTime) satisfies z.ZodType<ShipmentEvent>;
/** The rules' rank of a state, for SQL. */
export const stateRank = `CASE state ${Object.entries(stateRanks)
  .map(([state, number]) => `WHEN '${state}' THEN ${number}`)
  .join(' ')} ELSE 0 END`;

/** SQL: what an event says of a receiver who was erased is not stored. */
const unlessErased = (value: string, otherwise: string, shipmentId = ':shipmentId'): string =>
  `CASE WHEN (SELECT erased_at FROM shipments WHERE id = ${shipmentId}) IS NULL THEN ${value} ELSE ${otherwise} END`;

type NewEventRow = ReturnType<typeof columnsOf> & ReturnType<typeof linkColumns> & { receivers: string | null };

/** What is stored of a new event, and where. `erased`: what is stored instead where the receiver was erased. */
const newEventColumns: readonly { column: string; value: keyof NewEventRow; erased?: string }[] = [
  { column: 'received_at', value: 'receivedAt' },
  { column: 'event', value: 'event' },
  { column: 'raw', value: 'raw', erased: 'zeroblob(0)' },
  { column: 'digest', value: 'digest' },
  { column: 'trigger_datetime', value: 'triggerDatetime' },
  { column: 'state', value: 'state' },
  { column: 'own_time', value: 'ownTime' },
  { column: 'moment', value: 'moment' },
  { column: 'local_time', value: 'localTime' },
  { column: 'assumed_offset', value: 'assumedMinutes' },
  { column: 'assumed_from', value: 'assumedFrom' },
  { column: 'is_whole', value: 'isWhole' },
  { column: 'facts', value: 'facts', erased: "'[]'" },
  { column: 'more_facts', value: 'moreFacts', erased: '0' },
  { column: 'shipment_id', value: 'shipmentId' },
  { column: 'parcel_id', value: 'parcelId' },
  { column: 'named_parcel_id', value: 'namedParcelId' },
  { column: 'matched_by', value: 'by' },
  { column: 'unmatched_because', value: 'because' },
  { column: 'receivers', value: 'receivers' },
];

/** The values are bound by their places: twenty names take 11 µs, a third of the insertion. */
function insertionOfEvent(): string {
  const place = (value: keyof NewEventRow): string =>
    `?${newEventColumns.findIndex((column) => column.value === value) + 1}`;
  const values = newEventColumns.map(({ value, erased }) =>
    erased === undefined ? place(value) : unlessErased(place(value), erased, place('shipmentId')),
  );
  const columns = newEventColumns.map(({ column }) => column);
  return `INSERT INTO events (source, ${columns.join(', ')}) VALUES ('webhook', ${values.join(', ')})`;
}

const ends = finalStates.map((state) => `'${state}'`).join(', ');

/** @param onStored called with each event that is added, within its transaction */
export function eventsIn(
  database: DatabaseSyncInstance,
  quarantine: Quarantine,
  onStored: (id: number) => void,
): Events {
  const stored = `id, event, state, moment, received_at AS "receivedAt", own_time AS "ownTime", digest, is_whole AS "isWhole",
    shipment_id AS "shipmentId", parcel_id AS "parcelId"`;
  // All arrivals of the same bytes, in order: see digestOfArrival. "0" is the character after its mark.
  const newestOfBytes = database.prepare(`
    SELECT id, shipment_id AS "shipmentId" FROM events WHERE digest >= :digest AND digest < :digest || '0'
    ORDER BY digest DESC LIMIT 1`);
  const isFollowed = database.prepare(`
    SELECT EXISTS (SELECT 1 FROM events WHERE shipment_id = :shipmentId AND id > :id)
      OR (:shipmentId IS NOT NULL OR EXISTS (SELECT 1 FROM event_codes WHERE event_id = :id))
        AND EXISTS (SELECT 1 FROM event_codes WHERE event_id > :id) AS "isFollowed"`);
  const uncounted = database.prepare(`
    SELECT id FROM events WHERE digest >= :digest AND digest < :digest || '0' AND (shipment_id IS NULL OR same_as IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM commands WHERE named_by = events.id)
    ORDER BY digest DESC LIMIT ${maxUncounted}`);
  const remove = database.prepare('DELETE FROM events WHERE id = ?');
  const nextId = database.prepare('SELECT coalesce(max(id), 0) + 1 AS id FROM events');
  const insert = database.prepare(insertionOfEvent());
  const replace = database.prepare(`
    UPDATE events SET event = :event, trigger_datetime = :triggerDatetime, state = :state, own_time = :ownTime, moment = :moment,
      local_time = :localTime, assumed_offset = :assumedMinutes, assumed_from = :assumedFrom, is_whole = :isWhole, facts = :facts,
      more_facts = :moreFacts WHERE id = :id`);
  const byId = database.prepare(`SELECT ${stored} FROM events WHERE id = ?`);
  const link = database.prepare(`
    UPDATE events SET raw = ${unlessErased('raw', 'zeroblob(0)')}, facts = ${unlessErased('facts', "'[]'")},
      more_facts = ${unlessErased('more_facts', '0')}, shipment_id = :shipmentId, parcel_id = :parcelId, named_parcel_id = :namedParcelId, matched_by = :by, unmatched_because = :because
    WHERE id = :id`);
  const countUpTo = database.prepare(
    'SELECT count(*) AS count FROM (SELECT 1 FROM events WHERE shipment_id = ? LIMIT ?)',
  );
  const duplicateOf = database.prepare(`
    SELECT other.id AS id FROM events AS event JOIN events AS other
      ON other.shipment_id = event.shipment_id AND other.event = event.event AND other.own_time = event.own_time
      AND other.own_time IS NOT NULL AND other.same_as IS NULL AND other.parcel_id IS event.parcel_id AND other.id <> event.id
    WHERE event.id = ? LIMIT 1`);
  const latestBefore = database.prepare(`
    SELECT id, digest FROM events WHERE shipment_id = :shipmentId AND same_as IS NULL AND id < :id ORDER BY id DESC LIMIT 1`);
  const ofShipment = database.prepare(`
    SELECT ${stored}, same_as AS "sameAs", effect, conflicts_with AS "conflictsWith" FROM events
    WHERE shipment_id = ? ORDER BY id`);
  const markRepeat = database.prepare('UPDATE events SET same_as = ? WHERE id = ?');
  // The deletion of one parcel says nothing of a shipment that has others.
  const counts = `shipment_id = :shipmentId AND state IS NOT NULL AND same_as IS NULL
    AND (parcel_id IS NULL OR NOT EXISTS (SELECT 1 FROM parcels WHERE shipment_id = :shipmentId AND deleted_at IS NULL))`;
  const timed = `FROM events WHERE ${counts} AND own_time IS NOT NULL`;
  const newestTimed = `moment = (SELECT moment ${timed} ORDER BY moment DESC LIMIT 1)`;
  // Of the same moment, events without an own time are the later ones.
  const untimedBehind = `FROM events WHERE ${counts} AND own_time IS NULL
    AND moment >= coalesce((SELECT moment ${timed} ORDER BY moment DESC LIMIT 1), ${Number.MIN_SAFE_INTEGER})`;
  const deciding = database.prepare(`
    SELECT * FROM (SELECT ${stored} ${timed} AND ${newestTimed} ORDER BY ${stateRank} DESC, digest DESC LIMIT 1)
    UNION ALL SELECT * FROM (SELECT ${stored} ${untimedBehind} AND state IN (${ends}) ORDER BY moment, id LIMIT 1)
    UNION ALL SELECT * FROM (SELECT ${stored} ${untimedBehind} ORDER BY moment DESC, id DESC LIMIT 1)`);
  const setEffect = database.prepare('UPDATE events SET effect = ?, conflicts_with = ? WHERE id = ?');
  const deletedBy = database.prepare(`
    SELECT ${stored} FROM events WHERE shipment_id = ? AND parcel_id IS NULL AND state = 'deleted' AND same_as IS NULL ORDER BY moment LIMIT 1`);
  const addUnrequested = database.prepare(`
    UPDATE events SET reported_at = NULL, unrequested = (
      SELECT json_group_array(value) FROM (
        SELECT value FROM json_each(CASE WHEN reported_at IS NULL THEN coalesce(unrequested, '[]') ELSE '[]' END)
        UNION ALL SELECT value FROM json_each(:codes)))
    WHERE id = :id`);
  const markReported = database.prepare(
    'UPDATE events SET reported_at = ? WHERE id IN (SELECT value FROM json_each(?))',
  );
  const markCreate = database.prepare('UPDATE commands SET named_by = ? WHERE id = ? AND named_by IS NULL');
  const limitUncounted = (digest: string): void => {
    const rows: { id: number }[] = uncounted.all({ digest });
    const [newest] = rows;
    if (newest && rows.length === maxUncounted) remove.run(newest.id);
  };
  const one = (rows: unknown[]): StoredEvent | null =>
    quarantine.readAll('events', storedRow, rows as Record<string, unknown>[])[0] ?? null;

  return {
    newestOfBytes: (digest) => newestOfBytes.get({ digest }) ?? null,
    isFollowed(id, shipmentId) {
      const row: { isFollowed: number } = isFollowed.get({ id, shipmentId });
      return row.isFollowed === 1;
    },
    replace(id, event) {
      const { receivedAt: _at, raw: _raw, digest: _digest, ...read } = columnsOf(event);
      replace.run({ ...read, id });
    },
    add(event, match, isAgain, receivers) {
      if (isAgain) limitUncounted(event.digest);
      const digest = isAgain ? digestOfArrival(event.digest, (nextId.get() as { id: number }).id) : event.digest;
      const link = linkColumns(match);
      const row: NewEventRow = { ...columnsOf(event), digest, ...link, receivers };
      const id = insertedBy(
        insert,
        newEventColumns.map(({ value }) => row[value]),
      );
      onStored(id);
      const { state, moment, receivedAt, ownTime, named } = event;
      const { shipmentId, parcelId } = link;
      const read = { id, event: event.event, state, moment, receivedAt, ownTime, digest, shipmentId, parcelId };
      return withTime({ ...read, isWhole: named.isWhole });
    },
    byId: (id) => one(byId.all(id)),
    link(id, match) {
      link.run({ id, ...linkColumns(match) });
    },
    hasSoMany: (shipmentId, count) => (countUpTo.get(shipmentId, count) as { count: number }).count >= count,
    duplicateOf(id) {
      const row: { id: number } | undefined = duplicateOf.get(id);
      return row?.id ?? null;
    },
    latestBefore: (shipmentId, id) => latestBefore.get({ shipmentId, id }) ?? null,
    ofShipment: (shipmentId) => quarantine.readAll('events', shipmentEventRow, ofShipment.all(shipmentId)),
    markRepeat(id, other) {
      markRepeat.run(other, id);
    },
    deciding: (shipmentId) => quarantine.readAll('events', decidingRow, deciding.all({ shipmentId })),
    setEffect(id, effect, conflictsWith) {
      setEffect.run(effect, conflictsWith, id);
    },
    deletedBy: (shipmentId) => one(deletedBy.all(shipmentId)),
    addUnrequested(id, codes) {
      addUnrequested.run({ id, codes: JSON.stringify(codes) });
    },
    markReported(ids, at) {
      markReported.run(at, JSON.stringify(ids));
    },
    markCreate(commandId, eventId) {
      markCreate.run(eventId, commandId);
    },
  };
}

const columnsOf = ({ named, facts, assumedOffset, ...event }: NewEvent) => ({
  ...event,
  isWhole: named.isWhole ? 1 : 0,
  facts: JSON.stringify(facts),
  assumedMinutes: assumedOffset?.minutes ?? null,
  assumedFrom: assumedOffset?.from ?? null,
});

function linkColumns(match: EventOwner) {
  if (match.kind === 'unmatched')
    return { shipmentId: null, parcelId: null, namedParcelId: null, by: null, because: match.because };
  const { shipmentId, parcelId, namedParcelId, by } = match;
  return { shipmentId, parcelId, namedParcelId, by, because: null };
}
