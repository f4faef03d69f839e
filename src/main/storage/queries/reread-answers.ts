import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type OrderAnswer, readOrderAnswer, slotOffset } from '../../../shared/orders/order-answer.ts';
import type { EventToReread, RereadEvent } from '../../core/ports/webhook.ts';
import type { EventEffects } from './event-methods.ts';

/** Reads orders of an older version again; returns how many were read, 0 where none is left. */
export type RereadAnswers = (limit: number, at: string) => number;

/** Events that an older version stored and did not match, to be read again from their bytes. */
export interface RereadEvents {
  /** The newest ones first. */
  next(limit: number): EventToReread[];
  /** What is read from them now; null: nothing. */
  store(events: readonly RereadEvent[], at: string): void;
}

export function rereadEventsIn(database: DatabaseSyncInstance, eventEffects: EventEffects): RereadEvents {
  const next = database.prepare(`
    SELECT id, received_at AS "receivedAt", raw FROM events_to_reread JOIN events ON events.id = event_id
    ORDER BY event_id DESC LIMIT ?`);
  const done = database.prepare('DELETE FROM events_to_reread WHERE event_id = ?');
  return {
    next: (limit) => next.all(limit),
    store(events, at) {
      for (const { id } of events) done.run(id);
      eventEffects.readKeptAgain(events, at);
    },
  };
}

/** Answers of this length and more stay unread: nothing of an order is so long. */
const longestReread = 1024 * 1024;

interface ShipmentRow {
  id: number;
  trackingCode: string | null;
  dropOffId: number | null;
}
type ShipmentAnswer = NonNullable<OrderAnswer['shipments']>[number];

/**
 * Fills in the identifiers and slot offsets that older versions did not store, from the stored answers, and matches the events that name them. Newest
 * orders first: events come soon after an order.
 */
export function rereadAnswersIn(database: DatabaseSyncInstance, eventEffects: EventEffects): RereadAnswers {
  const next = database.prepare(`
    SELECT order_id AS id, CASE WHEN length(body) < ${longestReread} THEN CAST(body AS TEXT) ELSE '' END AS body
    FROM answers_to_reread JOIN orders ON orders.id = order_id JOIN order_answers ON order_answers.id = answer_id
    ORDER BY order_id DESC LIMIT ?`);
  const shipmentsOf = database.prepare(`
    SELECT id, tracking_code AS "trackingCode", drop_off_id AS "dropOffId" FROM shipments WHERE order_id = ?`);
  const fill = database.prepare(`
    UPDATE shipments SET shipment_order_id = coalesce(shipment_order_id, :orderId),
      shipment_order_unique_id = coalesce(shipment_order_unique_id, :orderUniqueId),
      utc_offset = coalesce(utc_offset, :utcOffset), pick_up_id = coalesce(pick_up_id, :pickUpId), pick_up_unique_id = coalesce(pick_up_unique_id, :pickUpUniqueId)
    WHERE id = :id`);
  const done = database.prepare('DELETE FROM answers_to_reread WHERE order_id = ?');

  const fillOrder = (orderId: number, body: string): boolean => {
    const read = readOrderAnswer(body, null);
    if (read.kind !== 'order') return false;
    const answered = read.value.shipments ?? [];
    const known: ShipmentRow[] = shipmentsOf.all(orderId);
    for (const shipment of known) {
      const answer = answerOf(shipment, answered, known.length);
      if (!answer) continue;
      fill.run({
        id: shipment.id,
        orderId: wholeNumber(answer.shipment_order_id),
        utcOffset: slotOffset(answer),
        orderUniqueId: answer.shipment_order_unique_id ?? null,
        pickUpId: wholeNumber(answer.pick_up_shipment?.id),
        pickUpUniqueId: answer.pick_up_shipment?.unique_id ?? null,
      });
    }
    return true;
  };

  return (limit, at) => {
    const rows: { id: number; body: string }[] = next.all(limit);
    for (const { id, body } of rows) {
      if (fillOrder(id, body)) eventEffects.matchEventsOfOrder(id, at);
      done.run(id);
    }
    return rows.length;
  };
}

/** The shipment of the answer with the same tracking code or number; the only one where both sides have one. */
function answerOf(
  known: ShipmentRow,
  answered: readonly ShipmentAnswer[],
  knownCount: number,
): ShipmentAnswer | undefined {
  const { trackingCode, dropOffId } = known;
  const same = answered.find(({ drop_off_shipment: dropOff }) => {
    if (trackingCode !== null) return dropOff?.unique_id === trackingCode;
    return dropOffId !== null && dropOff?.id === dropOffId;
  });
  return same ?? (answered.length === 1 && knownCount === 1 && trackingCode === null ? answered[0] : undefined);
}

const wholeNumber = (number: number | undefined): number | null =>
  number !== undefined && Number.isSafeInteger(number) ? number : null;
