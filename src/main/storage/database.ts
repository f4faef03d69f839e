import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { message } from '../../shared/messages/message.ts';
import { backUpFile } from './backup.ts';
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
import { printRuns } from './migrations/024-print-runs.ts';
import { eventsToReread } from './migrations/025-events-to-reread.ts';
import { orderCorrections } from './migrations/026-order-corrections.ts';
import { printRunParcels } from './migrations/027-print-run-parcels.ts';
import { labelInspections } from './migrations/028-label-inspections.ts';
import { figures } from './migrations/029-figures.ts';
import { people } from './migrations/030-people.ts';
import { figuresByPerson } from './migrations/031-figures-by-person.ts';
import { erasedPeople } from './migrations/032-erased-people.ts';
import { site } from './migrations/033-site.ts';
import { siteHeartbeats } from './migrations/034-site-heartbeats.ts';
import { eventReceivers } from './migrations/035-event-receivers.ts';
import { siteRoles } from './migrations/036-site-roles.ts';
import { boardState } from './migrations/037-board-state.ts';
import { siteFingerprints } from './migrations/038-site-fingerprints.ts';
import { siteBudgets } from './migrations/039-site-budgets.ts';
import { siteMessages } from './migrations/040-site-messages.ts';
import { siteRetention } from './migrations/041-site-retention.ts';
import { retentionIndexes } from './migrations/042-retention-indexes.ts';
import type { Migration } from './migrations/migration.ts';
import { inTransaction } from './sqlite.ts';
import { asStorageError, notMigrated, StorageError } from './storage-error.ts';

/** Longest wait for a file that another program has locked, milliseconds. Only the worker thread waits. */
const busyTimeoutMs = 5_000;

/** Page cache of one file, KiB: large enough for the search indexes of a million parcels. */
const cacheKibibytes = 32 * 1024;

/** The write-ahead log is truncated to this size after a checkpoint, bytes. */
const longestLogBytes = 64 * 1024 * 1024;

/**
 * A commit writes the log back into the file only once the log has this many pages (32 MB): it holds the commit up by 200 ms or more.
 * Until then `checkpoint` does it, while nothing waits for an answer.
 */
const longestLogPages = 8_192;

/**
 * Opens and migrates a database file; creates it if it is missing. Throws a StorageError on failure.
 * The caller must keep a reference: garbage collection closes the database while its statements are still in use.
 */
export function openDatabase(file: string, steps: readonly Migration[] = migrations): DatabaseSyncInstance {
  const database = connect(file, steps);
  try {
    migrate(database, steps);
    return database;
  } catch (error) {
    database.close();
    throw asStorageError(error);
  }
}

/** The same; null, with the file unchanged, where it is of an earlier version: it is to be backed up before it is migrated. */
export function openCurrent(file: string, steps: readonly Migration[] = migrations): DatabaseSyncInstance | null {
  const database = connect(file, steps);
  try {
    const version = knownVersion(database, steps);
    if (version === 0 || version === steps.length) {
      migrate(database, steps);
      return database;
    }
  } catch (error) {
    database.close();
    throw asStorageError(error);
  }
  closeDatabase(database);
  return null;
}

/** The same, with a backup before a file of an earlier version is migrated. Where the backup fails, the file is not migrated. */
export async function openBackedUp(
  file: string,
  steps: readonly Migration[] = migrations,
): Promise<DatabaseSyncInstance> {
  const current = openCurrent(file, steps);
  if (current) return current;
  await backUpFile(file, Date.now()).catch((error) => {
    throw notMigrated(error);
  });
  return openDatabase(file, steps);
}

/** Opens the file on a connection of its own, beside the records' own one: each write is short. */
export async function besideRecords<T>(file: string, work: (database: DatabaseSyncInstance) => Promise<T>): Promise<T> {
  const database = await openBackedUp(file);
  try {
    database.exec('PRAGMA secure_delete = ON');
    return await work(database);
  } finally {
    closeDatabase(database);
  }
}

function connect(file: string, steps: readonly Migration[]): DatabaseSyncInstance {
  let database: DatabaseSyncInstance | null = null;
  try {
    createForOwner(file);
    database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    knownVersion(database, steps); // Before anything changes the file.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA journal_size_limit = ${longestLogBytes};
      PRAGMA wal_autocheckpoint = ${longestLogPages};
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = FAST;
      PRAGMA cache_size = -${cacheKibibytes};
      PRAGMA trusted_schema = OFF;
    `);
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw asStorageError(error);
  }
}

/** Creates a missing file that only this user can read; its logs get the same permissions. */
function createForOwner(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It is there. What else refuses it refuses the database too, which says why.
  }
}

/**
 * Writes the log back into the file; does nothing where all of it is there. Throws nothing: on a full disk the log stays as it is, and
 * loses nothing.
 */
export function checkpoint(database: DatabaseSyncInstance): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // The next write meets the same fault, and reports it.
  }
}

/**
 * Closes a database file. The package cannot finalize statements, and SQLite keeps a file open until its last statement is garbage
 * collected; so the log is written back first, and the open handle holds no data.
 */
export function closeDatabase(database: DatabaseSyncInstance): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/** A file up to this size is written anew within a second or two, bytes; the records' own writes wait for as long. */
export const smallFileBytes = 64 * 1024 * 1024;

/** Pages of the search index that are merged in one step. */
const pagesPerMerge = 64;

/**
 * Takes what was erased out of the file, its search index and its log too; a larger file is written anew when the station starts the next
 * time, and keeps what earlier versions of a row left in free space until then. True where it was written anew.
 */
export async function emptyFreeSpace(database: DatabaseSyncInstance, isSmall: boolean): Promise<boolean> {
  const merge = database.prepare('INSERT INTO parcel_search (parcel_search, rank) VALUES (?, ?)');
  const changes = database.prepare('SELECT total_changes() AS count');
  const changed = (): number => (changes.get() as { count: number }).count;
  // A negative number merges all parts of the index into one, which leaves out removed rows.
  merge.run('merge', -pagesPerMerge);
  for (let before = -2; changed() - before >= 2; ) {
    before = changed();
    merge.run('merge', pagesPerMerge);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const isClean = isSmall && writeAnew(database);
  if (!isClean) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return isClean;
}

/** Writes a file anew where something was erased from it that may still be in its free space. */
export function finishErasures(database: DatabaseSyncInstance): void {
  const due: { count: number } = database.prepare('SELECT count(*) AS count FROM erasures WHERE is_clean = 0').get();
  if (due.count > 0) writeAnew(database);
}

/** False where the disk is full or the file in use: the next start tries again. */
function writeAnew(database: DatabaseSyncInstance): boolean {
  try {
    database.exec('VACUUM; UPDATE erasures SET is_clean = 1; PRAGMA wal_checkpoint(TRUNCATE);');
    return true;
  } catch {
    return false;
  }
}

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
  printRuns,
  eventsToReread,
  orderCorrections,
  printRunParcels,
  labelInspections,
  figures,
  people,
  figuresByPerson,
  erasedPeople,
  site,
  siteHeartbeats,
  eventReceivers,
  siteRoles,
  boardState,
  siteFingerprints,
  siteBudgets,
  siteMessages,
  siteRetention,
  retentionIndexes,
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
