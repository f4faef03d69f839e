import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { batchRecords } from './batch-records.ts';
import { benchRecords } from './bench-records.ts';
import { doubtRecords } from './doubt-records.ts';
import { eventRecords } from './event-records.ts';
import { orderBookRecords } from './order-book-records.ts';
import { orderImports } from './order-imports.ts';
import { orderRecords } from './order-records.ts';
import { readingRecords } from './reading-records.ts';
import type { RecordsInThread } from './record-calls.ts';
import { recoverAfterRestart } from './restart-records.ts';
import { sandboxRecords } from './sandbox-records.ts';
import type { SetAsideRow } from './set-aside.ts';
import { spendingRecords } from './spending-records.ts';
import { tablesIn } from './tables.ts';

/**
 * The records of one opened file, in this thread: each method is one transaction. Throws what SQLite throws.
 * @param report told once of each row that could not be read
 */
export function recordsIn(database: DatabaseSyncInstance, report: (row: SetAsideRow) => void): RecordsInThread {
  const tables = tablesIn(database, report);
  return {
    ...readingRecords(tables),
    ...orderRecords(tables),
    ...orderImports(tables),
    ...benchRecords(tables),
    ...eventRecords(tables),
    ...doubtRecords(tables),
    ...orderBookRecords(tables),
    ...spendingRecords(tables),
    ...batchRecords(tables),
    ...sandboxRecords(tables),
    recoverAfterRestart: recoverAfterRestart(tables),
    removeOld: (before, from) => tables.writing(() => tables.retention.removeOld(before, from)),
    tidySearch: () => tables.writing(() => tables.retention.tidySearch()),
  };
}
