import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { recordsFileName } from '../../../src/main/storage/open-records.ts';
import type { OpenForTest } from '../../suites/records/story.ts';

/** Records in files of a folder of the test's own; each test gets an environment of its own. */
export function recordsInFolder(
  open: (folder: string, environment: string) => Promise<Records>,
  close: () => Promise<void> = async () => undefined,
): OpenForTest {
  let folder: string;
  const opened = new Set<Records>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packbench-records-'));
  });
  afterAll(async () => {
    for (const records of opened) await records.close();
    await close();
    await rm(folder, { recursive: true, force: true });
  });

  return async () => {
    const environment = randomUUID();
    const openAgain = async (): Promise<Records> => {
      const records = await open(folder, environment);
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
  };
}
