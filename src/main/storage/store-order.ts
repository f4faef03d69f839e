import type { NewOrder, StoredParcel } from './orders.ts';
import type { Tables } from './tables.ts';

/** Label wishes of parcels just stored, and the deletions that were begun before their codes were known. True where a label is wished now. */
export function whatComesWithParcels(
  { labels, commands }: Tables,
  parcels: readonly StoredParcel[],
  labelsCanWait = false,
): boolean {
  let changed = false;
  for (const { id, parcel } of parcels) {
    if (parcel.label && labels.want(id, parcel.label, labelsCanWait)) changed = true;
    if (parcel.customCode !== null) commands.claimDeletions(parcel.customCode, id);
  }
  return changed;
}

/**
 * Stores an order that is known from elsewhere than its own answer, with what was kept for its codes: deletions that were answered
 * before, and events. Within the caller's transaction.
 */
export function storeKnownOrder(
  tables: Tables,
  order: NewOrder,
  answerId: number,
  at: string,
  /** The create it answers, where there is one. */
  commandId = 0,
): { id: number; parcels: StoredParcel[] } {
  const { orders, parcels, commands, eventEffects } = tables;
  const stored = orders.store(order, answerId, null, at);
  whatComesWithParcels(tables, stored.parcels, true);
  for (const { id, parcel } of stored.parcels) {
    const deletedAt = parcel.customCode === null ? null : commands.claimDoneDeletion(parcel.customCode, id, commandId);
    if (deletedAt !== null) parcels.markDeleted(id, deletedAt);
  }
  eventEffects.orderKnown(stored.id, at);
  return stored;
}
