import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { recordsFileName } from '../../../src/main/storage/records-file-name.ts';
import type { OpenForTest } from '../../suites/records/record-fixtures.ts';

/** Creates a folder for a test; all of them are removed after the test has closed its resources. */
export function temporaryFolders(): { make(): Promise<string>; before(close: () => Promise<void> | void): void } {
  const closings: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });
  return {
    async make() {
      const folder = await mkdtemp(join(tmpdir(), 'packbench-records-'));
      closings.push(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
    before: (close) => void closings.push(close),
  };
}

/** Records in a temporary folder; each test has its own environment. */
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
