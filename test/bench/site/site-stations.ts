import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import { readStoredEvent } from '../../../src/main/core/events/event-reader.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { SiteEngine } from '../../../src/main/core/ports/site-engine.ts';
import type { AppliedFacts, SiteArrival } from '../../../src/main/core/ports/site-records.ts';
import { startSiteSync } from '../../../src/main/site/site-sync.ts';
import { openRecordsIn } from '../../../src/main/storage/open-records.ts';
import { forkBackupProcess } from '../../helpers/forked-process.ts';
import { programFile } from '../../programs/program-file.ts';

/** A bench of a site without a window: its records on disk, on a thread of their own, and what it sends and reads. */
export interface SiteStation {
  records: Records;
  /** When it began to read; see `performance.now`. */
  began: number;
  /** Resolves once everything that was in the engine at the connection has been applied. */
  caughtUp: Promise<void>;
  close(): Promise<void>;
}

export interface SiteStationParts {
  bench: string;
  engine: SiteEngine;
  folder: string;
  /** Called with facts that are on this bench's disk. */
  onApplied?(arrivals: readonly SiteArrival[]): void;
}

export async function openSiteStation({ bench, engine, folder, onApplied }: SiteStationParts): Promise<SiteStation> {
  const own = join(folder, bench);
  let wake = (): void => {};
  const store = openRecordsIn({
    ...{ folder: own, workerFile: programFile('programs/storage-worker.mjs'), startBackups: forkBackupProcess },
    onFacts: () => wake(),
  });
  const records = await store.open('sandbox');
  await records.joinSite(bench);
  const began = performance.now();
  let sync: ReturnType<typeof startSiteSync> | null = null;
  let untaken: readonly SiteArrival[] = [];
  const noteTaken = (applied: AppliedFacts): AppliedFacts => {
    onApplied?.(untaken.slice(0, applied.taken));
    untaken = untaken.slice(applied.taken);
    return applied;
  };
  const caughtUp = new Promise<void>((resolve, reject) => {
    sync = startSiteSync({
      ...{ isPaused: () => false, beginReading: async () => null },
      engine,
      clock: systemClock,
      records: {
        ...records,
        async applySite(arrivals, position, at) {
          untaken = arrivals;
          return noteTaken(await records.applySite(arrivals, position, at));
        },
        applySiteRest: async (position, at) => noteTaken(await records.applySiteRest(position, at)),
      },
      readAct: () => null,
      onFact: () => {},
      eventOf: ({ receivedAt, raw }) => readStoredEvent({ id: 0, receivedAt, raw }, null).event,
      onApplied: () => {},
      onChange: ({ isCaughtUp }) => isCaughtUp && resolve(),
      onError: reject,
    });
    wake = sync.wake;
  });
  return {
    ...{ records, began, caughtUp },
    async close() {
      await sync?.close();
      await engine.close();
      await store.close();
      await rm(own, { recursive: true, force: true });
    },
  };
}
