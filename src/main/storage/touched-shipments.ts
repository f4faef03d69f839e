import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import {
  mostChosenShipments,
  type SandboxSelection,
  type SandboxTouch,
  sandboxTouchSchema,
} from '../../shared/sandbox.ts';
import { endStates } from '../../shared/status-rules.ts';

export type FindTouched = (selection: SandboxSelection) => SandboxTouch;

/** Rows are trusted as far as the window's own border reads them again. */
const knownRows = z.array(sandboxTouchSchema.shape.known.element);

/** Which shipments a scenario would move. Only practice and sandbox ask, whose tables are small: ids and days have no index. */
export function touchedShipmentsIn(database: DatabaseSyncInstance): FindTouched {
  const isEnd = `coalesce(status_state IN (${endStates.map((state) => `'${state}'`).join(', ')}), 0)`;
  const whose = (condition: string) => ({
    count: database.prepare(
      `SELECT count(*) AS shipments, coalesce(sum(${isEnd}), 0) AS final FROM shipments WHERE ${condition}`,
    ),
    list: database.prepare(
      `SELECT tracking_code AS "trackingCode", drop_off_id AS "dropOffId", status_state AS state FROM shipments
       WHERE ${condition} ORDER BY id DESC LIMIT ${mostChosenShipments}`,
    ),
  });
  const statements = {
    // Exact, though the index is without case.
    'tracking codes': whose(`tracking_code COLLATE NOCASE IN (SELECT value FROM json_each(?1))
      AND tracking_code IN (SELECT value FROM json_each(?1))`),
    'shipment ids': whose('drop_off_id IN (SELECT value FROM json_each(?1))'),
    date: whose('(pick_up_date = ?1 OR drop_off_date = ?1)'),
  };

  return (selection) => {
    const { count, list } = statements[selection.by];
    const wanted = boundValue(selection);
    const counted: { shipments: number; final: number } = count.get(wanted);
    return { ...counted, known: knownRows.parse(list.all(wanted)) };
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
