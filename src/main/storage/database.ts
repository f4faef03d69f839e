import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Migration } from './migrations/migration.ts';
import { knownVersion, migrate, migrations } from './migrations.ts';
import { asStorageError } from './storage-error.ts';

/** Longest wait for another program that holds the file, milliseconds. Only the worker waits. */
const busyTimeoutMs = 5_000;

/** Pages of a file kept in memory: the board of a million parcels is searched in its indexes. */
const cacheKibibytes = 32 * 1024;

/** The write-ahead log is cut back to this many bytes once its content is in the file. */
const longestLogBytes = 64 * 1024 * 1024;

/**
 * Opens a file of records and migrates it; creates it if it is missing. Throws a StorageError on failure.
 * Keep the object: once collected, it closes under its statements.
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
 * Closes a file with everything in it. The package has no way to end a statement, and SQLite keeps a file open until its last one is
 * collected; so the log is written back first, and what lingers holds nothing.
 */
export function closeDatabase(database: DatabaseSyncInstance): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
