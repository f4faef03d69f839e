import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { ParcelCodes, ShipmentParcels } from '../../../shared/shipments/event-match.ts';
import {
  maxChosenShipments,
  type SandboxPreview,
  type SandboxSelection,
  sandboxPreviewSchema,
} from '../../../shared/shipments/sandbox-scenario.ts';
import type { ShipmentState } from '../../../shared/shipments/shipment-state.ts';
import { finalStates } from '../../../shared/shipments/status-rules.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Transactions } from './journal-tables.ts';

/** A parcel of a deleted shipment. */
export interface DeletedParcel {
  id: number;
  /** The code that identifies it to operators. */
  code: string;
  /** It was not deleted before. */
  wasPresent: boolean;
  /** This station requested the deletion and did not undo it, or it concerns another bench of its site. */
  isRequested: boolean;
}

/** The changes that events make to shipments, parcels and commands. */
export interface ShipmentEffects extends ShipmentParcels {
  setStatus(shipmentId: number, state: ShipmentState, at: string): void;
  /** No event gives the shipment a status any more. */
  clearStatus(shipmentId: number): void;
  /**
   * Marks the shipment's parcels, or the one, as deleted unless they were before; returns their previous values. One that exists
   * according to an operator who knew of later events is left out.
   */
  deleteParcels(deletion: { shipmentId: number; parcelId: number | null; at: string; moment: number }): DeletedParcel[];
  /** True where the shipment has parcels and all of them are deleted. */
  isWhollyDeleted(shipmentId: number): boolean;
  /** Ends the deletions of a deleted parcel except one being sent; returns the newest of them, or null. */
  endDeletions(parcelId: number, at: string): number | null;
  /** Adds missing codes of a parcel and its shipment unless another parcel has them. True if one was added. */
  addMissingCodes(
    parcelId: number,
    codes: Record<'customCode' | 'pickUpCode' | 'trackingCode', string | null>,
  ): boolean;
  shipmentsOfOrder(orderId: number): number[];
  parcelIds(shipmentId: number): number[];
  shipmentOf(parcelId: number): number | null;
}

export function shipmentEffectsIn(database: DatabaseSyncInstance): ShipmentEffects {
  const setStatus = database.prepare(`
    UPDATE shipments SET status_state = :state, status_source = 'webhook', status_at = :at
    WHERE id = :shipmentId AND (status_state IS NOT :state OR status_at IS NOT :at OR status_source IS NOT 'webhook')`);
  const isConcerned = `shipment_id = :shipmentId AND (:parcelId IS NULL OR parcels.id = :parcelId)
    AND NOT EXISTS (SELECT 1 FROM deletion_conflicts WHERE deletion_conflicts.parcel_id = parcels.id
      AND decision = 'exists' AND deletion_conflicts.moment >= :moment)`;
  // A bench of the site requested it, or another one holds the parcel, and reports a deletion without a request.
  const isForOthers = `(json_array_length(shared, '$.requests') > 0 OR (shared ->> '$.holding.bench' IS NOT NULL
    AND shared ->> '$.holding.bench' IS NOT (SELECT bench FROM site_ids ORDER BY place DESC LIMIT 1)))`;
  const parcelsOf = database.prepare(`
    SELECT parcels.id AS id, coalesce(custom_code, pick_up_code, tracking_code, 'no code') AS code, deleted_at IS NULL AS "wasPresent",
      EXISTS (SELECT 1 FROM commands WHERE commands.parcel_id = parcels.id AND kind = 'delete'
        AND state NOT IN ('undone', 'rejected'))
      OR EXISTS (SELECT 1 FROM commands WHERE commands.custom_code = parcels.custom_code AND commands.parcel_id IS NULL
        AND kind = 'delete' AND state NOT IN ('undone', 'rejected'))
      OR EXISTS (SELECT 1 FROM site_parcels WHERE site_parcels.parcel_id = parcels.id AND ${isForOthers}) AS "isRequested"
    FROM parcels JOIN shipments ON shipments.id = shipment_id WHERE ${isConcerned} ORDER BY parcels.id`);
  const deleteParcels = database.prepare(`
    UPDATE parcels SET deleted_at = :at WHERE ${isConcerned} AND (deleted_at IS NULL OR deleted_at > :at)`);
  const clearStatus = database.prepare(`
    UPDATE shipments SET status_state = NULL, status_source = NULL, status_at = NULL
    WHERE id = ? AND status_source = 'webhook'`);
  const isWhollyDeleted = database.prepare(`
    SELECT count(*) > 0 AND count(*) = count(deleted_at) AS "isWhollyDeleted" FROM parcels WHERE shipment_id = ?`);
  const parcelCodes = database.prepare(`
    SELECT id, custom_code AS "customCode", pick_up_code AS "pickUpCode",
      EXISTS (SELECT 1 FROM labels WHERE parcel_id = parcels.id AND labels.shipment_id IS NULL) AS "hasNamedLabel"
    FROM parcels WHERE shipment_id = ? ORDER BY id`);
  const unassignedLabel = database.prepare(`
    SELECT 1 FROM labels JOIN json_each(:pickUpCodes) AS wanted ON wanted.value = pick_up_code COLLATE NOCASE
    WHERE shipment_id = :shipmentId AND parcel_id IS NULL LIMIT 1`);
  const endDeletions = database.prepare(`
    UPDATE commands SET state = 'done', failure = NULL, updated_at = :at WHERE parcel_id = :parcelId AND kind = 'delete'
      AND state IN ('counting', 'waiting', 'needs confirmation', 'uncertain', 'blocked') RETURNING id`);
  const stillMissing = (name: string): string =>
    `(SELECT json_group_array(value) FROM json_each(missing) WHERE value <> '${name}')`;
  const addParcelCode = (column: 'custom_code' | 'pick_up_code') =>
    database.prepare(`
      UPDATE parcels SET ${column} = :code, missing = CASE WHEN json_valid(missing) THEN ${stillMissing(column)} ELSE missing END
      WHERE id = :parcelId AND ${column} IS NULL
        AND NOT EXISTS (SELECT 1 FROM parcels AS other WHERE other.${column} = :code COLLATE NOCASE)`);
  const addCustomCode = addParcelCode('custom_code');
  const addPickUpCode = addParcelCode('pick_up_code');
  const addTrackingCode = database.prepare(`
    UPDATE shipments SET tracking_code = :code
    WHERE id = (SELECT shipment_id FROM parcels WHERE id = :parcelId) AND tracking_code IS NULL
      AND NOT EXISTS (SELECT 1 FROM shipments AS other WHERE other.tracking_code = :code COLLATE NOCASE)`);
  const shipmentsOfOrder = database.prepare('SELECT id FROM shipments WHERE order_id = ? ORDER BY id');
  const shipmentOf = database.prepare('SELECT shipment_id AS id FROM parcels WHERE id = ?');
  const parcelIds = database.prepare('SELECT id FROM parcels WHERE shipment_id = ? ORDER BY id');
  const idsOf = (shipmentId: number): number[] => {
    const rows: { id: number }[] = parcelIds.all(shipmentId);
    return rows.map(({ id }) => id);
  };

  return {
    setStatus(shipmentId, state, at) {
      setStatus.run({ shipmentId, state, at });
    },
    clearStatus(shipmentId) {
      clearStatus.run(shipmentId);
    },
    deleteParcels({ shipmentId, parcelId, moment, at }) {
      const concerned = { shipmentId, parcelId, moment };
      const rows: { id: number; code: string; wasPresent: number; isRequested: number }[] = parcelsOf.all(concerned);
      deleteParcels.run({ ...concerned, at });
      return rows.map((row) => ({ ...row, wasPresent: row.wasPresent === 1, isRequested: row.isRequested === 1 }));
    },
    isWhollyDeleted(shipmentId) {
      const row: { isWhollyDeleted: number } = isWhollyDeleted.get(shipmentId);
      return row.isWhollyDeleted === 1;
    },
    parcelCodes(shipmentId) {
      const rows: (Omit<ParcelCodes, 'hasNamedLabel'> & { hasNamedLabel: number })[] = parcelCodes.all(shipmentId);
      return rows.map((row) => ({ ...row, hasNamedLabel: row.hasNamedLabel === 1 }));
    },
    hasUnassignedLabel: (shipmentId, pickUpCodes) =>
      pickUpCodes.length > 0 &&
      unassignedLabel.get({ shipmentId, pickUpCodes: JSON.stringify(pickUpCodes) }) !== undefined,
    endDeletions(parcelId, at) {
      const rows: { id: number }[] = endDeletions.all({ parcelId, at });
      return rows.at(-1)?.id ?? null;
    },
    addMissingCodes(parcelId, { customCode, pickUpCode, trackingCode }) {
      const added = [
        customCode !== null && addCustomCode.run({ parcelId, code: customCode }).changes > 0,
        pickUpCode !== null && addPickUpCode.run({ parcelId, code: pickUpCode }).changes > 0,
        trackingCode !== null && addTrackingCode.run({ parcelId, code: trackingCode }).changes > 0,
      ];
      return added.includes(true);
    },
    shipmentsOfOrder(orderId) {
      const rows: { id: number }[] = shipmentsOfOrder.all(orderId);
      return rows.map(({ id }) => id);
    },
    shipmentOf(parcelId) {
      const row: { id: number } | undefined = shipmentOf.get(parcelId);
      return row?.id ?? null;
    },
    parcelIds: idsOf,
    onlyParcel(shipmentId) {
      const [only = null, ...others] = idsOf(shipmentId);
      return others.length > 0 ? null : only;
    },
  };
}

export interface ScenarioShipments {
  find(selection: SandboxSelection): SandboxPreview;
  markRun(selection: SandboxSelection, at: string): void;
}

/** Checked here, because the rows are sent to the window unchanged. */
const knownRows = z.array(
  sandboxPreviewSchema.shape.known.element.extend({ isFinal: z.int().transform((flag) => flag === 1) }),
);

/** Finds the shipments that a scenario would change. There is no index on dates: it runs in practice and sandbox only, with small tables. */
export function scenarioShipmentsIn(database: DatabaseSyncInstance): ScenarioShipments {
  // Any scenario makes its shipments final (interface document, Sandbox rule), whatever status it leaves them in.
  const isFinal = `(scenario_run_at IS NOT NULL OR coalesce(status_state IN (${finalStates.map((state) => `'${state}'`).join(', ')}), 0))`;
  const whose = (condition: string) => ({
    count: database.prepare(
      `SELECT count(*) AS shipments, coalesce(sum(${isFinal}), 0) AS final FROM shipments WHERE ${condition}`,
    ),
    list: database.prepare(
      `SELECT tracking_code AS "trackingCode", drop_off_id AS "dropOffId", status_state AS state, ${isFinal} AS "isFinal" FROM shipments
       WHERE ${condition} ORDER BY id DESC LIMIT ${maxChosenShipments}`,
    ),
    mark: database.prepare(`UPDATE shipments SET scenario_run_at = ?2 WHERE scenario_run_at IS NULL AND ${condition}`),
  });
  const statements = {
    // Compared ignoring case, to use the index, then exactly.
    'tracking codes': whose(`tracking_code COLLATE NOCASE IN (SELECT value FROM json_each(?1))
      AND tracking_code IN (SELECT value FROM json_each(?1))`),
    'shipment ids': whose('drop_off_id IN (SELECT value FROM json_each(?1))'),
    date: whose('(pick_up_date = ?1 OR drop_off_date = ?1)'),
  };

  return {
    find(selection) {
      const { count, list } = statements[selection.by];
      const wanted = boundValue(selection);
      const counted: { shipments: number; final: number } = count.get(wanted);
      return { ...counted, known: knownRows.parse(list.all(wanted)) };
    },
    markRun(selection, at) {
      statements[selection.by].mark.run(boundValue(selection), at);
    },
  };
}

function boundValue(selection: SandboxSelection): string {
  switch (selection.by) {
    case 'tracking codes':
      return JSON.stringify(selection.trackingCodes);
    case 'shipment ids':
      return JSON.stringify(selection.shipmentIds);
    case 'date':
      return selection.date;
  }
}

/** The record method of the sandbox scenarios. */
export function sandboxRecords({
  scenarioShipments,
  reading,
  writing,
}: Transactions & { scenarioShipments: ScenarioShipments }): Pick<
  RecordsInThread,
  'scenarioShipments' | 'markScenarioRun'
> {
  return {
    scenarioShipments: (selection) => reading(() => scenarioShipments.find(selection)),
    markScenarioRun: (selection, at) => writing(() => scenarioShipments.markRun(selection, at)),
  };
}
