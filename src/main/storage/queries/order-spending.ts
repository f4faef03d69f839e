import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Command, unansweredStates } from '../../../shared/orders/command.ts';
import { benchName } from '../../../shared/site/parcel-at-site.ts';
import { parseJson } from '../../../shared/values/json.ts';
import { sumOf, timesAmount } from '../../../shared/values/money.ts';
import type { OrderFacts, SpendingRecords, Spent } from '../../core/ports/order-records.ts';
import type { Quarantine } from '../quarantine.ts';
import type { RecordsInThread } from '../record-calls.ts';
import { select } from '../sqlite.ts';
import {
  type Commands,
  commandColumns,
  commandRow,
  isOrderedElsewhere,
  isOrderedHere,
} from '../tables/commands-table.ts';
import type { Transactions } from '../tables/journal-tables.ts';
import type { FindByCodes, Parcels } from '../tables/parcels-table.ts';
import { isReplaced } from '../tables/replaced-orders-table.ts';

export interface SpendingQueries {
  duplicateCreate(fingerprint: string, since: string): Command | null;
  duplicateElsewhere(fingerprint: string, since: string): OrderFacts['duplicateElsewhere'];
  /** The fingerprints of which there is such a duplicate. */
  recentOrders(since: string): string[];
  spentSince(since: string): Spent;
  whenSpent(since: string, amount: number): string | null;
}

/**
 * Here, and at the other benches of the site as far as they have reported it: every create sent since a given time that may have been carried out, and every create to be sent. An uncertain one counts as
 * existing if it was settled or dismissed. Replaced ones count: it is not documented whether deleting them undoes the charge.
 */
const counted = `
  WITH counted AS (
    SELECT sent_at, quoted_price, price_with_tax,
      CASE WHEN state = 'done' OR settled_by IS NOT NULL OR is_dismissed THEN 'exists' ELSE 'uncertain' END AS certainty
    FROM commands LEFT JOIN orders ON orders.id = order_id
    WHERE kind = 'create' AND sent_at IS NOT NULL AND sent_at >= :since AND (state IN ('done', 'uncertain')
      OR EXISTS (SELECT 1 FROM replaced_codes WHERE old_command_id = commands.id))
    UNION ALL
    SELECT sent_at, quoted_price, NULL, 'on its way'
    FROM json_each('["waiting", "needs confirmation", "sending", "blocked"]') AS wanted
    CROSS JOIN commands ON commands.state = wanted.value AND is_dismissed = 0
    WHERE kind = 'create'
    UNION ALL
    SELECT sent_at, quoted_price, price_with_tax, CASE state WHEN 'done' THEN 'exists' ELSE 'uncertain' END
    FROM site_order_requests WHERE sent_at IS NOT NULL AND sent_at >= :since AND state <> 'ended'
  )`;

/** So far the clock may have been set back between the creation of an order and its sending, milliseconds. */
const clockChangeMs = 3_600_000;

/** Every parcel of the order is deleted: creating it again is no duplicate. */
const isDeletedOrder = `(
  EXISTS (SELECT 1 FROM shipments JOIN parcels ON shipment_id = shipments.id WHERE shipments.order_id = commands.order_id)
  AND NOT EXISTS (SELECT 1 FROM shipments JOIN parcels ON shipment_id = shipments.id
    WHERE shipments.order_id = commands.order_id AND deleted_at IS NULL))`;

/** SQL: an order of another bench that may exist, and of which a parcel is not known to be deleted. */
const isElsewhere = `site_order_requests.state NOT IN ('replaced', 'ended') AND NOT (
  EXISTS (SELECT 1 FROM site_ordered_codes AS one JOIN parcels ON custom_code = one.code COLLATE NOCASE WHERE request = number)
  AND NOT EXISTS (SELECT 1 FROM site_ordered_codes AS one JOIN parcels ON custom_code = one.code COLLATE NOCASE
    WHERE request = number AND deleted_at IS NULL))`;

/** The spending queries of one file. */
export function spendingIn(database: DatabaseSyncInstance, quarantine: Quarantine): SpendingQueries {
  const isDuplicate = `state NOT IN ('rejected', 'undone') AND NOT ${isDeletedOrder}`;
  const sameFingerprint = database.prepare(`
    SELECT ${select('commands', commandColumns)} FROM commands
    WHERE fingerprint = ? AND created_at >= ? AND ${isDuplicate} ORDER BY created_at DESC, id DESC LIMIT 5`);
  // By the time of sending, which has an index: an order is sent after it was created, and open until it is sent.
  const recentOrders = database.prepare(`
    SELECT DISTINCT fingerprint FROM commands WHERE id IN (
      SELECT id FROM commands WHERE kind = 'create' AND sent_at IS NOT NULL AND sent_at >= :sentSince
      UNION ALL
      SELECT commands.id FROM json_each(:open) AS wanted CROSS JOIN commands ON commands.state = wanted.value AND kind = 'create')
    AND fingerprint IS NOT NULL AND created_at >= :since AND ${isDuplicate}
    UNION SELECT fingerprint FROM site_order_requests
    WHERE fingerprint IS NOT NULL AND created_at >= :since AND ${isElsewhere}`);
  const elsewhere = database.prepare(`
    SELECT id, created_at AS "createdAt",
      (SELECT json_group_array(code) FROM (SELECT code FROM site_ordered_codes WHERE request = number ORDER BY code)) AS codes
    FROM site_order_requests WHERE fingerprint = ? AND created_at >= ? AND ${isElsewhere}
    ORDER BY created_at DESC, number DESC LIMIT 1`);
  const spent = database.prepare(`${counted}
    SELECT certainty, price_with_tax AS charged, quoted_price AS quoted, count(*) AS orders
    FROM counted GROUP BY certainty, price_with_tax, quoted_price`);
  const whenSpent = database.prepare(`${counted}
    SELECT sent_at AS "at", coalesce(price_with_tax, quoted_price) AS price
    FROM counted WHERE certainty <> 'on its way' AND price IS NOT NULL ORDER BY sent_at`);

  return {
    duplicateCreate: (fingerprint, since) =>
      quarantine.readAll('commands', commandRow, sameFingerprint.all(fingerprint, since))[0] ?? null,
    duplicateElsewhere(fingerprint, since) {
      const row: { id: string; createdAt: string; codes: string } | undefined = elsewhere.get(fingerprint, since);
      if (!row) return null;
      const bench = benchName(row.id.split('.')[0] ?? '');
      return { bench, codes: parseJson(row.codes) as string[], createdAt: row.createdAt };
    },
    recentOrders(since) {
      const sentSince = new Date(Date.parse(since) - clockChangeMs).toISOString();
      const found = recentOrders.all({ since, sentSince, open: JSON.stringify(unansweredStates) });
      return (found as { fingerprint: string }[]).map(({ fingerprint }) => fingerprint);
    },
    spentSince: (since) => spentIn(spent.all({ since }) as unknown as SpentGroup[]),
    whenSpent(since, amount) {
      let sum = 0;
      for (const { at, price } of whenSpent.all({ since }) as unknown as { at: string; price: number }[]) {
        sum = sumOf([sum, price]);
        if (sum >= amount) return at;
      }
      return null;
    },
  };
}

/** Orders with the same certainty and prices. */
interface SpentGroup {
  certainty: 'exists' | 'uncertain' | 'on its way';
  charged: number | null;
  quoted: number | null;
  orders: number;
}

/** SQLite sums binary fractions, so prices are summed here. */
function spentIn(groups: readonly SpentGroup[]): Spent {
  const count = (some: readonly SpentGroup[]): number => some.reduce((sum, { orders }) => sum + orders, 0);
  const existing = groups.filter(({ certainty }) => certainty === 'exists');
  const unpriced = groups.filter(({ charged }) => charged === null);
  return {
    orders: count(existing),
    charged: sumOf(groups.map(({ charged, orders }) => timesAmount(charged ?? 0, orders))),
    unpriced: count(existing.filter(({ charged }) => charged === null)),
    uncertain: count(groups.filter(({ certainty }) => certainty === 'uncertain')),
    quoted: sumOf(unpriced.map(({ quoted, orders }) => timesAmount(quoted ?? 0, orders))),
  };
}

interface OrderTables extends Transactions {
  spending: SpendingQueries;
  parcels: Parcels;
  commands: Commands;
  knownCodes(codes: readonly string[]): string[];
}

/** The record methods for spending, and for what decides whether an order may be created. */
export function spendingRecords(tables: OrderTables): Pick<RecordsInThread, keyof SpendingRecords> {
  const { spending, parcels, commands, reading } = tables;

  const duplicate = (fingerprint: string, since: string): OrderFacts['duplicate'] => {
    const command = spending.duplicateCreate(fingerprint, since);
    return command && { command, parcels: command.orderId === null ? [] : parcels.ofOrder(command.orderId) };
  };

  return {
    orderFacts: ({ codes, fingerprint, duplicatesSince, spentSince }) =>
      reading(() => ({
        usedCode: tables.knownCodes(codes)[0] ?? null,
        unanswered: commands.countIn(unansweredStates),
        duplicate: duplicate(fingerprint, duplicatesSince),
        duplicateElsewhere: spending.duplicateElsewhere(fingerprint, duplicatesSince),
        spent: spending.spentSince(spentSince),
      })),
    spentSince: (since) => reading(() => spending.spentSince(since)),
    whenSpent: (since, amount) => reading(() => spending.whenSpent(since, amount)),
  };
}

/** Finds the custom codes that are known or ordered here. One statement for all: most are of nothing, and only the others are matched. */
export function knownCodesIn(
  database: DatabaseSyncInstance,
  findByCodes: FindByCodes,
): (codes: readonly string[]) => string[] {
  const candidates = database.prepare(`
    SELECT * FROM (SELECT wanted.value AS code, ${isOrderedHere('wanted.value')} OR ${isReplaced('wanted.value')}
        OR ${isOrderedElsewhere('wanted.value')} AS "isOrdered",
      EXISTS (SELECT 1 FROM parcels WHERE custom_code = wanted.value COLLATE NOCASE) AS "hasParcel"
      FROM json_each(?) AS wanted) WHERE "isOrdered" OR "hasParcel"`);
  return (codes) => {
    const found = candidates.all(JSON.stringify(codes)) as { code: string; isOrdered: number }[];
    const matches = findByCodes(found.map(({ code }) => code));
    return found.flatMap(({ code, isOrdered }) =>
      isOrdered === 1 || matches.get(code)?.by === 'custom code' ? [code] : [],
    );
  };
}
