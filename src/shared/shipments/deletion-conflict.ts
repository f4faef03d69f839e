import { z } from 'zod';
import { shipmentStates } from './shipment-state.ts';

/** What an operator says of a parcel that the service reported as deleted, and later as picked up. */
export const deletionDecisionSchema = z.enum(['exists', 'deleted']);
export type DeletionDecision = z.infer<typeof deletionDecisionSchema>;

/** The newest event that proves a deleted parcel alive, until an operator decides. `at`: ISO 8601, UTC. */
export const deletionConflictSchema = z.object({ state: z.enum(shipmentStates), at: z.string() });
export type DeletionConflict = z.infer<typeof deletionConflictSchema>;

/** A parcel of a shipment, as far as its deletion is concerned. */
export interface DeletionFacts {
  readonly id: number;
  /** ISO 8601, UTC; null while it exists. */
  readonly deletedAt: string | null;
  /** When the service last answered its deletion. */
  readonly answeredAt: string | null;
  /** An operator's decision counts against all evidence up to this moment, milliseconds since 1970. */
  readonly decidedMoment: number | null;
}

/** The newest event of its kind about one parcel; `parcelId` null: about the shipment. `moment`: milliseconds since 1970. */
export interface DeletionEvidence {
  readonly parcelId: number | null;
  readonly moment: number;
}

/**
 * The newest event that proves a deleted parcel alive: later, by its own time, than all that reported the deletion. One that names the
 * parcel itself, or only the shipment where no other parcel of it existed at that time.
 * @param alive events with an own time in a state that only an existing parcel has
 */
export function contradictingEvent<E extends DeletionEvidence>(
  parcel: DeletionFacts,
  parcels: readonly DeletionFacts[],
  deletions: readonly DeletionEvidence[],
  alive: readonly E[],
): E | null {
  if (parcel.deletedAt === null) return null;
  const reported = deletions.filter(({ parcelId }) => parcelId === null || parcelId === parcel.id);
  const answered = parcel.answeredAt ?? (reported.length === 0 ? parcel.deletedAt : null);
  const deletedMoment = Math.max(
    ...reported.map(({ moment }) => moment),
    answered === null ? Number.NEGATIVE_INFINITY : Date.parse(answered),
    parcel.decidedMoment ?? Number.NEGATIVE_INFINITY,
  );
  const existedAt = (moment: number) => (sibling: DeletionFacts) =>
    sibling.id !== parcel.id && (sibling.deletedAt === null || Date.parse(sibling.deletedAt) > moment);
  const later = alive.filter(
    ({ parcelId, moment }) =>
      moment > deletedMoment && (parcelId === parcel.id || (parcelId === null && !parcels.some(existedAt(moment)))),
  );
  return later.reduce<E | null>((newest, event) => (newest && newest.moment >= event.moment ? newest : event), null);
}
