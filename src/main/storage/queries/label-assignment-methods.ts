import { message } from '../../../shared/messages/message.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Journal, Transactions } from '../tables/journal-tables.ts';
import type { UnassignedLabels } from '../tables/labels-table.ts';
import type { Parcels } from '../tables/parcels-table.ts';
import type { EventEffects } from './event-methods.ts';

type LabelAssignmentMethod = 'ordersToAssign' | 'unassignedLabels' | 'unassignedLabel' | 'assignLabels';

/** Most orders of one list. */
const maxOrders = 500;

interface LabelAssignmentTables extends Transactions {
  unassignedLabels: UnassignedLabels;
  parcels: Parcels;
  journal: Journal;
  eventEffects: EventEffects;
}

/** Labels of orders whose answers did not repeat the custom codes. */
export function labelAssignmentRecords(tables: LabelAssignmentTables): Pick<RecordsInThread, LabelAssignmentMethod> {
  const { unassignedLabels, parcels, journal, eventEffects, reading, writing } = tables;
  return {
    ordersToAssign: (limit) => reading(() => unassignedLabels.openOrders(Math.max(0, Math.min(limit, maxOrders)))),
    unassignedLabels: (orderId) => reading(() => unassignedLabels.ofOrder(orderId)),
    unassignedLabel: (labelId) => reading(() => unassignedLabels.byId(labelId)),
    assignLabels(assignments, { activity }) {
      try {
        return writing(() => {
          for (const { labelId, parcelId } of assignments) {
            const assigned = unassignedLabels.assign(labelId, parcelId);
            if (assigned === null) throw rollback;
            journal.add({ ...activity, code: assigned.code });
          }
          const orders = assignments.flatMap(({ parcelId }) => parcels.byId(parcelId)?.orderId ?? []);
          for (const orderId of new Set(orders)) eventEffects.matchEventsOfOrder(orderId, activity.at);
          return true;
        });
      } catch (error) {
        if (error !== rollback) throw error;
        return false;
      }
    },
  };
}

/** Rolls a transaction back; never leaves this file. */
const rollback = new Error('A label cannot be assigned any more');

/**
 * Gives a parcel the unassigned label of its shipment that has its pick-up code, or the address that is named with it; the service named
 * both together. Within the caller's transaction. True where there was one.
 */
export function claimLabel(
  { unassignedLabels, journal }: Pick<LabelAssignmentTables, 'unassignedLabels' | 'journal'>,
  parcelId: number,
  url: string | null,
  at: string,
): boolean {
  const labelId = unassignedLabels.namedWith(parcelId, url);
  const assigned = labelId === null ? null : unassignedLabels.assign(labelId, parcelId);
  if (assigned === null) return false;
  const outcome = message('journal.label-assigned', { by: 'service' });
  journal.add({ at, who: 'station', what: 'assign-label', code: assigned.code, outcome });
  return true;
}
