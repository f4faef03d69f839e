import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SecuredSite } from '../fakes/secured-site.ts';
import { type StationInNode, startStationInNode } from '../helpers/station-in-node.ts';
import { deliver, eventOf, eventsAt, hubFile, siteEnvironment } from '../main/hub/hub-fixture.ts';
import { type CleanRoot, makeCleanRoot } from './clean-root.ts';
import { packages } from './packages.ts';

const unit = 'packbench-hub.service';
const user = 'packbench-hub';
const environment = 'production';
const secrets = ['hub.json', 'hub.key'] as const;
/** The unit leaves the hub its own port for health. */
const healthAddress = 'http://127.0.0.1:8788/healthz';
/** A hub is started while the computer is busy with other tests. */
const longMs = 120_000;

let root: CleanRoot;
let site: SecuredSite;
let bench: StationInNode;
let webhookPort: number;
let work: string;

const systemctl = (...args: string[]) => root.must(['systemctl', ...args]).trim();
const property = (name: string): string => systemctl('show', '--property', name, '--value', unit);
const state = (): string => root.run(['systemctl', 'is-active', unit]).output.trim();
const place = (path: string): string => join(root.folder, path);

/** Installs a package as it is, while systemd runs. */
function install(file: string): void {
  copyFileSync(file, place('srv/packbench.deb'));
  root.must(['apt-get', 'install', '--yes', '--no-install-recommends', '--allow-downgrades', '/srv/packbench.deb']);
}

/** What the hub answers about itself; null while it does not. */
const health = (): Promise<object | null> =>
  fetch(healthAddress).then(
    (answer) => answer.json() as Promise<object>,
    () => null,
  );

/** Waits until the hub takes webhooks and is connected to the site. */
async function hubRuns(): Promise<void> {
  const running = { canStore: true, webhooks: 'listening', environments: [{ environment, state: 'connected' }] };
  await expect.poll(health, { timeout: longMs }).toMatchObject(running);
  expect(state()).toBe('active');
}

/** The events under these codes arrive at the bench. */
async function arrive(...codes: string[]): Promise<void> {
  for (const code of codes) expect(await deliver(webhookPort, environment, eventOf(code))).toBe(200);
  await eventsAt(bench, ...codes);
}

/** Each process of the hub: its user, and its environment. */
const processes = (): { userId: string; variables: string }[] =>
  root
    .must(['cat', `/sys/fs/cgroup/system.slice/${unit}/cgroup.procs`])
    .trim()
    .split('\n')
    .map((pid) => ({
      userId: /^Uid:\s+(\d+)/m.exec(root.must(['cat', `/proc/${pid}/status`]))?.[1] ?? '',
      variables: root.must(['cat', `/proc/${pid}/environ`]),
    }));

beforeAll(async () => {
  site = new SecuredSite();
  site.keys('add', 'hub', '--hub');
  site.keys('add', 'bench-1');
  await site.start();
  work = mkdtempSync(join(tmpdir(), 'packbench-hub-'));
  const server = `tls://127.0.0.1:${site.port}`;
  const files = { caFile: 'ca.pem', keyFile: 'hub.key' };
  const { file, port } = await hubFile(work, { server, secrets: files, environments: [environment] });
  webhookPort = port;
  bench = await startStationInNode({
    provisioning: {
      environments: [{ ...siteEnvironment(environment), token: 'token-1' }],
      activeEnvironment: environment,
      fleet: {
        ...{ bench: 'bench-1', role: 'bench', servers: [server], environments: [environment], alone: 'ask' },
        ...{ caFile: join(site.folder, 'ca.pem'), seed: site.seed('bench-1') },
      },
    },
  });
  root = makeCleanRoot();
  root.must(['apt-get', 'update']);
  await root.boot();
  mkdirSync(place('srv/site'));
  copyFileSync(file, place('srv/site/hub.json'));
  copyFileSync(join(site.folder, 'keys/hub.key'), place('srv/site/hub.key'));
  copyFileSync(join(site.folder, 'ca.pem'), place('srv/site/ca.pem'));
});
afterAll(async () => {
  await bench?.close();
  await site?.close();
  await root?.remove();
  if (work) rmSync(work, { recursive: true, force: true });
});

/** The tests start it more often than systemd allows a service in ten seconds. */
beforeEach(() => void root.run(['systemctl', 'reset-failed', unit]));

describe('installed hub', () => {
  it('has a unit that systemd accepts and a user of its own, and is not started by the installation', () => {
    install(packages.first);
    expect(root.run(['systemd-analyze', 'verify', '--man=no', unit])).toEqual({ code: 0, output: '' });
    expect([root.run(['systemctl', 'is-enabled', unit]).output.trim(), state()]).toEqual(['disabled', 'inactive']);
    expect(root.must(['getent', 'passwd', user])).toMatch(/:\/var\/lib\/packbench-hub:\/usr\/sbin\/nologin$/m);
    systemctl('start', unit);
    expect([state(), property('ConditionResult')]).toEqual(['inactive', 'no']);
    const asRoot = root.run(['packbench-hub', '--provision=/srv/site/hub.json', '--user-data-dir=/srv/hub']);
    expect(asRoot).toEqual({ code: 1, output: expect.stringContaining('does not run as root') });
  });

  it('comes with the script of a site’s keys, which runs with Debian’s own Node', () => {
    root.must(['apt-get', 'install', '--yes', '--no-install-recommends', 'nodejs', 'openssl']);
    const keys = (...args: string[]) =>
      root.must(['node', '/usr/share/packbench/site/site-keys.mjs', ...args, '--dir=/srv/keys']);
    keys('init', '--hosts=site.example', '--environments=production');
    keys('add', 'hub', '--hub');
    keys('rotate', 'hub');
    expect(keys('list')).toMatch(/^hub \(hub\) {2}U\w{55} U\w{55}$/m);
  });

  it('once its files are there, its unit runs it without a display, and a webhook arrives at a bench', async () => {
    for (const name of secrets)
      root.must(['install', '-o', user, '-g', user, '-m', '600', `/srv/site/${name}`, '/etc/packbench-hub/']);
    root.must(['install', '-m', '644', '/srv/site/ca.pem', '/etc/packbench-hub/']);
    systemctl('enable', '--now', unit);
    await hubRuns();
    await arrive('DO-1');
    const id = root.must(['id', '-u', user]).trim();
    const found = processes();
    expect(found.length).toBeGreaterThan(1);
    for (const { userId, variables } of found) {
      expect(userId).toBe(id);
      expect(variables).not.toMatch(/DISPLAY=/);
    }
    expect(statSync(place('var/lib/packbench-hub')).mode & 0o777).toBe(0o700);
  });

  it('SIGTERM ends it as a success, with every answered event on disk', async () => {
    systemctl('stop', unit);
    expect([state(), property('Result'), property('ExecMainStatus')]).toEqual(['inactive', 'success', '0']);
    expect(root.must(['journalctl', '--unit', unit, '--output', 'cat'])).toContain('"event":"stopped"');
    expect(await health()).toBe(null);
    systemctl('start', unit);
    await hubRuns();
    await arrive('DO-2');
  });

  it('is started again where it was killed, and loses no event that it answered', async () => {
    await site.nodes[0]?.kill();
    expect(await deliver(webhookPort, environment, eventOf('DO-3'))).toBe(200);
    const before = property('MainPID');
    systemctl('kill', '--kill-whom=main', '--signal=SIGKILL', unit);
    await expect.poll(() => property('NRestarts'), { timeout: longMs }).toBe('1');
    expect(property('MainPID')).not.toBe(before);
    await site.startAgain();
    await hubRuns();
    await eventsAt(bench, 'DO-1', 'DO-2', 'DO-3');
  });

  it.each(secrets)('refuses %s where others can read it, says so, and is not started again', async (name) => {
    const file = place(`etc/packbench-hub/${name}`);
    chmodSync(file, 0o640);
    systemctl('restart', unit);
    await expect.poll(state, { timeout: longMs }).toBe('failed');
    expect([property('ExecMainStatus'), property('NRestarts')]).toEqual(['2', '0']);
    const said = root.must(['journalctl', '--unit', unit, '--output', 'cat', '--lines', '20']);
    expect(said).toContain(`${name} can be read by others (mode 640)`);
    chmodSync(file, 0o600);
    systemctl('restart', unit);
    await hubRuns();
  });
});

describe('installed hub: upgrade, removal', () => {
  it('an upgrade restarts a hub that runs, which keeps its records', async () => {
    const before = property('MainPID');
    install(packages.next);
    expect(property('MainPID')).not.toBe(before);
    await hubRuns();
    expect(root.must(['readlink', `/proc/${property('MainPID')}/exe`])).toBe('/usr/lib/packbench/packbench\n');
    await arrive('DO-4');
    await eventsAt(bench, 'DO-1', 'DO-2', 'DO-3', 'DO-4');
  });

  it('an upgrade leaves a stopped hub stopped', () => {
    systemctl('stop', unit);
    install(packages.first);
    expect([state(), root.must(['systemctl', 'is-enabled', unit]).trim()]).toEqual(['inactive', 'enabled']);
  });

  it('a purge stops the hub, and keeps its records, its settings and its user', async () => {
    systemctl('start', unit);
    await hubRuns();
    root.must(['apt-get', 'purge', '--yes', 'packbench']);
    expect(await health()).toBe(null);
    expect(existsSync(place(`usr/lib/systemd/system/${unit}`))).toBe(false);
    expect(root.run(['systemctl', 'list-unit-files', '--no-legend', 'packbench*']).output).toBe('');
    expect(existsSync(place(`etc/systemd/system/multi-user.target.wants/${unit}`))).toBe(false);
    for (const name of secrets) expect(statSync(place(`etc/packbench-hub/${name}`)).mode & 0o777).toBe(0o600);
    expect(existsSync(place('var/lib/packbench-hub/records/records-production.sqlite3'))).toBe(true);

    install(packages.next);
    systemctl('enable', '--now', unit);
    await hubRuns();
    await arrive('DO-5');
  });
});
