import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { Failure } from '../../../shared/contract/failure.ts';
import { orderRequestSchema } from '../../../shared/orders/order-request.ts';
import {
  type BatchOrderPlan,
  type BatchOrderResult,
  type BatchOrderStateRow,
  batchOrderStates,
  type NewBatchOrder,
} from '../../core/ports/batch-records.ts';
import type { Quarantine } from '../quarantine.ts';
import { jsonText, storedFailure, storedJson } from '../sqlite.ts';

export interface BatchOrders {
  add(batchId: number, orders: readonly NewBatchOrder[]): void;
  /** Removes the orders with higher numbers. */
  removeAbove(batchId: number, number: number): void;
  /** Removes at most `limit` orders; returns how many were removed. */
  remove(batchId: number, limit: number): number;
  page(batchId: number, afterNumber: number, limit: number): BatchOrderPlan[];
  next(batchId: number): NewBatchOrder | null;
  /** The order started last. */
  newest(batchId: number): { number: number; commandId: number | null } | null;
  /** Links the order to that command; false if it was started or rejected before. */
  begin(batchId: number, number: number, commandId: number): boolean;
  isOpen(batchId: number, number: number): boolean;
  reject(batchId: number, number: number, failure: Failure): void;
  orderStates(batchId: number, query: { after: number; again: readonly number[] }): BatchOrderStateRow[];
  results(batchId: number, numbers: readonly number[]): BatchOrderResult[];
}

/** The state of an order. One with an uncertain command that was settled or dismissed counts as created. */
const orderState = `CASE
  WHEN batch_orders.failure IS NOT NULL THEN 'rejected'
  ELSE CASE coalesce(commands.state, ended)
    WHEN 'done' THEN 'created'
    WHEN 'rejected' THEN 'rejected'
    WHEN 'undone' THEN 'rejected'
    WHEN 'uncertain' THEN CASE WHEN commands.is_dismissed OR settled_by IS NOT NULL THEN 'created' ELSE 'uncertain' END
    ELSE CASE WHEN coalesce(commands.state, ended) IS NULL THEN 'open' ELSE 'on the way' END
  END
END`;
const withCommands =
  'batch_orders LEFT JOIN commands ON commands.id = command_id LEFT JOIN orders ON orders.id = order_id';
const isBegun = 'command_id IS NOT NULL OR ended IS NOT NULL OR failure IS NOT NULL';
const isOpen = 'command_id IS NULL AND ended IS NULL AND failure IS NULL';

const linesSchema = storedJson(z.array(z.int()));
const planRow = z.object({ number: z.int(), lines: linesSchema });
const orderRow = planRow.extend({ request: storedJson(orderRequestSchema), quoted: z.number().nullable() });
const resultRow = z
  .object({
    number: z.int(),
    orderState: z.enum(batchOrderStates),
    failure: storedFailure.nullable(),
    quoted: z.number().nullable(),
    charged: z.number().nullable(),
    parcels: storedJson(z.array(z.object({ customCode: z.string().nullable(), trackingCode: z.string().nullable() }))),
  })
  .transform((row): BatchOrderResult => row);

/** The orders of a started batch, and the state of each. */
export function batchOrdersIn(database: DatabaseSyncInstance, quarantine: Quarantine): BatchOrders {
  const add = database.prepare(
    'INSERT OR REPLACE INTO batch_orders (batch_id, number, lines, request, quoted) VALUES (?, ?, ?, ?, ?)',
  );
  const removeAbove = database.prepare('DELETE FROM batch_orders WHERE batch_id = ? AND number > ?');
  const remove = database.prepare(`
    DELETE FROM batch_orders WHERE rowid IN (SELECT rowid FROM batch_orders WHERE batch_id = ? LIMIT ?)`);
  const page = database.prepare(`
    SELECT rowid AS id, number, lines FROM batch_orders WHERE batch_id = ? AND number > ? ORDER BY number LIMIT ?`);
  const next = database.prepare(`
    SELECT rowid AS id, number, lines, request, quoted FROM batch_orders
    WHERE batch_id = ? AND ${isOpen} ORDER BY number LIMIT 1`);
  const newest = database.prepare(`
    SELECT number, command_id AS "commandId" FROM batch_orders
    WHERE batch_id = ? AND (${isBegun}) AND failure IS NULL ORDER BY number DESC LIMIT 1`);
  const begin = database.prepare(`
    UPDATE batch_orders SET command_id = ? WHERE batch_id = ? AND number = ? AND ${isOpen} RETURNING number`);
  const openOne = database.prepare(`SELECT 1 FROM batch_orders WHERE batch_id = ? AND number = ? AND ${isOpen}`);
  const reject = database.prepare(`
    UPDATE batch_orders SET failure = ? WHERE batch_id = ? AND number = ? AND ${isOpen}`);
  const orderStates = database.prepare(`
    WITH wanted AS (
      SELECT number FROM batch_orders WHERE batch_id = :batchId AND number > :after AND (${isBegun})
      UNION SELECT value FROM json_each(:again))
    SELECT batch_orders.number AS number, ${orderState} AS orderState, price_with_tax AS charged
    FROM wanted CROSS JOIN batch_orders ON batch_orders.batch_id = :batchId AND batch_orders.number = wanted.number
      LEFT JOIN commands ON commands.id = command_id LEFT JOIN orders ON orders.id = order_id
    ORDER BY batch_orders.number`);
  // The command's request where there is one, because it has the codes that were sent.
  const results = database.prepare(`
    SELECT batch_orders.rowid AS id, number, ${orderState} AS orderState, quoted, price_with_tax AS charged,
      coalesce(batch_orders.failure, commands.failure) AS failure,
      (SELECT json_group_array(json_object('customCode', code, 'trackingCode', (
          SELECT tracking_code FROM parcels JOIN shipments ON shipments.id = shipment_id
          WHERE shipments.order_id = orders.id AND parcels.custom_code = code LIMIT 1)))
        FROM (SELECT parcel.value ->> '$.custom_code' AS code
          FROM json_each(coalesce(commands.request, batch_orders.request), '$.drop_offs[0].parcels') AS parcel ORDER BY parcel.key)
      ) AS parcels
    FROM ${withCommands} WHERE batch_id = :batchId AND number IN (SELECT value FROM json_each(:numbers))`);

  return {
    add(batchId, orders) {
      for (const { number, lines, request, quoted } of orders) {
        add.run(batchId, number, jsonText(lines), jsonText(request), quoted);
      }
    },
    removeAbove(batchId, number) {
      removeAbove.run(batchId, number);
    },
    remove: (batchId, limit) => Number(remove.run(batchId, limit).changes),
    page: (batchId, afterNumber, limit) =>
      quarantine.readAll('batch_orders', planRow, page.all(batchId, afterNumber, limit)),
    next: (batchId) => quarantine.readAll('batch_orders', orderRow, next.all(batchId))[0] ?? null,
    newest: (batchId) => (newest.get(batchId) as { number: number; commandId: number | null } | undefined) ?? null,
    begin: (batchId, number, commandId) => begin.get(commandId, batchId, number) !== undefined,
    isOpen: (batchId, number) => openOne.get(batchId, number) !== undefined,
    reject(batchId, number, failure) {
      reject.run(jsonText(failure), batchId, number);
    },
    orderStates: (batchId, { after, again }) =>
      orderStates.all({ batchId, after, again: JSON.stringify(again) }) as BatchOrderStateRow[],
    results: (batchId, numbers) =>
      quarantine.readAll('batch_orders', resultRow, results.all({ batchId, numbers: JSON.stringify(numbers) })),
  };
}
