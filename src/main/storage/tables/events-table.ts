import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { MatchedEvent } from '../../../shared/shipments/event-match.ts';
import type { EventEffect } from '../../../shared/shipments/shipment-event.ts';
import { shipmentStates } from '../../../shared/shipments/shipment-state.ts';
import { endStates, type StatusEvent, stateRanks, timeOfEvent } from '../../../shared/shipments/status-rules.ts';
import type { NewEvent } from '../../core/ports/webhook.ts';
import type { Quarantine } from '../quarantine.ts';

/** An event on disk, as far as its consequences ask. */
export interface StoredEvent {
  id: number;
  event: string;
  state: StatusEvent['state'] | null;
  moment: number;
  /** When it happened, as it is shown, ISO 8601. */
  at: string;
  hasOwnTime: boolean;
  digest: string;
  isWhole: boolean;
  shipmentId: number | null;
  parcelId: number | null;
}

/** The events table: what webhooks delivered. */
export interface Events {
  /** False where the same bytes are here already. */
  isNew(digest: string): boolean;
  add(event: NewEvent, match: MatchedEvent): StoredEvent;
  byId(id: number): StoredEvent | null;
  /** What it belongs to, or why to nothing. */
  link(id: number, match: MatchedEvent): void;
  /** An older event of the same shipment, name, own time and parcel. */
  duplicateOf(id: number): number | null;
  /** From now on it counts for nothing: it repeats the other. */
  markRepeat(id: number, other: number): void;
  /** The events of a shipment that can decide its status: folded, they give the same result as all of them. */
  deciding(shipmentId: number): (StatusEvent & { at: string })[];
  setEffect(id: number, effect: EventEffect): void;
  /** The first event that reports the deletion of the shipment. */
  deletedBy(shipmentId: number): StoredEvent | null;
  /** Adds these codes to those whose unrequested deletion is to be reported. */
  addUnrequested(id: number, codes: readonly string[]): void;
  markReported(ids: readonly number[], at: string): void;
  markCreate(commandId: number, eventId: number): void;
}

const flag = z.int().transform((stored) => stored === 1);
const storedColumns = z.object({
  id: z.int(),
  event: z.string(),
  state: z.enum(shipmentStates).nullable(),
  moment: z.int(),
  receivedAt: z.string(),
  hasOwnTime: flag,
  digest: z.string(),
  isWhole: flag,
  shipmentId: z.int().nullable(),
  parcelId: z.int().nullable(),
});
const withTime = <T extends { moment: number; receivedAt: string }>({ receivedAt, ...event }: T) => ({
  ...event,
  at: timeOfEvent(event.moment, receivedAt),
});
const storedRow = storedColumns.transform(withTime) satisfies z.ZodType<StoredEvent>;
const decidingRow = storedColumns.extend({ state: z.enum(shipmentStates) }).transform(withTime);
/** The rules' rank of a state, for SQL. */
export const stateRank = `CASE state ${Object.entries(stateRanks)
  .map(([state, number]) => `WHEN '${state}' THEN ${number}`)
  .join(' ')} ELSE 0 END`;

const ends = endStates.map((state) => `'${state}'`).join(', ');

export function eventsIn(database: DatabaseSyncInstance, quarantine: Quarantine): Events {
  const stored = `id, event, state, moment, received_at AS "receivedAt", own_time IS NOT NULL AS "hasOwnTime", digest, is_whole AS "isWhole",
    shipment_id AS "shipmentId", parcel_id AS "parcelId"`;
  const known = database.prepare('SELECT 1 FROM events WHERE digest = ?');
  const insert = database.prepare(`
    INSERT INTO events (received_at, source, event, raw, digest, trigger_datetime, state, own_time, moment, is_whole, facts,
      more_facts, shipment_id, parcel_id, matched_by, unmatched_because)
    VALUES (:receivedAt, 'webhook', :event, :raw, :digest, :triggerDatetime, :state, :ownTime, :moment, :isWhole, :facts,
      :moreFacts, :shipmentId, :parcelId, :by, :because) RETURNING ${stored}`);
  const byId = database.prepare(`SELECT ${stored} FROM events WHERE id = ?`);
  const link = database.prepare(`
    UPDATE events SET shipment_id = :shipmentId, parcel_id = :parcelId, matched_by = :by, unmatched_because = :because
    WHERE id = :id`);
  const duplicateOf = database.prepare(`
    SELECT other.id AS id FROM events AS event JOIN events AS other
      ON other.shipment_id = event.shipment_id AND other.event = event.event AND other.own_time = event.own_time
      AND other.own_time IS NOT NULL AND other.same_as IS NULL AND other.parcel_id IS event.parcel_id AND other.id <> event.id
    WHERE event.id = ? LIMIT 1`);
  const markRepeat = database.prepare('UPDATE events SET same_as = ? WHERE id = ?');
  const counts = 'shipment_id = :shipmentId AND state IS NOT NULL AND same_as IS NULL';
  const order = (direction: 'ASC' | 'DESC'): string =>
    `ORDER BY moment ${direction}, ${stateRank} ${direction}, digest ${direction} LIMIT 1`;
  const newestTimed = database.prepare(`
    SELECT ${stored}, ${stateRank} AS rank FROM events WHERE ${counts} AND own_time IS NOT NULL ${order('DESC')}`);
  const untimedBehind = `
    SELECT ${stored} FROM events WHERE ${counts} AND own_time IS NULL AND moment >= :moment
      AND (moment, ${stateRank}, digest) > (:moment, :rank, :digest)`;
  const firstEnd = database.prepare(`${untimedBehind} AND state IN (${ends}) ${order('ASC')}`);
  const lastUntimed = database.prepare(`${untimedBehind} ${order('DESC')}`);
  const setEffect = database.prepare('UPDATE events SET effect = ? WHERE id = ?');
  const deletedBy = database.prepare(`
    SELECT ${stored} FROM events WHERE shipment_id = ? AND state = 'deleted' AND same_as IS NULL ORDER BY moment LIMIT 1`);
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
  const one = (rows: unknown[]): StoredEvent | null =>
    quarantine.readAll('events', storedRow, rows as Record<string, unknown>[])[0] ?? null;
  const decidingOne = (rows: unknown[]) => quarantine.readAll('events', decidingRow, rows as Record<string, unknown>[]);

  return {
    isNew: (digest) => known.get(digest) === undefined,
    add({ named, facts, ...event }, match) {
      const row = { ...event, isWhole: named.isWhole ? 1 : 0, facts: JSON.stringify(facts), ...linkColumns(match) };
      return storedRow.parse(insert.get(row));
    },
    byId: (id) => one(byId.all(id)),
    link(id, match) {
      link.run({ id, ...linkColumns(match) });
    },
    duplicateOf(id) {
      const row: { id: number } | undefined = duplicateOf.get(id);
      return row?.id ?? null;
    },
    markRepeat(id, other) {
      markRepeat.run(other, id);
    },
    deciding(shipmentId) {
      const timed: unknown[] = newestTimed.all({ shipmentId });
      const [top] = timed as { moment: number; rank: number; digest: string }[];
      const { moment, digest } = top ?? { moment: Number.MIN_SAFE_INTEGER, digest: '' };
      const behind = { shipmentId, moment, rank: top?.rank ?? 0, digest };
      return [timed, firstEnd.all(behind), lastUntimed.all(behind)].flatMap(decidingOne);
    },
    setEffect(id, effect) {
      setEffect.run(effect, id);
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

function linkColumns(match: MatchedEvent) {
  if (match.kind === 'unmatched') return { shipmentId: null, parcelId: null, by: null, because: match.because };
  return { shipmentId: match.shipmentId, parcelId: match.parcelId, by: match.by, because: null };
}
