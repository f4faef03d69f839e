import type { MatchedShipment } from './known-orders.ts';
import type { NewOrder } from './orders.ts';
import { whatComesWithParcels } from './store-order.ts';
import type { Tables } from './tables.ts';

/** What is told of a known order; what is known of it stays. */
export interface ToldAgain {
  orderId: number;
  shipments: readonly MatchedShipment[];
  /** Keeps the answer that tells it, and gives its number. */
  keepAnswer: () => number;
  /** Nobody stands at the bench for its labels. */
  labelsCanWait: boolean;
  /** ISO 8601. */
  at: string;
}

export type CompleteOrder = (
  order: NewOrder,
  told: ToldAgain,
) => { kind: 'known' } | { kind: 'completed'; parcels: number };

/** Adds to a known order what was not known of it; within the caller's transaction. */
export function completesOrders(tables: Tables): CompleteOrder {
  const { orders, fillOrders, eventEffects } = tables;

  return (order, { orderId, shipments, keepAnswer, labelsCanWait, at }) => {
    const filled = [fillOrders.order(orderId, order)];
    for (const { shipment, knownId, parcels: matched } of shipments) {
      if (knownId !== null) filled.push(fillOrders.shipment(knownId, shipment));
      for (const { parcel, known } of matched) {
        if (known === null) continue;
        filled.push(fillOrders.parcel(known, parcel));
        filled.push(whatComesWithParcels(tables, [{ id: known.id, parcel }], labelsCanWait));
      }
    }
    const added = additions(order, shipments);
    if (!added && !filled.includes(true)) return { kind: 'known' };
    // One that was settled without an answer has one now.
    if (orders.hasNoAnswer(orderId)) orders.setAnswer(orderId, keepAnswer(), order.missing);
    if (added) {
      const uniqueId = orders.byId(orderId)?.uniqueId ?? null;
      const stored = orders.store({ ...added, uniqueId }, keepAnswer(), orderId, at);
      whatComesWithParcels(tables, stored.parcels, labelsCanWait);
    }
    eventEffects.orderKnown(orderId, at);
    const parcels = added?.shipments.reduce((sum, shipment) => sum + shipment.parcels.length, 0) ?? 0;
    return { kind: 'completed', parcels };
  };
}

/** The order with nothing but its parcels that are not known; null where all are. */
function additions(order: NewOrder, shipments: readonly MatchedShipment[]): NewOrder | null {
  const added = shipments.flatMap(({ shipment, parcels }) => {
    const unknown = parcels.filter(({ known }) => known === null).map(({ parcel }) => parcel);
    return unknown.length > 0 ? [{ ...shipment, parcels: unknown }] : [];
  });
  return added.length > 0 ? { ...order, shipments: added } : null;
}
