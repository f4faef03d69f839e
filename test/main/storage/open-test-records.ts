import type { Records } from '../../../src/main/core/ports/records.ts';
import { closeDatabase, openDatabase } from '../../../src/main/storage/database.ts';
import { recordsOver, runCall } from '../../../src/main/storage/record-calls.ts';
import { recordsIn } from '../../../src/main/storage/record-methods.ts';

/** The records of one file without a worker between, behind the same promises. */
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
