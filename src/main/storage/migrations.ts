import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { message } from '../../shared/messages/message.ts';
import { activity } from './migrations/001-activity.ts';
import { orders } from './migrations/002-orders.ts';
import { labels } from './migrations/003-labels.ts';
import { printJobs } from './migrations/004-print-jobs.ts';
import { commands } from './migrations/005-commands.ts';
import { scans } from './migrations/006-scans.ts';
import { events } from './migrations/007-events.ts';
import { printEvidence } from './migrations/008-print-evidence.ts';
import { eventStatus } from './migrations/009-event-status.ts';
import { boardAndAge } from './migrations/010-board.ts';
import { imports } from './migrations/011-import.ts';
import { commandCodes } from './migrations/012-command-codes.ts';
import { orderIntents } from './migrations/013-order-intents.ts';
import { orderBook } from './migrations/014-order-book.ts';
import { replacedOrders } from './migrations/015-replaced-orders.ts';
import { batches } from './migrations/016-batches.ts';
import { plainNames } from './migrations/017-plain-names.ts';
import { labelTrouble } from './migrations/018-label-trouble.ts';
import { repeatedEvents } from './migrations/019-repeated-events.ts';
import { eventTimes } from './migrations/020-event-times.ts';
import { eventIdentifiers } from './migrations/021-event-identifiers.ts';
import { unassignedLabels } from './migrations/022-unassigned-labels.ts';
import { observedRules } from './migrations/023-observed-rules.ts';
import type { Migration } from './migrations/migration.ts';
import { inTransaction } from './sqlite.ts';
import { StorageError } from './storage-error.ts';

/** Every schema change from an empty file to the current version, in order. */
export const migrations: readonly Migration[] = [
  activity,
  orders,
  labels,
  printJobs,
  commands,
  scans,
  events,
  printEvidence,
  eventStatus,
  boardAndAge,
  imports,
  commandCodes,
  orderIntents,
  orderBook,
  replacedOrders,
  batches,
  plainNames,
  labelTrouble,
  repeatedEvents,
  eventTimes,
  eventIdentifiers,
  unassignedLabels,
  observedRules,
];

/** The file's version: the number of migrations applied. Throws where a newer version wrote the file, which stays unchanged. */
export function knownVersion(database: DatabaseSyncInstance, steps: readonly Migration[]): number {
  const row: { user_version: number } = database.prepare('PRAGMA user_version').get();
  if (row.user_version <= steps.length) return row.user_version;
  throw new StorageError(message('storage.newer-database', { version: row.user_version, known: steps.length }));
}

/** Applies the missing migrations in one transaction. */
export function migrate(database: DatabaseSyncInstance, steps: readonly Migration[]): void {
  const unseen = steps.slice(knownVersion(database, steps));
  if (unseen.length === 0) return;
  inTransaction(database, () => {
    for (const { sql } of unseen) database.exec(sql);
    database.exec(`PRAGMA user_version = ${steps.length}`);
  });
}
