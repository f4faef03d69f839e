import { join } from 'node:path';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { ActingNow } from '../../../src/main/core/ports/write-context.ts';
import { closeDatabase, openDatabase } from '../../../src/main/storage/database.ts';
import { recordsOver, runCall } from '../../../src/main/storage/record-calls.ts';
import { recordsIn } from '../../../src/main/storage/record-methods.ts';
import { preparingOnUse } from '../../../src/main/storage/sqlite.ts';
import { forkBackupProcess } from '../../helpers/forked-process.ts';
import { placeNewRecords } from '../../helpers/new-records-file.ts';
import type { temporaryFolders } from './test-folders.ts';

/** The records of one file without a worker, with the same interface; they are written for whom `person` returns. */
export function openInThread(
  file: string,
  person: () => ActingNow['person'] = () => null,
  onFacts: () => void = () => {},
): Records {
  placeNewRecords(file);
  const database = openDatabase(file);
  const acting: ActingNow = { person: null };
  const records = recordsIn(preparingOnUse(database), () => {}, acting, onFacts);
  return {
    ...recordsOver((method, ...args) => {
      const by = person();
      const called = { method, args, ...(by && { person: by }) };
      return new Promise((resolve) => resolve(runCall(records, called, acting)));
    }),
    close: async () => closeDatabase(database),
  };
}

/** What records were asked for, and what they did for it. */
export interface RecordsCost {
  calls: string[];
  statements: number;
  /** Transactions that may have written: each is one fsync. */
  commits: number;
}

/** The records of one file without a worker, and what each use of them costs. */
export function openCounted(file: string): {
  records: Records;
  cost<T>(work: () => Promise<T>): Promise<RecordsCost & { value: T }>;
} {
  let counted: RecordsCost = { calls: [], statements: 0, commits: 0 };
  placeNewRecords(file);
  const database = openDatabase(file);
  const run = (statement: object): object =>
    new Proxy(statement, {
      get(target, name) {
        const own = Reflect.get(target, name);
        if (typeof own !== 'function') return own;
        if (name === 'get' || name === 'all' || name === 'run') counted.statements += 1;
        return own.bind(target);
      },
    });
  const watched = new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => run(target.prepare(sql));
      const own = Reflect.get(target, name);
      if (name !== 'exec') return typeof own === 'function' ? own.bind(target) : own;
      return (sql: string) => {
        if (sql === 'COMMIT') counted.commits += 1;
        target.exec(sql);
      };
    },
  });
  const records = recordsIn(watched, () => {});
  return {
    records: {
      ...recordsOver((method, ...args) => {
        counted.calls.push(method);
        return new Promise((resolve) => resolve(runCall(records, { method, args })));
      }),
      close: async () => closeDatabase(database),
    },
    async cost(work) {
      counted = { calls: [], statements: 0, commits: 0 };
      const value = await work();
      return { ...counted, value };
    },
  };
}

/** The records' worker and its processes for backups, run from source. */
export const sourceWorker = {
  workerFile: new URL('../../programs/storage-worker.mjs', import.meta.url),
  startBackups: () => forkBackupProcess(),
};

/** Records in a new folder, closed and removed after the test. */
export async function openTestRecords(folders: ReturnType<typeof temporaryFolders>): Promise<Records> {
  const records = openInThread(join(await folders.make(), 'records.sqlite3'));
  folders.before(() => records.close());
  return records;
}
