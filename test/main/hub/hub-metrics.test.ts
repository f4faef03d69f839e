import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { LogEntry } from '../../../src/main/core/ports/desktop.ts';
import { type HubHealth, metricsText } from '../../../src/main/hub/hub-metrics.ts';
import { fillStorage, natsSiteServer } from '../../fakes/site-server.ts';
import { adjustableClock } from '../../helpers/adjustable-clock.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { deliver, eventOf, type HealthAnswer, startHubHere, until } from './hub-fixture.ts';

const opened = closedAfterEach();

/** The value of each series, by its name with its labels. Throws on what Prometheus does not read (text format, version 0.0.4). */
function readMetrics(text: string): Map<string, number> {
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const series = new Map<string, number>();
  let family = '';
  if (!text.endsWith('\n')) throw new Error('The last line does not end');
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (helped.has(name)) throw new Error(`Helped twice: ${name}`);
      helped.add(name);
      family = name;
    } else if (kind === 'TYPE') {
      if (name !== family || types.has(name) || !['counter', 'gauge'].includes(rest)) throw new Error(line);
      if (name.endsWith('_total') !== (rest === 'counter')) throw new Error(`The name of a counter: ${name}`);
      types.set(name, rest);
    } else {
      const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\]|\\\\["\\\\n])*"';
      const sample = new RegExp(`^(([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{${label}(?:,${label})*\\})?) (\\S+)$`).exec(line);
      const [, key = '', sampled, value] = sample ?? [];
      if (sampled !== family || !types.has(family) || series.has(key)) throw new Error(line);
      if (!Number.isFinite(Number(value))) throw new Error(line);
      series.set(key, Number(value));
    }
  }
  return series;
}

/** The addresses on which something listens at that port, as the kernel names them (proc(5), net/tcp). */
const listeningAt = (port: number): string[] =>
  ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, local = '', , state] = line.trim().split(/\s+/);
        const [address = '', hexPort = ''] = local.split(':');
        return state === '0A' && Number.parseInt(hexPort, 16) === port ? [address] : [];
      }),
  );

it('metrics of a hub are read by Prometheus on loopback alone, and name a full server until it stores again', async () => {
  const server = opened.keep(await natsSiteServer('300KB'));
  const clock = adjustableClock();
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry): void => void logged.push(entry);
  const { address, monitoringPort } = server;
  const hub = await startHubHere(opened, { server: address, monitoringPort, clock, log });
  const ask = (path: string) => fetch(`http://127.0.0.1:${hub.healthPort}${path}`);
  const metrics = async () => readMetrics(await (await ask('/metrics')).text());
  const health = async () => (await ask('/healthz')).json() as Promise<HealthAnswer>;
  const value = (series: Map<string, number>, name: string): number | undefined => series.get(`packbench_hub_${name}`);

  expect((await ask('/metrics')).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const well = await until(metrics, (found) => value(found, 'server_finding{kind="full"}') === 0);
  expect(value(well, 'connected{environment="sandbox"}')).toBe(1);
  expect(value(well, 'server_storage_limit_bytes')).toBe(300 * 1024);
  // 127.0.0.1, its bytes in the order of the machine.
  expect(listeningAt(hub.healthPort)).toEqual(['0100007F']);

  await fillStorage(server);
  expect(await deliver(hub.port, 'sandbox', eventOf('DO-1'))).toBe(200);
  const full = await until(metrics, (found) => value(found, 'blocked{environment="sandbox"}') === 1);
  expect(value(full, 'connected{environment="sandbox"}')).toBe(1);
  expect(value(full, 'server_finding{kind="full"}')).toBe(1);
  expect(value(full, 'facts_waiting{environment="sandbox"}')).toBeGreaterThan(0);
  expect(value(full, 'stream_bytes{environment="sandbox"}')).toBeGreaterThan(300 * 1024);
  const { environments, server: checked } = await health();
  expect(environments).toMatchObject([{ state: 'blocked', blockedBy: 'full' }]);
  expect(checked?.findings.map(({ kind }) => kind)).toContain('full');
  // Also a hub that sends nothing finds it, within a minute.
  clock.advance(60_000);
  await until(
    async () => JSON.stringify(logged),
    (text) => text.includes('site.server-full'),
  );
  expect(JSON.stringify(logged)).toContain('health.site-full');

  await server.setStorage('2MB');
  const again = await until(metrics, (found) => value(found, 'facts_waiting{environment="sandbox"}') === 0);
  expect(value(again, 'blocked{environment="sandbox"}')).toBe(0);
}, 30_000);

it('metrics: an environment is not connected while another station works under the name of the hub', () => {
  const figures = (state: HubHealth['environments'][number]['state']) => ({
    ...{ environment: `with "quotes" and \\ in ${state}`, state, problem: null, blockedBy: null, streamBytes: 1 },
    pausedBenches: [],
    ...{ factsApplied: 1, factsWaiting: null, eventsReceived: 0, lastWebhookAt: null, secondsBehind: 0 },
  });
  const states = ['connected', 'reading', 'blocked', 'offline', 'copied'] as const;
  const health = { bench: 'hub', canStore: true, webhooks: 'listening', environments: states.map(figures) } as const;
  const series = readMetrics(metricsText({ ...health, server: null }));
  const connected = [...series].filter(([key]) => key.startsWith('packbench_hub_connected{'));
  expect(connected.map(([, value]) => value)).toEqual([1, 1, 1, 0, 0]);
});
