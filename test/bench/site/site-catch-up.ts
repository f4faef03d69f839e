import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { streamNames } from '../../../src/main/site/site-stream.ts';
import { linked, natsSiteServer, sandbox } from '../../fakes/site-server.ts';
import { type BenchRow, repetitions, timeOf } from '../bench-row.ts';
import { openBareStream } from './bare-stream.ts';
import { bytesOf, factsOfDay, factsOfParcel } from './site-facts.ts';
import { openSiteStation } from './site-stations.ts';

const benches = 4;
const parcelsOfBench = 556;
const facts = benches * parcelsOfBench * factsOfParcel;

/**
 * Facts a second that a bench applies which was away: its records on disk, beside a bare consumer that reads the same messages of the
 * same server and drops them. The rounds alternate.
 */
export async function siteCatchUp(): Promise<BenchRow> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-catch-up-'));
  const server = await natsSiteServer();
  const rates = { ours: [] as number[], bare: [] as number[] };
  try {
    await fillSite(
      server,
      Array.from({ length: benches }, (_, index) => `bench-${index + 1}`),
      parcelsOfBench,
    );
    const bare = await openBareStream(server.address, { name: streamNames(sandbox.name).stream, subject: null });
    for (let round = 0; round < repetitions; round += 1) {
      let read = 0;
      rates.bare.push(facts / ((await timeOf(() => bare.read(() => ++read === facts))) / 1_000));
      const engine = server.connect('bench-away');
      await linked(engine);
      const station = await openSiteStation({ bench: 'bench-away', engine, folder });
      await station.caughtUp;
      rates.ours.push(facts / ((performance.now() - station.began) / 1_000));
      await station.close();
    }
    await bare.close();
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
  return {
    ...{ id: 'site-catch-up', unit: '/s', better: 'higher' },
    name: `facts a second that a bench applies which was away (${facts.toLocaleString('en')}, on disk), beside a bare read`,
    ...rates,
  };
}

/** Puts the facts of a day of these benches on the stream of a new site. */
export async function fillSite(
  server: Awaited<ReturnType<typeof natsSiteServer>>,
  names: readonly string[],
  parcels: number,
): Promise<void> {
  const engine = server.connect('bench-first');
  await linked(engine);
  await engine.close();
  await publishDay(server.address, names, parcels);
}

/** The same where the stream is there. */
export async function publishDay(address: string, names: readonly string[], parcels: number): Promise<void> {
  const connection = await connect({ servers: [address] });
  const client = jetstream(connection);
  const { nameOf } = streamNames(sandbox.name);
  const days = names.map((by) => ({ subject: nameOf({ by }), all: factsOfDay(by, parcels) }));
  for (let index = 0; days.some(({ all }) => index < all.length); index += 100)
    await Promise.all(
      days.flatMap(({ subject, all }) =>
        all.slice(index, index + 100).map((fact) => client.publish(subject, bytesOf(fact))),
      ),
    );
  await connection.close();
}
