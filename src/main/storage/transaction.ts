import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Runs `work` as one transaction: all of it is on disk when this returns, or none of it where it throws. */
export function inTransaction<T>(database: DatabaseSyncInstance, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some faults (a full disk) have rolled back by themselves.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
