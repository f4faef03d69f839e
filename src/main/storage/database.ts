import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Migration } from './migrations/migration.ts';
import { knownVersion, migrate, migrations } from './migrations.ts';
import { asStorageError } from './storage-error.ts';

/** Longest wait for a file that another program has locked, milliseconds. Only the worker thread waits. */
const busyTimeoutMs = 5_000;

/** Page cache of one file, KiB: large enough for the search indexes of a million parcels. */
const cacheKibibytes = 32 * 1024;

/** The write-ahead log is truncated to this size after a checkpoint, bytes. */
const longestLogBytes = 64 * 1024 * 1024;

/**
 * Opens and migrates a database file; creates it if it is missing. Throws a StorageError on failure.
 * The caller must keep a reference: garbage collection closes the database while its statements are still in use.
 */
export function openDatabase(file: string, steps: readonly Migration[] = migrations): DatabaseSyncInstance {
  let database: DatabaseSyncInstance | null = null;
  try {
    database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    knownVersion(database, steps); // Before anything changes the file.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA journal_size_limit = ${longestLogBytes};
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -${cacheKibibytes};
      PRAGMA trusted_schema = OFF;
    `);
    migrate(database, steps);
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw asStorageError(error);
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
