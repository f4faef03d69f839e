import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { readStoredEvent } from '../../../src/main/core/events/event-reader.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { SiteArrival } from '../../../src/main/core/ports/site-records.ts';
import { openRecordsIn } from '../../../src/main/storage/open-records.ts';
import { type SiteFact, siteEventSchema } from '../../../src/shared/site/site-facts.ts';
import { forkBackupProcess } from '../../helpers/forked-process.ts';
import { programFile } from '../../programs/program-file.ts';
import { type BenchRow, repetitions, timeOf } from '../bench-row.ts';
import { factsOfDay } from './site-facts.ts';

const benches = ['bench-1', 'bench-2', 'bench-3', 'bench-4'];
/** As many as a station reads before it applies them. */
const together = 500;

/** What is applied: all facts of a parcel in the order of a day, or the first of each, its order. */
const mixes = {
  mix: { parcels: 556, of: 'an order, three states of one copy, five events', isTaken: () => true },
  orders: { parcels: 2_500, of: 'orders alone', isTaken: ({ kind }: SiteFact) => kind === 'order' },
} as const;

/**
 * Facts of others a second that the records of a bench apply, on disk, on their thread. Beside: the same bytes inserted into a table of one
 * file, as durable, in transactions of as many.
 */
export async function siteApply(name: keyof typeof mixes): Promise<BenchRow> {
  const { parcels, of, isTaken } = mixes[name];
  const arrivals = arrivalsOf(parcels, isTaken);
  const folder = await mkdtemp(join(tmpdir(), 'packbench-apply-'));
  const rates = { ours: [] as number[], bare: [] as number[] };
  const rateOf = async (work: () => unknown): Promise<number> => arrivals.length / ((await timeOf(work)) / 1_000);
  try {
    for (let round = 0; round < repetitions; round += 1) {
      rates.bare.push(await rateOf(() => insertAll(join(folder, `bare-${round}.sqlite3`), arrivals)));
      const store = openRecordsIn({
        ...{ folder: join(folder, String(round)), workerFile: programFile('programs/storage-worker.mjs') },
        startBackups: forkBackupProcess,
      });
      const records = await store.open('sandbox');
      await records.joinSite('bench-away');
      rates.ours.push(await rateOf(() => applyAll(records, arrivals)));
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    ...{ id: `site-apply-${name}`, unit: '/s', better: 'higher', ...rates },
    name: `facts of others a second that the records of a bench apply (${of}), beside an insertion of their bytes`,
    ...(name === 'mix' && { targets: [{ of: 'ours', target: 10_000, bound: 10_000 }] }),
  };
}

/** The facts in the order in which the engine would have them: a day of each bench at once. */
function arrivalsOf(parcels: number, isTaken: (fact: SiteFact) => boolean): SiteArrival[] {
  const days = benches.map((by) =>
    factsOfDay(by, parcels)
      .filter(isTaken)
      .map((fact) => arrivalOf(by, fact)),
  );
  const longest = Math.max(...days.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => days.flatMap((day) => day[index] ?? [])).flat();
}

function arrivalOf(by: string, fact: SiteFact): SiteArrival {
  const delivered = fact.kind === 'event' ? siteEventSchema.safeParse(fact.body).data : undefined;
  const event = delivered
    ? readStoredEvent({ id: 0, receivedAt: delivered.receivedAt, raw: Buffer.from(delivered.raw) }, null).event
    : null;
  return { kind: 'fact', by, fact, event };
}

async function applyAll(records: Records, arrivals: readonly SiteArrival[]): Promise<void> {
  const now = '2026-03-14T09:00:00.000Z';
  for (let from = 0; from < arrivals.length; from += together) {
    const read = arrivals.slice(from, from + together);
    const reached = { dataId: 'one', sequence: from + read.length, mark: '' };
    let { taken } = await records.applySite(read, reached, now);
    while (taken < read.length) taken += (await records.applySiteRest(reached, now)).taken;
  }
}

function insertAll(file: string, arrivals: readonly SiteArrival[]): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;
    CREATE TABLE facts (bench TEXT, n INTEGER, data TEXT, PRIMARY KEY (bench, n)) STRICT;`);
  const insert = database.prepare('INSERT INTO facts (bench, n, data) VALUES (?, ?, ?)');
  for (let from = 0; from < arrivals.length; from += together) {
    database.exec('BEGIN');
    for (const arrival of arrivals.slice(from, from + together))
      if (arrival.kind === 'fact') insert.run(arrival.by, arrival.fact.n, JSON.stringify(arrival.fact));
    database.exec('COMMIT');
  }
  database.close();
}
