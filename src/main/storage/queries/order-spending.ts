import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Command } from '../../../shared/orders/command.ts';
import type { SpendingRecords, Spent } from '../../core/ports/order-records.ts';
import type { Quarantine } from '../quarantine.ts';
import type { RecordsInThread } from '../record-calls.ts';
import { select } from '../sqlite.ts';
import { commandColumns, commandRow } from '../tables/commands-table.ts';
import type { Transactions } from '../transactions.ts';

export interface SpendingQueries {
  duplicateCreate(fingerprint: string, since: string): Command | null;
  spentSince(since: string): Spent;
  whenSpent(since: string, amount: number): string | null;
}

/**
 * Each create that was sent since a given time and may have been carried out, and each that is to be sent. An uncertain one counts
 * as existing if it was settled or dismissed; whether deleting a replaced one undoes its charge is not documented.
 */
const counted = `
  WITH counted AS (
    SELECT sent_at, quoted_price, price_with_tax,
      CASE WHEN state = 'done' OR settled_by IS NOT NULL OR is_dismissed THEN 'exists' ELSE 'uncertain' END AS standing
    FROM commands LEFT JOIN orders ON orders.id = order_id
    WHERE kind = 'create' AND sent_at IS NOT NULL AND sent_at >= :since AND (state IN ('done', 'uncertain')
      OR EXISTS (SELECT 1 FROM replaced_codes WHERE old_command_id = commands.id))
    UNION ALL
    SELECT sent_at, quoted_price, NULL, 'on its way'
    FROM json_each('["waiting", "needs confirmation", "sending", "blocked"]') AS wanted
    CROSS JOIN commands ON commands.state = wanted.value AND is_dismissed = 0
    WHERE kind = 'create'
  )`;

/** What orders cost. */
export function spendingIn(database: DatabaseSyncInstance, quarantine: Quarantine): SpendingQueries {
  const sameFingerprint = database.prepare(`
    SELECT ${select('commands', commandColumns)} FROM commands
    WHERE fingerprint = ? AND created_at >= ? AND state NOT IN ('rejected', 'undone') ORDER BY created_at DESC, id DESC LIMIT 5`);
  const spent = database.prepare(`${counted}
    SELECT count(*) FILTER (WHERE standing = 'exists') AS orders, total(price_with_tax) AS charged,
      count(*) FILTER (WHERE standing = 'exists' AND price_with_tax IS NULL) AS unpriced,
      count(*) FILTER (WHERE standing = 'uncertain') AS uncertain,
      total(quoted_price) FILTER (WHERE price_with_tax IS NULL) AS quoted
    FROM counted`);
  const whenSpent = database.prepare(`${counted}
    SELECT sent_at AS "at" FROM (
      SELECT sent_at, sum(coalesce(price_with_tax, quoted_price, 0)) OVER (ORDER BY sent_at) AS until_then
      FROM counted WHERE standing <> 'on its way')
    WHERE until_then >= :amount ORDER BY sent_at LIMIT 1`);

  return {
    duplicateCreate: (fingerprint, since) =>
      quarantine.readAll('commands', commandRow, sameFingerprint.all(fingerprint, since))[0] ?? null,
    spentSince: (since) => spent.get({ since }) as Spent,
    whenSpent(since, amount) {
      const row: { at: string } | undefined = whenSpent.get({ since, amount });
      return row?.at ?? null;
    },
  };
}

/** What orders cost, and which of them are duplicates. */
export function spendingRecords({
  spending,
  reading,
}: Transactions & { spending: SpendingQueries }): Pick<RecordsInThread, keyof SpendingRecords> {
  return {
    duplicateCreate: (fingerprint, since) => reading(() => spending.duplicateCreate(fingerprint, since)),
    spentSince: (since) => reading(() => spending.spentSince(since)),
    whenSpent: (since, amount) => reading(() => spending.whenSpent(since, amount)),
  };
}
