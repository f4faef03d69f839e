import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { type AssumedOffset, assumedOffsetSchema } from '../../../shared/shipments/shipment-event.ts';
import { atOffset, momentOfEvent } from '../../../shared/shipments/status-rules.ts';
import type { NewEvent } from '../../core/ports/webhook.ts';

/**
 * The offsets of times that give none. All such times of one shipment are read with one offset, so that they keep the order that the
 * service gave them: that of the shipment's own drop-off slot, else that of the newest slot of the environment, else what its latest
 * event was read with.
 */
export interface EventTimes {
  /** The event as it is read for that shipment; null: for none yet. */
  read(event: NewEvent, shipmentId: number | null): NewEvent;
  /** Reads all times of the shipment without an offset again; true where one changed. `otherwise`: where no slot is known. */
  readShipment(shipmentId: number, otherwise?: AssumedOffset): boolean;
  /**
   * Reads unmatched events again, and names the shipments with times that were not read with a slot's offset, nor with this one. Both
   * are limited; the rest follows with the next call.
   */
  readUnmatched(otherwise: AssumedOffset | null): void;
  shipmentsToRead(otherwise: AssumedOffset | null): number[];
}

/** Most events, and most shipments, whose times are read again in one transaction: about a second's work. */
const maxEvents = 5_000;
const maxShipments = 1_000;

const localRows = z.array(z.object({ id: z.int(), localTime: z.int(), receivedAt: z.string() }));

export function eventTimesIn(database: DatabaseSyncInstance): EventTimes {
  const slots = database.prepare(`
    SELECT coalesce((SELECT utc_offset FROM shipments WHERE id = ?), (SELECT utc_offset FROM service_time)) AS minutes`);
  const latest = database.prepare(`
    SELECT assumed_offset AS minutes, assumed_from AS "from" FROM events
    WHERE shipment_id = ? AND local_time IS NOT NULL ORDER BY id DESC LIMIT 1`);
  const readOtherwise = '(assumed_offset <> :minutes OR assumed_from <> :from)';
  const local =
    'SELECT id, local_time AS "localTime", received_at AS "receivedAt" FROM events WHERE local_time IS NOT NULL';
  const ofShipment = database.prepare(`${local} AND shipment_id = :shipmentId AND ${readOtherwise}`);
  const isWeak = `assumed_from <> 'delivery slots'`;
  const unmatched = database.prepare(`
    ${local} AND shipment_id IS NULL AND ${isWeak} AND ${readOtherwise} ORDER BY id DESC LIMIT ${maxEvents}`);
  const shipments = database.prepare(`
    SELECT DISTINCT shipment_id AS id FROM events
    WHERE shipment_id IS NOT NULL AND local_time IS NOT NULL AND ${isWeak} AND ${readOtherwise}
    ORDER BY shipment_id DESC LIMIT ${maxShipments}`);
  const update = database.prepare(`
    UPDATE events SET own_time = :ownTime, moment = :moment, assumed_offset = :minutes, assumed_from = :from WHERE id = :id`);

  const offsetOfSlots = (shipmentId: number | null): AssumedOffset | null => {
    const row: { minutes: number | null } = slots.get(shipmentId);
    return row.minutes === null ? null : { minutes: row.minutes, from: 'delivery slots' };
  };
  const latestOf = (shipmentId: number): AssumedOffset | null =>
    assumedOffsetSchema.nullable().parse(latest.get(shipmentId) ?? null);
  const readAgain = (rows: unknown, offset: AssumedOffset): number => {
    const events = localRows.parse(rows);
    for (const { id, localTime, receivedAt } of events)
      update.run({ id, ...offset, ...timeAt(localTime, offset, receivedAt) });
    return events.length;
  };

  return {
    read(event, shipmentId) {
      if (event.localTime === null) return event;
      const offset = offsetOfSlots(shipmentId) ?? event.assumedOffset;
      if (offset === null) return event;
      return { ...event, assumedOffset: offset, ...timeAt(event.localTime, offset, event.receivedAt) };
    },
    readShipment(shipmentId, otherwise) {
      const offset = offsetOfSlots(shipmentId) ?? otherwise ?? latestOf(shipmentId);
      return offset !== null && readAgain(ofShipment.all({ shipmentId, ...offset }), offset) > 0;
    },
    readUnmatched(otherwise) {
      const offset = offsetOfSlots(null) ?? otherwise;
      if (offset !== null) readAgain(unmatched.all({ ...offset }), offset);
    },
    shipmentsToRead(otherwise) {
      const offset = offsetOfSlots(null) ?? otherwise;
      const rows: { id: number }[] = offset === null ? [] : shipments.all({ ...offset });
      return rows.map(({ id }) => id);
    },
  };
}

function timeAt(localTime: number, { minutes }: AssumedOffset, receivedAt: string) {
  const ownTime = atOffset(localTime, minutes);
  return { ownTime, moment: momentOfEvent(ownTime, Date.parse(receivedAt)) };
}
