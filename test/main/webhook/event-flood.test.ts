import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { differentEvents, sendEvents } from '../../fakes/event-sender.ts';
import { isLongRun, itInLongRun } from '../../helpers/test-length.ts';
import { programFile } from '../../programs/program-file.ts';
import { digestOf, eventDigests } from './events-on-disk.ts';
import { header, path } from './listener-address.ts';
import { listeningStation } from './webhook-fixtures.ts';

const count = isLongRun ? 10_000 : 2_000;

itInLongRun(
  'webhook listener: of thousands of events over 200 connections, a tenth of them sent twice, none is lost and none is stored twice',
  async () => {
    const { station, port } = await listeningStation();
    const events = differentEvents(count);
    const bodies = events.flatMap((body, index) => (index % 10 === 0 ? [body, Buffer.from(body)] : [body]));
    const statuses = await sendEvents({ port, path, header, connections: 200, bodies });
    expect([...statuses]).toEqual([[200, count * 1.1]]);
    expect((await station.call('events.unmatched', { code: null })).total).toBe(count);
    const kept = eventDigests(join(station.folder, 'records', 'records-sandbox.sqlite3'));
    expect(new Set(kept)).toEqual(new Set(events.map(digestOf)));
    expect(kept).toHaveLength(count);
    expect(station.bugs).toEqual([]);
  },
  120_000,
);

async function startListenerProcess(folder: string) {
  const child = fork(fileURLToPath(programFile('main/webhook/listener-process.mjs')), [folder], { execArgv: [] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number }));
    child.once('exit', () => reject(new Error('The listener did not start')));
  });
  return { port, kill: () => child.kill('SIGKILL'), gone };
}

it('webhook listener: an event that was answered 2xx is on disk even if the station is killed right after', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-killed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const bodies = differentEvents(4_000);
  const promised = new Set<string>();

  const first = await startListenerProcess(folder);
  await sendEvents({
    ...{ port: first.port, path, header, connections: 50, bodies },
    onAnswer(body, status) {
      if (status === 200) promised.add(digestOf(body));
      if (promised.size === 1_000) first.kill();
    },
  });
  await first.gone;
  expect(promised.size).toBeGreaterThanOrEqual(1_000);
  expect(promised.size).toBeLessThan(4_000);

  // A service sends again what was not answered; some of that is here already.
  const second = await startListenerProcess(folder);
  const again = await sendEvents({ port: second.port, path, header, connections: 50, bodies });
  expect([...again]).toEqual([[200, 4_000]]);
  second.kill();
  await second.gone;

  const kept = eventDigests(join(folder, 'records-sandbox.sqlite3'));
  expect(kept.filter((digest) => promised.has(digest))).toHaveLength(promised.size);
  expect(new Set(kept)).toEqual(new Set(bodies.map(digestOf)));
  expect(kept).toHaveLength(4_000);
}, 120_000);
