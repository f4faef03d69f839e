import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { Failure } from '../../../shared/contract/failure.ts';
import {
  contradictingEvent,
  type DeletionDecision,
  type DeletionEvidence,
  type DeletionFacts,
  deletionConflictSchema,
} from '../../../shared/shipments/deletion-conflict.ts';
import { pickedUpStates } from '../../../shared/shipments/shipment-state.ts';
import { timeOfEvent } from '../../../shared/shipments/status-rules.ts';
import type { OpenDeletionConflict } from '../../core/ports/webhook.ts';
import type { Quarantine } from '../quarantine.ts';
import { jsonText } from '../sqlite.ts';

/** Parcels that the service reported as deleted, and later as picked up. */
export interface DeletionConflicts {
  /** Compares the events of the shipment with the deletions of its parcels. The order in which they came makes no difference. */
  refresh(shipmentId: number): void;
  /** Those no operator decided about, newest reports first. */
  open(limit: number): OpenDeletionConflict[];
  /** An operator's decision; the shipment, or null where nothing is to be decided. */
  decide(parcelId: number, decision: DeletionDecision, failure: Failure, at: string): { shipmentId: number } | null;
}

interface AliveRow extends DeletionEvidence {
  state: string;
  receivedAt: string;
}

/**
 * True in SQL where a deletion is not sent: its parcel is in an unresolved conflict, or an operator decided since the deletion
 * was requested that the parcel exists.
 */
export const isDeletionHalted = `EXISTS (
  SELECT 1 FROM deletion_conflicts WHERE deletion_conflicts.parcel_id = commands.parcel_id AND commands.kind = 'delete'
    AND (decision IS NULL OR (decision = 'exists' AND decided_at >= commands.created_at)))`;

const openRow = deletionConflictSchema.extend({
  parcelId: z.int(),
  code: z.string().nullable(),
}) satisfies z.ZodType<OpenDeletionConflict>;

export function deletionConflictsIn(database: DatabaseSyncInstance, quarantine: Quarantine): DeletionConflicts {
  const parcelsOf = database.prepare(`
    SELECT parcels.id AS id, deleted_at AS "deletedAt", deletion_answered_at AS "answeredAt",
      CASE WHEN decision IS NOT NULL THEN moment END AS "decidedMoment"
    FROM parcels LEFT JOIN deletion_conflicts ON parcel_id = parcels.id WHERE shipment_id = ?`);
  const deletionsOf = database.prepare(`
    SELECT parcel_id AS "parcelId", max(moment) AS moment FROM events WHERE shipment_id = ? AND state = 'deleted'
    GROUP BY parcel_id`);
  // Repeats are included: of two events at the same time each may name another parcel.
  const aliveOf = database.prepare(`
    SELECT named_parcel_id AS "parcelId", state, max(moment) AS moment, received_at AS "receivedAt" FROM events
    WHERE shipment_id = ? AND own_time IS NOT NULL AND state IN (${pickedUpStates.map((state) => `'${state}'`).join(', ')})
    GROUP BY named_parcel_id`);
  const raise = database.prepare(`
    INSERT INTO deletion_conflicts (parcel_id, state, at, moment) VALUES (:parcelId, :state, :at, :moment)
    ON CONFLICT (parcel_id) DO UPDATE SET state = :state, at = :at, moment = :moment, decision = NULL, decided_at = NULL
      WHERE moment <> :moment OR decision IS NOT NULL`);
  const open = database.prepare(`
    SELECT parcels.id AS "parcelId", coalesce(custom_code, pick_up_code, tracking_code) AS code, state, at
    FROM deletion_conflicts JOIN parcels ON parcels.id = parcel_id JOIN shipments ON shipments.id = shipment_id
    WHERE decision IS NULL ORDER BY moment DESC, parcels.id LIMIT ?`);
  const withdraw = database.prepare('DELETE FROM deletion_conflicts WHERE parcel_id = ? AND decision IS NULL');
  const decide = database.prepare(`
    UPDATE deletion_conflicts SET decision = :decision, decided_at = :at WHERE parcel_id = :parcelId AND decision IS NULL
    RETURNING (SELECT shipment_id FROM parcels WHERE id = parcel_id) AS "shipmentId"`);
  const revive = database.prepare('UPDATE parcels SET deleted_at = NULL, deletion_answered_at = NULL WHERE id = ?');
  // One that is being sent is left to its answer.
  const overrule = database.prepare(`
    UPDATE commands SET state = 'rejected', is_dismissed = 1, failure = :failure, updated_at = :at
    WHERE parcel_id = :parcelId AND kind = 'delete' AND state NOT IN ('sending', 'undone', 'rejected')`);

  return {
    refresh(shipmentId) {
      const parcels: DeletionFacts[] = parcelsOf.all(shipmentId);
      if (parcels.every(({ deletedAt }) => deletedAt === null)) return;
      const deletions: DeletionEvidence[] = deletionsOf.all(shipmentId);
      const alive: AliveRow[] = aliveOf.all(shipmentId);
      for (const parcel of parcels) {
        const event = contradictingEvent(parcel, parcels, deletions, alive);
        if (event === null) {
          withdraw.run(parcel.id);
          continue;
        }
        const { state, moment, receivedAt } = event;
        raise.run({ parcelId: parcel.id, state, moment, at: timeOfEvent(moment, receivedAt) });
      }
    },
    open: (limit) => quarantine.readAll('deletion_conflicts', openRow, open.all(limit)),
    decide(parcelId, decision, failure, at) {
      const decided: { shipmentId: number } | undefined = decide.get({ parcelId, decision, at });
      if (!decided) return null;
      if (decision === 'exists') {
        revive.run(parcelId);
        overrule.run({ parcelId, failure: jsonText(failure), at });
      }
      return decided;
    },
  };
}
