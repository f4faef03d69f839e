import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** Gives a new folder for a test; all of them are gone after it, behind whatever the test closes. */
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
