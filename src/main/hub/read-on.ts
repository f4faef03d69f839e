import { join } from 'node:path';
import type { StartSidecar } from '../core/ports/desktop.ts';
import { openRecordsIn } from '../storage/open-records.ts';
import { mainText } from '../text/main-text.ts';

export interface ReadOnParts {
  dataFolder: string;
  /** The name of a bench that sent more than its budget. */
  bench: string;
  storageWorker: URL;
  startBackupProcess: StartSidecar;
  write(line: string): void;
}

/**
 * Has a hub read on what a paused bench sent, in every environment where it is paused: with its next connection, so that one that runs is
 * to be started again. It works on connections of its own, beside a hub that runs.
 * @returns false where the bench is not paused
 */
export async function readOn({
  dataFolder,
  bench,
  storageWorker,
  startBackupProcess,
  write,
}: ReadOnParts): Promise<boolean> {
  const store = openRecordsIn({
    folder: join(dataFolder, 'records'),
    workerFile: storageWorker,
    startBackups: startBackupProcess,
  });
  let isPaused = false;
  try {
    for (const environment of await store.erasure.environments()) {
      const records = await store.open(environment);
      if (!(await records.readOn(bench))) continue;
      isPaused = true;
      write(mainText('hub.read-on.done', { environment, bench }));
    }
    if (!isPaused) write(mainText('hub.read-on.not-paused', { bench }));
    return isPaused;
  } finally {
    await store.close();
  }
}
