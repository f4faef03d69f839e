import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { openRecordsIn, type RecordsStore, recordsFileName } from '../../../src/main/storage/open-records.ts';
import { recordsContract } from '../../suites/records.ts';
import { openInThread } from './records-in-thread.ts';
import { sourceWorker } from './source-worker.ts';

let folder: string;
let store: RecordsStore;
const opened = new Set<Records>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-records-'));
  store = openRecordsIn({ folder, ...sourceWorker });
});

afterAll(async () => {
  for (const records of opened) await records.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Each test gets an environment of its own. */
async function openWith(open: (environment: string) => Promise<Records>) {
  const environment = randomUUID();
  const openAgain = async (): Promise<Records> => {
    const records = await open(environment);
    opened.add(records);
    return records;
  };
  let records = await openAgain();
  return {
    records,
    file: join(folder, recordsFileName(environment)),
    async reopen() {
      opened.delete(records);
      await records.close();
      records = await openAgain();
      return records;
    },
  };
}

recordsContract('records on the worker thread', () => openWith((environment) => store.open(environment)));
recordsContract('records in this thread', () =>
  openWith(async (environment) => openInThread(join(folder, recordsFileName(environment)))),
);
