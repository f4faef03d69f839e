import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readHubProvisioning } from '../../../src/main/hub/hub-provisioning.ts';
import { isNewEnough } from '../../../src/main/site/server-check.ts';
import { SecuredSite } from '../../fakes/secured-site.ts';
import { natsSiteServer } from '../../fakes/site-server.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';
import { itInLongRun } from '../../helpers/test-length.ts';
import {
  eventOf,
  eventsAt,
  hubCommand,
  hubFile,
  runHubCommand,
  siteEnvironment,
  startHubProcess,
  until,
} from './hub-fixture.ts';

const opened = closedAfterEach();

async function site() {
  const server = opened.keep(await natsSiteServer());
  const bench = (name: string): Promise<StationInNode> =>
    openStation(opened, {
      provisioning: {
        environments: [{ ...siteEnvironment('sandbox'), token: 'token-1' }],
        activeEnvironment: 'sandbox',
        fleet: { bench: name, role: 'bench', servers: [server.address], environments: ['sandbox'], alone: 'ask' },
      },
    });
  return { server, bench };
}

it('a webhook that the hub received is seen at every bench, once also where two hubs received it', async () => {
  const { server, bench } = await site();
  const benches = [await bench('bench-1'), await bench('bench-2')];
  const hubs = [
    await startHubProcess(opened, { server: server.address, bench: 'hub-1' }),
    await startHubProcess(opened, { server: server.address, bench: 'hub-2' }),
  ];
  for (const hub of hubs) expect(await hub.deliver(eventOf('DO-1'))).toBe(200);
  // Without a time of its own, after something else.
  const { event, data } = eventOf('DO-0');
  for (const hub of hubs) {
    await hub.deliver({ event, data: { tracking_code: data.tracking_code } });
    await hub.deliver(eventOf('DO-1'));
  }
  // What follows shows that both deliveries have arrived.
  for (const [index, hub] of hubs.entries()) await hub.deliver(eventOf(`AFTER-${index}`));
  for (const one of benches) expect(await eventsAt(one, 'DO-0', 'DO-1', 'AFTER-0', 'AFTER-1')).toBe(4);
}, 60_000);

it('a webhook is answered while the engine is away, survives a killed hub, and is seen when both are back', async () => {
  const { server, bench } = await site();
  const benches = [await bench('bench-1'), await bench('bench-2')];
  const hub = await startHubProcess(opened, { server: server.address });
  await server.kill();
  expect(await hub.deliver(eventOf('DO-2'))).toBe(200);
  await hub.end('SIGKILL');
  await server.start();
  await startHubProcess(opened, { server: server.address, dataFolder: hub.dataFolder });
  for (const one of benches) expect(await eventsAt(one, 'DO-2')).toBe(1);
}, 60_000);

it('health and metrics name each environment, what waits, and what is wrong with the server', async () => {
  const { server } = await site();
  const environments = ['sandbox', 'other'];
  const hub = await startHubProcess(opened, { server: server.address, environments });
  await until(hub.health, ({ body }) => body.environments.every(({ state }) => state === 'connected'));
  expect(await hub.deliver(eventOf('DO-3'))).toBe(200);
  const { status, body } = await until(hub.health, (found) => found.body.server !== null);
  expect(status).toBe(200);
  expect(body.environments.map(({ environment }) => environment)).toEqual(environments);
  expect(body).toMatchObject({ canStore: true, webhooks: 'listening' });
  const metrics = await until(hub.metrics, (text) => text.includes('facts_waiting{environment="sandbox"} 0'));
  for (const line of [
    'packbench_hub_can_store 1',
    'packbench_hub_connected{environment="other"} 1',
    'packbench_hub_events_received_total{environment="sandbox"} 1',
    'packbench_hub_events_received_total{environment="other"} 0',
    'packbench_hub_behind_seconds{environment="sandbox"} 0',
    'packbench_hub_server_finding{kind="not-monitored"} 1',
  ])
    expect(metrics.split('\n')).toContain(line);
  expect(metrics).toMatch(/last_webhook_timestamp_seconds\{environment="sandbox"\} \d{10}/);
  expect(hub.output()).toContain('The settings of the site');
  await server.kill();
  await until(hub.metrics, (text) => text.includes('packbench_hub_connected{environment="sandbox"} 0'));
  await hub.deliver(eventOf('DO-4'));
  await until(hub.metrics, (text) => text.includes('facts_waiting{environment="sandbox"} 1'));
  expect(await hub.end('SIGTERM')).toBe(0);
  expect(await readdir(join(hub.dataFolder, 'records'))).toContain('records-other.sqlite3');
}, 60_000);

it('a hub connects with its key, creates the stream of its environment, and warns about an old server', async () => {
  const secured = opened.keep(new SecuredSite());
  secured.keys('add', 'hub', '--hub');
  await secured.start();
  const hub = await startHubProcess(opened, {
    server: `tls://127.0.0.1:${secured.port}`,
    secrets: { caFile: join(secured.folder, 'ca.pem'), keyFile: join(secured.folder, 'keys', 'hub.key') },
    environments: ['production'],
    monitoringPort: secured.monitoringPort,
  });
  const { body } = await until(hub.health, (found) => found.body.server !== null);
  const { version = '', findings = [] } = body.server ?? {};
  const ofAnOldServer = ['too-old', 'not-synced'];
  expect(findings.map(({ kind }) => kind)).toEqual(isNewEnough(version) ? [] : ofAnOldServer);
  expect(hub.output().includes(`too old (nats-server ${version})`)).toBe(!isNewEnough(version));
  await hub.deliver(eventOf('DO-5'));
  await until(hub.metrics, (text) => text.includes('facts_waiting{environment="production"} 0'));
}, 60_000);

itInLongRun(
  'a second hub on the same ports does not start, and the first one goes on',
  async () => {
    const { server } = await site();
    const hub = await startHubProcess(opened, { server: server.address, program: hubCommand });
    const folder = await opened.folder();
    const { file } = await hubFile(folder, { server: server.address });
    const switches = [`--provision=${file}`, `--user-data-dir=${join(folder, 'data')}`];
    const { code, output } = await runHubCommand(opened, ...switches, `--health-port=${hub.healthPort}`);
    expect([code, output]).toEqual([1, expect.stringContaining('The hub did not start')]);
    expect(await readdir(join(folder, 'data'))).not.toContain('records');
    expect(await hub.deliver(eventOf('DO-6'))).toBe(200);
  },
  60_000,
);

it('a hub with another name starts, and says that benches do not ask it for old codes', async () => {
  const named = async (bench: string) =>
    readHubProvisioning((await hubFile(await opened.folder(), { server: 'nats://127.0.0.1:4222', bench })).file);
  for (const name of ['hub', 'hub-2']) expect(await named(name)).toMatchObject({ ok: true, messages: [] });
  const other = [expect.stringContaining('This hub is named hubert')];
  expect(await named('hubert')).toMatchObject({ ok: true, messages: other });
});

it.each([
  ['that sets up a bench', { role: 'bench' }, 'does not set up a hub'],
  ['that others can read', { mode: 0o644 }, 'can be read by others (mode 644)'],
] as const)('a provisioning file %s is refused', async (_, parts, reason) => {
  const folder = await opened.folder();
  const { file } = await hubFile(folder, { server: 'nats://127.0.0.1:4222', ...parts });
  const { code, output } = await runHubCommand(
    opened,
    `--provision=${file}`,
    `--user-data-dir=${join(folder, 'data')}`,
  );
  expect(code).toBe(2);
  expect(output).toContain(reason);
  expect(await readdir(folder)).toEqual(['hub.json']);
});
