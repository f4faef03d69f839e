import type { ShipmentState } from '../../../shared/shipment-state.ts';
import { isEndState } from '../../../shared/status-rules.ts';
import { shipmentEvent, type WebhookEvent } from '../webhooks/webhook-events.ts';
import type { StoredOrder } from './stored-order.ts';

/** An order after a change, and the events it makes. */
export interface Changed {
  order: StoredOrder;
  events: WebhookEvent[];
}

/** Walks a shipment through states; each event is later than all before it, be it by a millisecond. */
export function walkThrough(order: StoredOrder, steps: readonly ShipmentState[], now: number): Changed {
  return steps.reduce<Changed>(
    ({ order: before, events }, state) => {
      const at = Math.max(now, before.lastEventAt + 1);
      const after = { ...before, state, lastEventAt: at };
      return { order: after, events: [...events, shipmentEvent(after, state, at)] };
    },
    { order, events: [] },
  );
}

/** A scenario's walk: afterwards nothing changes the shipment but a deletion, and that only before it has arrived. */
export function walkToTheEnd(order: StoredOrder, steps: readonly ShipmentState[], now: number): Changed {
  const { order: walked, events } = walkThrough(order, steps, now);
  return { order: { ...walked, final: true }, events };
}

/** A shipment that has come to its end keeps its parcels. */
export const hasArrived = (order: StoredOrder): boolean => isEndState(order.state);

/**
 * Deletes one parcel. The document leaves open how deletion and `same.shipment.deleted` hang together: here the event
 * comes when the shipment's last parcel goes.
 */
export function withoutParcel(order: StoredOrder, customCode: string, now: number): Changed {
  const parcels = order.parcels.map((parcel) =>
    parcel.customCode === customCode ? { ...parcel, deletedAt: now } : parcel,
  );
  const rest = { ...order, parcels };
  if (parcels.some((parcel) => parcel.deletedAt === null)) return { order: rest, events: [] };
  return walkToTheEnd(rest, ['deleted'], now);
}
