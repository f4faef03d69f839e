import { join } from 'node:path';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { closeDatabase, openDatabase } from '../../../src/main/storage/database.ts';
import { recordsOver, runCall } from '../../../src/main/storage/record-calls.ts';
import { recordsIn } from '../../../src/main/storage/record-methods.ts';
import type { temporaryFolders } from './test-folders.ts';

/** The records of one file without a worker, with the same interface. */
export function openInThread(file: string): Records {
  const database = openDatabase(file);
  const records = recordsIn(database, () => {});
  return {
    ...recordsOver((method, ...args) => new Promise((resolve) => resolve(runCall(records, { method, args })))),
    close: async () => closeDatabase(database),
  };
}

/** The records' worker, run from source. */
export const sourceWorker = { workerFile: new URL('../../programs/storage-worker.mjs', import.meta.url) };

/** Records in a new folder, closed and removed after the test. */
export async function openTestRecords(folders: ReturnType<typeof temporaryFolders>): Promise<Records> {
  const records = openInThread(join(await folders.make(), 'records.sqlite3'));
  folders.before(() => records.close());
  return records;
}
