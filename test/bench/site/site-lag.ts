import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { linked, natsSiteServer } from '../../fakes/site-server.ts';
import { type BenchRow, quantile, repetitions } from '../bench-row.ts';
import { openBareStream } from './bare-stream.ts';
import { bytesOf, copyFact } from './site-facts.ts';
import { openSiteStation } from './site-stations.ts';
import type { StationsOrder } from './site-stations-process.ts';

const others = 48;
const seconds = 6;
const warmUpSeconds = 2;
/** For the last facts of a round, milliseconds. */
const longestWaitMs = 10_000;
/** Facts a second that the measured bench writes: its share, and enough of them for a p99. */
const ownOf = (factsASecond: number): number => Math.max(10, factsASecond / 50);

/** Milliseconds since 1970, with parts. */
const now = (): number => performance.timeOrigin + performance.now();

/**
 * How long after a bench has begun to write a fact it is on the disk of another bench, of 50 that share so many facts a second: two with
 * their records on disk, in this process; 48, in a process of their own, send their facts and read all others. Beside, at the same time and
 * through the same server: the same bytes published to a stream and read from it with the client alone.
 */
export async function siteLag(factsASecond: number): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-lag-'));
  const server = await natsSiteServer();
  const stations = fork(fileURLToPath(new URL('./site-stations-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const own = ownOf(factsASecond);
  const began = new Map<string, number>();
  let ours: number[] = [];
  try {
    const first = server.connect('bench-1');
    await linked(first);
    const sender = await openSiteStation({ bench: 'bench-1', engine: first, folder });
    const second = server.connect('bench-2');
    await linked(second);
    const reader = await openSiteStation({
      ...{ bench: 'bench-2', engine: second, folder },
      onApplied(arrivals) {
        for (const arrival of arrivals) {
          const at = arrival.kind === 'fact' && began.get(arrival.fact.gid ?? '');
          if (at) ours.push(now() - at);
        }
      },
    });
    const bare = await openBareStream(server.address, { name: 'bare', subject: 'bare' });
    let bareLags: number[] = [];
    let isOver = false;
    const bareRead = bare.read((data) => {
      bareLags.push(now() - Number(JSON.parse(Buffer.from(data).toString()).sentAt));
      return isOver;
    });
    await begin(stations, { address: server.address, stations: others, factsASecond: factsASecond - own });

    let written = 0;
    const writeOne = async (): Promise<void> => {
      written += 1;
      const [gid, at] = [`s.lag.${written}`, new Date().toISOString()];
      began.set(gid, now());
      const act = { holding: { term: 1, bench: 'bench-1', isReleased: false }, copies: [], requests: [] };
      await sender.records.storeAct(gid, act, null, at);
    };
    const publishOne = () => bare.publish(bytesOf({ ...copyFact('bench-1', written, 'printed'), n: 1, sentAt: now() }));
    const run = async (length: number): Promise<void> => {
      const start = performance.now();
      for (let count = 0; count < own * length; count += 1) {
        const due = start + (count * 1_000) / own;
        if (due > performance.now()) await wait(due - performance.now());
        void writeOne();
        void publishOne();
      }
      for (let waited = 0; ours.length < own * length && waited < longestWaitMs; waited += 50) await wait(50);
    };
    await run(warmUpSeconds);
    const rounds = { ours: [] as number[][], bare: [] as number[][] };
    for (let round = 0; round < repetitions; round += 1) {
      [ours, bareLags] = [[], []];
      await run(seconds);
      if (ours.length < own * seconds) throw new Error(`${own * seconds - ours.length} facts did not arrive`);
      rounds.ours.push(ours);
      rounds.bare.push(bareLags);
    }
    stations.kill();
    isOver = true;
    await publishOne();
    await bareRead;
    await Promise.all([sender.close(), reader.close(), bare.close()]);
    return ([50, 99] as const).map((percent) => ({
      id: `site-lag-${factsASecond}-p${percent}`,
      ...{ unit: 'ms', better: 'lower' },
      name: `a fact from one bench on the disk of another, 50 benches, ${factsASecond.toLocaleString('en')} facts a second, p${percent}`,
      ours: rounds.ours.map((lags) => quantile(lags, percent / 100)),
      bare: rounds.bare.map((lags) => quantile(lags, percent / 100)),
    }));
  } finally {
    stations.kill();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export async function begin(stations: ChildProcess, order: StationsOrder): Promise<void> {
  await once(stations, 'message');
  stations.send(order);
  await once(stations, 'message');
}
