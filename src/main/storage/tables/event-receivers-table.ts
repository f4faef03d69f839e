import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { momentOfEvent } from '../../../shared/shipments/status-rules.ts';
import { parseJson } from '../../../shared/values/json.ts';
import type { NewEvent } from '../../core/ports/webhook.ts';

/** Who received an event, by its name in the site, and the name of this station there. */
export interface EventReceiver {
  readonly receiver: string;
  readonly own: string;
}

/** The `receivers` column: which benches and hubs of a site received an event. */
export interface EventReceivers {
  /** What is stored with an event that is new here. */
  columnOf(from: EventReceiver | null): string | null;
  /**
   * The event with the same bytes that other benches received, and that receiver did not: the service delivered it to both. Of several,
   * the nearest by its time of arrival.
   */
  sameDelivery(event: NewEvent, from: EventReceiver): number | null;
  /** Adds the receiver to an event. The earlier arrival counts; returns true where that changed its time. */
  add(eventId: number, event: NewEvent, from: EventReceiver): boolean;
}

/**
 * An event without a time of its own is the same delivery where its other receiver had it within this time, milliseconds: a service
 * delivers to its webhooks one after the other, and a second failure of a parcel has the same bytes.
 */
const deliveryWindowMs = 10 * 60 * 1000;
/** Most arrivals of the same bytes that are compared, the newest ones. */
const maxCompared = 50;

interface ReceivedRow {
  readonly id: number;
  readonly receivedAt: string;
  readonly receivers: string | null;
  readonly ownTime: number | null;
}

export function eventReceiversIn(database: DatabaseSyncInstance): EventReceivers {
  const columns = 'id, received_at AS "receivedAt", receivers, own_time AS "ownTime"';
  // All arrivals of the same bytes that count: see digestOfArrival.
  const ofBytes = database.prepare(`
    SELECT ${columns} FROM events WHERE digest >= :digest AND digest < :digest || '0' AND same_as IS NULL
    ORDER BY digest DESC LIMIT ${maxCompared}`);
  const byId = database.prepare(`SELECT ${columns} FROM events WHERE id = ?`);
  const update = database.prepare(`
    UPDATE events SET receivers = :receivers, received_at = :receivedAt, moment = :moment WHERE id = :id`);
  const addReceiver = database.prepare('UPDATE events SET receivers = :receivers WHERE id = :id');

  return {
    columnOf: (from) => (from && from.receiver !== from.own ? JSON.stringify([from.receiver]) : null),
    sameDelivery(event, from) {
      const rows: ReceivedRow[] = ofBytes.all({ digest: event.digest });
      const near = rows
        .filter((row) => !receiversOf(row, from).includes(from.receiver))
        .map((row) => ({ ...row, apart: Math.abs(Date.parse(row.receivedAt) - Date.parse(event.receivedAt)) }))
        .filter(({ ownTime, apart }) => ownTime !== null || apart <= deliveryWindowMs)
        .sort((one, other) => one.apart - other.apart || one.id - other.id);
      return near[0]?.id ?? null;
    },
    add(id, { receivedAt }, from) {
      const row: ReceivedRow = byId.get(id);
      const receivers = JSON.stringify([...new Set([...receiversOf(row, from), from.receiver])].sort());
      const arrival = Date.parse(receivedAt);
      // What this station received itself is not reported again, so that its time must not count here alone.
      const isEarlier = from.receiver !== from.own && arrival < Date.parse(row.receivedAt);
      if (isEarlier) update.run({ id, receivers, receivedAt, moment: momentOfEvent(row.ownTime, arrival) });
      else if (receivers !== row.receivers) addReceiver.run({ id, receivers });
      return isEarlier;
    },
  };
}

const receiversOf = ({ receivers }: ReceivedRow, { own }: EventReceiver): string[] =>
  receivers === null ? [own] : (parseJson(receivers) as string[]);
