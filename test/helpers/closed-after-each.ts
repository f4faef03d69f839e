import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** Resources that the tests of a file open. */
export interface ClosedAfterEach {
  /** Closes the resource after the test, and returns it. */
  keep<T extends { close(): Promise<unknown> }>(one: T): T;
  /** A new folder, removed after the test. */
  folder(): Promise<string>;
}

/** Closes after each test what it opened, last first. */
export function closedAfterEach(): ClosedAfterEach {
  const opened: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });
  return {
    keep(one) {
      opened.push(one);
      return one;
    },
    async folder() {
      const folder = await mkdtemp(join(tmpdir(), 'packbench-test-'));
      opened.push({ close: () => rm(folder, { recursive: true, force: true }) });
      return folder;
    },
  };
}
