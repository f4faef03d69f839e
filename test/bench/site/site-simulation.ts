import { fork } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { streamNames } from '../../../src/main/site/site-stream.ts';
import { linked, natsSiteServer, sandbox } from '../../fakes/site-server.ts';
import { fillSite } from './site-catch-up.ts';
import { factsOfParcel } from './site-facts.ts';
import { begin } from './site-lag.ts';
import { factsADay, factsASecond, fullAt, load, storageUse, type Use } from './site-load.ts';
import { openSiteStation } from './site-stations.ts';

/**
 * Prints what a site of 500 benches asks of each of its parts, and which is the next limit. `npx tsx test/bench/site/site-simulation.ts`.
 *
 * Measured here: the server's processor time with 500 real connections that read everything, at the rate of an ordinary hour, for a
 * minute; bytes and processor time of a fact at the server and at a bench. Computed from those: everything else.
 */

const { benches, labelsAnHour, hoursADay, peak } = load;
const measuredSeconds = 60;

const sampleParcels = 500;
const sampleFacts = 4 * sampleParcels * factsOfParcel;

/** Of the machine on which the site is assumed to run. */
const networkBytes = 1e9 / 8;

const folder = await mkdtemp(join(tmpdir(), 'packbench-simulation-'));
const server = await natsSiteServer();
try {
  await fillSite(server, ['bench-1', 'bench-2', 'bench-3', 'bench-4'], sampleParcels);
  const { bytes } = await streamState();
  const stored = bytes / sampleFacts;
  const bench = await measureBench();
  const connected = await measureServer();
  print(stored, bench, connected);
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit();

/** Messages of the site's stream, and their bytes on the server's disk. */
async function streamState(): Promise<{ messages: number; bytes: number }> {
  const connection = await connect({ servers: [server.address] });
  const { state } = await (await jetstreamManager(connection)).streams.info(streamNames(sandbox.name).stream);
  await connection.close();
  return state;
}

/** What a fact costs a bench: seconds, processor time of its process (seconds) and bytes of its records. */
async function measureBench(): Promise<{ seconds: number; processor: number; bytes: number }> {
  const engine = server.connect('bench-away');
  await linked(engine);
  const used = process.cpuUsage();
  const station = await openSiteStation({ bench: 'bench-away', engine, folder });
  await station.caughtUp;
  const { user, system } = process.cpuUsage(used);
  const seconds = (performance.now() - station.began) / 1_000;
  await station.records.close();
  const own = join(folder, 'bench-away');
  const sizes = await Promise.all((await readdir(own)).map(async (name) => (await stat(join(own, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  await station.close();
  return { seconds: seconds / sampleFacts, processor: (user + system) / 1e6 / sampleFacts, bytes: bytes / sampleFacts };
}

/** The server with every bench connected: its share of one processor, its memory (MB), and the facts a second that it took meanwhile. */
async function measureServer(): Promise<{ processor: number; memory: number; facts: number }> {
  const stations = fork(fileURLToPath(new URL('./site-stations-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    await begin(stations, { address: server.address, stations: benches, factsASecond });
    await wait(3_000);
    const before = await streamState();
    const processor = await shareOfProcessor(measuredSeconds);
    const { messages } = await streamState();
    return { processor, memory: await memoryOf(server.id()), facts: (messages - before.messages) / measuredSeconds };
  } finally {
    stations.kill();
  }
}

async function shareOfProcessor(seconds: number): Promise<number> {
  const before = await ticksOf(server.id());
  await wait(seconds * 1_000);
  return ((await ticksOf(server.id())) - before) / 100 / seconds;
}

/** Processor time of a process in hundredths of a second; see proc(5). */
async function ticksOf(id: number): Promise<number> {
  const fields = (await readFile(`/proc/${id}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

async function memoryOf(id: number): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

function print(
  stored: number,
  bench: Awaited<ReturnType<typeof measureBench>>,
  connected: Awaited<ReturnType<typeof measureServer>>,
): void {
  const facts = (peak * factsASecond) / connected.facts;
  const use: readonly Use[] = [
    { part: `server, ${cpus().length} processors`, share: (connected.processor * facts) / cpus().length, power: 2 },
    { part: 'server, network of 1 Gbit/s', share: (peak * factsASecond * stored * benches) / networkBytes, power: 2 },
    { part: 'records of a bench or the hub, one thread', share: peak * factsASecond * bench.seconds, power: 1 },
  ];
  const storage = storageUse(stored);
  const next = [...use, storage].reduce((most, one) => (fullAt(one).benches < fullAt(most).benches ? one : most));
  const days = (bytes: number): string =>
    `${gigabytes(bytes * factsADay)} a day, ${gigabytes(bytes * factsADay * 30)} in 30`;
  const lines = [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}`,
    `Assumed: ${benches} benches, ${labelsAnHour} labels an hour each, ${hoursADay} hours a day, ${factsOfParcel} facts a parcel; ${peak} times that in the busiest hour.`,
    `So ${digits(factsASecond)} facts/s, ${digits(peak * factsASecond)} in the busiest hour, ${digits(factsADay / 1e6)} million a day.`,
    'Measured:',
    `  server with ${benches} connections that read ${digits(connected.facts)} facts/s, ${measuredSeconds} s: ${percent(connected.processor)} of a processor, ${digits(connected.memory)} MB`,
    `  a fact on the server's disk: ${digits(stored)} bytes; in the records of a bench: ${digits(bench.bytes)} bytes`,
    `  a fact that a bench applies: ${digits(bench.seconds * 1e6)} µs, ${digits(bench.processor * 1e6)} µs of processor time (${digits(1 / bench.seconds)} facts/s)`,
    'Computed, in the busiest hour:',
    ...use.map(({ part, share }) => `  ${part}: ${percent(share)}`),
    'Computed, disk:',
    `  server: ${days(stored)} days, ${percent(storage.share)} of its limit (max_file_store)`,
    `  each bench: ${days(bench.bytes)} days; its retention decides how long it keeps them`,
    `A new bench reads 30 days in ${digits((30 * factsADay * bench.seconds) / 3_600)} hours.`,
    `Next limit: ${next.part}, full at ${digits(fullAt(next).benches)} benches, or at ${digits(fullAt(next).labels)} labels an hour each.`,
    `The limit of the server's storage: full at ${digits(fullAt(storage).benches)} benches, or at ${digits(fullAt(storage).labels)} labels an hour each.`,
    'The server sends each fact to each bench: its load grows with the square of the benches.',
  ];
  console.log(lines.join('\n'));
}

function digits(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function percent(share: number): string {
  return `${digits(share * 100)} %`;
}

function gigabytes(bytes: number): string {
  return `${digits(bytes / 1e9)} GB`;
}
