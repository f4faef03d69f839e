import type { NewOrder, OrderIntent } from '../../core/ports/order-records.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { LabelUrgency } from '../tables/labels-table.ts';
import type { StoredParcel, StoredRows } from '../tables/orders-table.ts';
import type { Tables } from '../tables.ts';
import { claimLabel } from './label-assignment-methods.ts';
import type { MatchedShipment } from './order-matching.ts';

const noIntent: OrderIntent = { quotedPrice: null, fingerprint: null };

type OrderMethod =
  | 'beginCreate'
  | 'beginCorrection'
  | 'canBeCorrected'
  | 'printsLabels'
  | 'ordersToPrint'
  | 'requestPrinting'
  | 'saveRawAnswer'
  | 'completeCreate'
  | 'saveLabel'
  | 'failLabel'
  | 'delayLabels'
  | 'retryLabel';

/** Numbers of an order and its parcels. */
interface StoredIds {
  id: number;
  parcelIds: number[];
}

/** The record methods for creating orders and storing their labels. */
export function orderRecords(tables: Tables): Pick<RecordsInThread, OrderMethod> {
  const { answers, orders, labels, commands, reading, writing, write } = tables;
  const complete = orderCompleter(tables);

  /** Stores a late answer in the order that was settled without one; null where there is no such order. */
  const completeSettled = (commandId: number, order: NewOrder, at: string): StoredIds | null => {
    const orderId = commands.byId(commandId)?.orderId ?? null;
    if (orderId === null || !orders.hasNoAnswer(orderId)) return null;
    const match = tables.matchOrder(order);
    if (match.kind !== 'known' || match.orderId !== orderId) return null;
    const keepAnswer = (): number => answers.keep(commandId, order.rawAnswer);
    complete(order, { ...match, keepAnswer, labels: 'now', at });
    return { id: orderId, parcelIds: tables.parcels.ofOrder(orderId).map(({ id }) => id) };
  };

  const storeAnswered = (commandId: number, order: NewOrder, at: string): StoredIds => {
    const answerId = answers.keep(commandId, order.rawAnswer);
    const stored = orders.store(order, answerId, commands.byId(commandId)?.orderId ?? null, at);
    addLabelsAndDeletions(tables, stored, at);
    tables.eventEffects.matchEventsOfOrder(stored.id, at);
    return { id: stored.id, parcelIds: stored.parcels.map((parcel) => parcel.id) };
  };

  return {
    beginCreate: (request, record, intent = noIntent) =>
      writing(() => {
        const command = commands.addCreate(request, intent, record.activity.at);
        write(record);
        return command;
      }),
    beginCorrection: (rejectedId, request, record, intent = noIntent) =>
      writing(() => {
        if (!commands.canBeCorrected(rejectedId)) return null;
        const { at } = record.activity;
        const command = commands.addCreate(request, intent, at);
        commands.markCorrected(rejectedId, command.id, at);
        write(record);
        return command;
      }),
    canBeCorrected: (commandId) => reading(() => commands.canBeCorrected(commandId)),
    printsLabels: (orderId) => reading(() => commands.printsLabels(orderId)),
    ordersToPrint: (since) => reading(() => commands.ordersToPrint(since)),
    requestPrinting: (commandId, record) =>
      writing(() => {
        if (!commands.requestPrinting(commandId)) return null;
        write(record);
        return commands.byId(commandId);
      }),
    saveRawAnswer: (commandId, rawBody) => writing(() => void answers.keep(commandId, rawBody)),
    completeCreate: (commandId, order, record) =>
      writing(() => {
        const { at } = record.activity;
        const { id, parcelIds } = completeSettled(commandId, order, at) ?? storeAnswered(commandId, order, at);
        const command = commands.endCreate(commandId, id, at, null);
        write(record);
        return { command, orderId: id, parcelIds };
      }),
    saveLabel: (labelId, file, record) =>
      writing(() => {
        const kept = labels.keep(labelId, file, record.activity.at);
        if (kept) write(record);
      }),
    failLabel: (labelId, failure, record) =>
      writing(() => {
        const ended = labels.fail(labelId, failure);
        if (ended) write(record);
      }),
    delayLabels: (choice, delay) => writing(() => labels.delay(choice, delay)),
    retryLabel: (labelId) => writing(() => labels.retry(labelId)),
  };
}

/** New information about a known order; known values stay. */
export interface KnownOrderUpdate {
  orderId: number;
  shipments: readonly MatchedShipment[];
  /** Stores the answer that contains it and returns its id. */
  keepAnswer: () => number;
  /** When its labels are downloaded. */
  labels: LabelUrgency;
  /** ISO 8601. */
  at: string;
}

export type CompleteOrder = (
  order: NewOrder,
  update: KnownOrderUpdate,
) => { kind: 'known' } | { kind: 'completed'; parcels: number };

/** Adds missing values to a known order, within the caller's transaction. */
export function orderCompleter(tables: Tables): CompleteOrder {
  const { orders, fillOrders, eventEffects } = tables;

  return (order, { orderId, shipments, keepAnswer, labels, at }) => {
    // It would name the receiver again.
    if (orders.isErased(orderId)) return { kind: 'known' };
    const filled = [fillOrders.order(orderId, order)];
    for (const { shipment, knownId, parcels: matched } of shipments) {
      if (knownId !== null) filled.push(fillOrders.shipment(knownId, shipment));
      const unassignedLabels =
        knownId === null ? [] : (shipment.unassignedLabels ?? []).map((label) => ({ shipmentId: knownId, label }));
      const parcels: StoredParcel[] = [];
      for (const { parcel, known } of matched) {
        if (known === null) continue;
        filled.push(fillOrders.parcel(known, parcel));
        parcels.push({ id: known.id, parcel });
      }
      filled.push(addLabelsAndDeletions(tables, { parcels, unassignedLabels }, at, labels));
    }
    const added = additions(order, shipments);
    if (!added && !filled.includes(true)) return { kind: 'known' };
    // The order was settled without an answer, and this is its answer.
    if (orders.hasNoAnswer(orderId)) orders.setAnswer(orderId, keepAnswer(), order.missing);
    if (added) {
      const uniqueId = orders.byId(orderId)?.uniqueId ?? null;
      const stored = orders.store({ ...added, uniqueId }, keepAnswer(), orderId, at);
      addLabelsAndDeletions(tables, stored, at, labels);
    }
    eventEffects.matchEventsOfOrder(orderId, at);
    const parcels = added?.shipments.reduce((sum, shipment) => sum + shipment.parcels.length, 0) ?? 0;
    return { kind: 'completed', parcels };
  };
}

/** The order reduced to its unknown parcels; null where all are known. */
function additions(order: NewOrder, shipments: readonly MatchedShipment[]): NewOrder | null {
  const added = shipments.flatMap(({ shipment, parcels }) => {
    const unknown = parcels.filter(({ known }) => known === null).map(({ parcel }) => parcel);
    return unknown.length > 0 ? [{ ...shipment, parcels: unknown }] : [];
  });
  return added.length > 0 ? { ...order, shipments: added } : null;
}

/** Requests the labels of new parcels, and links deletions that were started before the codes were known. True if a label was requested. */
function addLabelsAndDeletions(
  tables: Tables,
  { parcels, unassignedLabels }: Pick<StoredRows, 'parcels' | 'unassignedLabels'>,
  at: string,
  urgency: LabelUrgency = 'now',
  begunSince?: string,
): boolean {
  const { labels, commands } = tables;
  let changed = false;
  for (const { shipmentId, label } of unassignedLabels) {
    if (tables.unassignedLabels.request(shipmentId, label, urgency)) changed = true;
  }
  for (const { id, parcel } of parcels) {
    if (claimLabel(tables, id, parcel.label?.url ?? null, at)) changed = true;
    if (parcel.label && labels.request(id, parcel.label, urgency)) changed = true;
    if (parcel.customCode !== null) commands.claimDeletions(parcel.customCode, id, begunSince);
  }
  return changed;
}

/**
 * Stores an order that is known from another source than its own answer, and applies earlier deletions and events of its codes.
 * Within the caller's transaction.
 */
export function storeKnownOrder(
  tables: Tables,
  order: NewOrder,
  answerId: number,
  at: string,
  /** The create that the order settles; 0 if none. */
  commandId = 0,
): { id: number; parcels: StoredParcel[] } {
  const { orders, parcels, commands, eventEffects } = tables;
  const stored = orders.store(order, answerId, null, at);
  addLabelsAndDeletions(tables, stored, at, 'later');
  for (const { id, parcel } of stored.parcels) {
    const deletedAt = parcel.customCode === null ? null : commands.claimDoneDeletion(parcel.customCode, id, commandId);
    if (deletedAt !== null) parcels.markDeleted(id, deletedAt);
  }
  eventEffects.matchEventsOfOrder(stored.id, at);
  return stored;
}

/**
 * Stores an order that another bench knows since then (ISO 8601), within the caller's transaction. A deletion of one of its codes that was
 * begun here before concerns another parcel. `at`: when it is stored here, where that is later.
 */
export function storeOrderOfSite(
  tables: Tables,
  order: NewOrder,
  answerId: number,
  since: string,
  at = since,
): { id: number; parcels: StoredParcel[] } {
  const stored = tables.orders.store(order, answerId, null, at);
  addLabelsAndDeletions(tables, stored, at, 'on demand', since);
  tables.eventEffects.matchEventsOfOrder(stored.id, at);
  return stored;
}
