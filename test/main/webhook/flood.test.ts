import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differentEvents, sendEvents } from '../../fakes/event-sender.ts';
import { digestOf, eventDigests } from './events-on-disk.ts';
import { header, path } from './listener-address.ts';
import { listeningStation } from './listening-station.ts';

it('10,000 events over 200 connections, a tenth of them twice: none is lost, none is kept twice', async () => {
  const { bench, port } = await listeningStation();
  const events = differentEvents(10_000);
  const bodies = events.flatMap((body, index) => (index % 10 === 0 ? [body, Buffer.from(body)] : [body]));
  const statuses = await sendEvents({ port, path, header, connections: 200, bodies });
  expect([...statuses]).toEqual([[200, 11_000]]);
  expect((await bench.call('events.unmatched', { code: null })).total).toBe(10_000);
  const kept = eventDigests(join(bench.folder, 'records', 'records-sandbox.sqlite3'));
  expect(new Set(kept)).toEqual(new Set(events.map(digestOf)));
  expect(kept).toHaveLength(10_000);
  expect(bench.bugs).toEqual([]);
}, 120_000);
