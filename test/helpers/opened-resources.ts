import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What was opened, and is closed together. */
export interface OpenedResources {
  /** Closes the resource with the others, and returns it. */
  keep<T extends { close(): Promise<unknown> }>(one: T): T;
  /** A new folder, removed with the others. */
  folder(): Promise<string>;
  /** Closes all of them, last first. */
  close(): Promise<void>;
}

export function openedResources(): OpenedResources {
  const opened: { close(): Promise<unknown> }[] = [];
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
    async close() {
      for (const one of opened.splice(0).reverse()) await one.close();
    },
  };
}
