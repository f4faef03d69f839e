import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import type { Clock } from '../../../src/main/core/ports/clock.ts';
import type { LogEntry } from '../../../src/main/core/ports/desktop.ts';
import { type Hub, startHub } from '../../../src/main/hub/hub.ts';
import { readHubProvisioning } from '../../../src/main/hub/hub-provisioning.ts';
import { killWithProgram } from '../../fakes/site-server.ts';
import type { ClosedAfterEach } from '../../helpers/closed-after-each.ts';
import { forkBackupProcess } from '../../helpers/forked-process.ts';
import { freePort } from '../../helpers/free-port.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';
import { programFile } from '../../programs/program-file.ts';

export const hook = { path: '/hooks', header: { name: 'X-Hook-Key', value: 'key-of-the-site' } };
const serviceAddress = 'http://127.0.0.1:9';

/** A hub in a process of its own. */
export interface HubProcess {
  /** The process's number. */
  readonly id: number;
  readonly healthPort: number;
  /** Where webhooks are received. */
  readonly webhookPort: number;
  /** Delivers an event as the service does; the status of the answer. */
  deliver(event: object): Promise<number>;
  health(): Promise<{ status: number; body: HealthAnswer }>;
  metrics(): Promise<string>;
  /** What it wrote. */
  output(): string;
  /** Ends it by that signal; its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface HealthAnswer {
  canStore: boolean;
  webhooks: string;
  environments: {
    environment: string;
    state: string;
    factsWaiting: number | null;
    eventsReceived: number;
    factsApplied: number;
    pausedBenches: { bench: string; since: string }[];
  }[];
  server: { version: string; findings: { kind: string }[] } | null;
}

/** An environment of a site; without its addresses, its service never answers. */
export const siteEnvironment = (
  name: string,
  addresses: ServiceAddresses = { baseUrl: serviceAddress, labelUrl: serviceAddress },
) => ({ name, kind: 'sandbox', ...addresses }) as const;

interface ServiceAddresses {
  readonly baseUrl: string;
  readonly labelUrl: string;
}

export interface HubFileParts {
  server: string;
  /** The hub's key and the site's authority, where the server is secured. */
  secrets?: { caFile: string; keyFile: string };
  bench?: string;
  role?: 'bench' | 'hub';
  environments?: readonly string[];
  service?: ServiceAddresses;
  mode?: number;
}

/** A provisioning file, and the port of its webhooks. */
export async function hubFile(folder: string, { server, mode = 0o600, ...parts }: HubFileParts) {
  const { bench = 'hub', role = 'hub', environments = ['sandbox'] } = parts;
  const port = await freePort();
  const file = join(folder, `${bench}.json`);
  const content = {
    environments: environments.map((name) => ({
      ...siteEnvironment(name, parts.service),
      webhook: { ...hook, path: `/${name}` },
    })),
    webhooks: { enabled: true, host: '127.0.0.1', port },
    fleet: { bench, role, servers: [server], environments, ...parts.secrets },
  };
  await writeFile(file, JSON.stringify(content));
  await chmod(file, mode);
  return { file, port };
}

interface EndedHub {
  readonly code: number | null;
  /** What it wrote. */
  readonly output: string;
}

/** Runs `npm run hub` until it ends by itself. */
export const runHubCommand = (opened: ClosedAfterEach, ...args: string[]): Promise<EndedHub> =>
  endOfHub(opened, [...hubCommand, ...args]);

/** The same with the hub's program as this run built it, which reads no TypeScript. */
export const runHubProgram = (opened: ClosedAfterEach, ...args: string[]): Promise<EndedHub> =>
  endOfHub(opened, [...builtHub, ...args]);

/** `npm run hub`; no test installs anything. */
export const hubCommand = ['scripts/hub.mjs', '--no-install'];
const builtHub = ['test/programs/hub-process.mjs'];

async function endOfHub(opened: ClosedAfterEach, args: readonly string[]): Promise<EndedHub> {
  const { child, output } = spawnHub(args);
  opened.keep({ close: async () => child.kill('SIGKILL') });
  const [code] = await once(child, 'exit');
  return { code, output: output() };
}

/** Starts it, as this run built it if it is not named, and waits until it takes webhooks. `dataFolder`: of an earlier one. */
export async function startHubProcess(
  opened: ClosedAfterEach,
  parts: HubFileParts & { dataFolder?: string; monitoringPort?: number; program?: readonly string[] },
): Promise<HubProcess & { dataFolder: string }> {
  const dataFolder = parts.dataFolder ?? (await opened.folder());
  const { file, port } = await hubFile(await opened.folder(), parts);
  const healthPort = await freePort();
  const switches = [`--provision=${file}`, `--user-data-dir=${dataFolder}`, `--health-port=${healthPort}`];
  const monitoring = `--monitoring-port=${parts.monitoringPort ?? (await freePort())}`;
  const { child, output } = spawnHub([...(parts.program ?? builtHub), ...switches, monitoring]);
  const end: HubProcess['end'] = async (signal) => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  opened.keep({ close: () => end('SIGKILL') });
  const ask = (path: string) => fetch(`http://127.0.0.1:${healthPort}${path}`);
  const hub = {
    ...{ id: child.pid ?? 0, dataFolder, healthPort, webhookPort: port, output, end },
    deliver: (event: object) => deliver(port, (parts.environments ?? ['sandbox'])[0] ?? '', event),
    async health() {
      const answer = await ask('/healthz');
      return { status: answer.status, body: (await answer.json()) as HealthAnswer };
    },
    metrics: async () => (await ask('/metrics')).text(),
  };
  await until(
    () => hub.health().catch(() => null),
    (found) => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The hub ended: ${output()}`);
      return found?.body.webhooks === 'listening';
    },
  );
  return hub;
}

/** The status of the answer to a delivery, as the service makes it. */
export async function deliver(port: number, environment: string, event: object): Promise<number> {
  const headers = { [hook.header.name]: hook.header.value };
  const url = `http://127.0.0.1:${port}/${environment}`;
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(event) })).status;
}

/** A hub in this process, with parts that a test replaces. `port`: that of its webhooks. */
export async function startHubHere(
  opened: ClosedAfterEach,
  parts: Omit<HubFileParts, 'role' | 'mode' | 'environments'> & {
    dataFolder?: string;
    monitoringPort?: number;
  } & Partial<ReplacedParts>,
): Promise<Hub & { port: number; dataFolder: string }> {
  const { clock = systemClock, storageWorker = programFile('programs/storage-worker.mjs'), onEnded = () => {} } = parts;
  const folder = parts.dataFolder ?? (await opened.folder());
  const { server, bench, secrets, service } = parts;
  const named = { ...(bench !== undefined && { bench }), ...(secrets && { secrets }), ...(service && { service }) };
  const { file, port } = await hubFile(folder, { server, ...named });
  const provisioned = readHubProvisioning(file);
  if (!provisioned.ok) throw new Error(provisioned.messages.join('\n'));
  const hub = await startHub({
    ...{ dataFolder: folder, settings: provisioned.settings, seed: provisioned.seed, healthPort: 0 },
    monitoringPort: parts.monitoringPort ?? 9,
    ...{ startBackupProcess: () => forkBackupProcess(), log: parts.log ?? (() => {}), version: '1.2.3' },
    ...{ storageWorker: { file: storageWorker }, clock, onEnded },
  });
  opened.keep(hub);
  await until(
    async () => (await fetch(`http://127.0.0.1:${hub.healthPort}/healthz`)).json() as Promise<HealthAnswer>,
    ({ webhooks }) => webhooks === 'listening',
  );
  return { ...hub, port, dataFolder: folder };
}

interface ReplacedParts {
  clock: Clock;
  storageWorker: URL;
  onEnded: (error: unknown) => void;
  log: (entry: LogEntry) => void;
}

function spawnHub(args: readonly string[]): { child: ChildProcess; output(): string } {
  let written = '';
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  killWithProgram(child);
  child.stderr?.on('data', (text) => {
    written += text;
  });
  return { child, output: () => written };
}

/** Reads again until the check holds. */
export async function until<T>(read: () => Promise<T>, check: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (check(value)) return value;
    await wait(50);
  }
}

/** A shipment's event. */
export const eventOf = (trackingCode: string) => ({
  event: 'same.shipment.in_transit',
  data: { tracking_code: trackingCode, trigger_datetime: '2026-03-10T10:30:00.000+04:00' },
});

/** Resolves once the bench knows an event with each of these codes; how many it knows. */
export async function eventsAt({ until: untilAt }: StationInNode, ...codes: string[]): Promise<number> {
  const isKnown = (text: string): boolean => codes.every((code) => text.includes(code));
  const found = await untilAt('events.unmatched', { code: null }, (value) => isKnown(JSON.stringify(value)));
  return found.total;
}
