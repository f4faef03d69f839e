import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConnectionProblem, connectTo, type NatsAccess } from '../../src/main/site/nats-connection.ts';
import { type NatsSite, openNatsEngine } from '../../src/main/site/nats-engine.ts';
import type { SharedEnvironment } from '../../src/main/site/site-stream.ts';
import { administratorPath } from '../helpers/administrator-path.ts';
import { freePort } from '../helpers/free-port.ts';
import { freezeProcess, killWithProgram, knownLines, linked } from './site-server.ts';

const script = fileURLToPath(new URL('../../resources/site/site-keys.mjs', import.meta.url));

export const production: SharedEnvironment = {
  ...{ name: 'production', kind: 'production', service: 'https://a.example', labels: 'https://b.example' },
};

type Engine = ReturnType<typeof openNatsEngine>;

/** One server with a configuration of that folder; an old one without the line that it does not know. */
class SiteNode {
  private readonly server: ChildProcess;
  private log = '';
  private onLog = (): void => {};

  constructor(folder: string, configuration: string, flags: readonly string[], node = 'site-1') {
    const lines = readFileSync(join(folder, configuration), 'utf8').split('\n');
    writeFileSync(join(folder, 'used.conf'), knownLines(lines).join('\n'));
    this.server = spawn('nats-server', ['-a', '127.0.0.1', ...flags, '-c', 'used.conf'], {
      ...{ cwd: folder, env: { ...process.env, PATH: administratorPath, SITE_NODE: node } },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    killWithProgram(this.server);
    this.server.stderr?.on('data', (text) => {
      this.log += text;
      this.onLog();
    });
    this.server.once('exit', () => this.onLog());
  }

  async logged(text: string): Promise<void> {
    while (!this.log.includes(text)) {
      if (this.server.exitCode !== null) throw new Error(`nats-server ended: ${this.log}`);
      await new Promise<void>((resolve) => {
        this.onLog = resolve;
      });
    }
  }

  async reload(): Promise<void> {
    this.log = '';
    this.server.kill('SIGHUP');
    await this.logged('Reloaded server configuration');
  }

  freeze(frozen: boolean): void {
    freezeProcess(this.server, frozen);
  }

  async kill(): Promise<void> {
    if (this.server.exitCode !== null || this.server.signalCode !== null) return;
    const gone = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await gone;
  }
}

/** A site as resources/site/site-keys.mjs sets it up, served by a real nats-server on loopback ports. */
export class SecuredSite {
  readonly folder = mkdtempSync(join(tmpdir(), 'packbench-site-'));
  /** The part of it that the server gets. */
  readonly serverFolder = join(this.folder, 'server');
  /** The ports of the servers for benches, and for monitoring. */
  readonly ports: number[] = [];
  monitoringPort = 0;
  readonly nodes: SiteNode[] = [];
  private readonly engines: Engine[] = [];

  private readonly host: string;

  /** @param hosts names that its certificate is for; benches and other nodes use the first one */
  constructor(
    hosts: readonly string[] = ['127.0.0.1', 'localhost'],
    environments: readonly string[] = ['production', 'My Sandbox'],
  ) {
    this.host = hosts[0] ?? '';
    this.keys('init', `--hosts=${hosts.join()}`, `--environments=${environments.join()}`);
  }

  keys(...args: string[]): string {
    return execFileSync(process.execPath, [script, ...args, `--dir=${this.folder}`], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  }

  get port(): number {
    return this.ports[0] ?? 0;
  }

  async start(): Promise<void> {
    this.monitoringPort = await freePort();
    this.ports.push(await freePort());
    await this.startNode();
  }

  /** Starts the one server again that was killed: on its ports, with its data. */
  async startAgain(): Promise<void> {
    this.nodes.length = 0;
    await this.startNode();
  }

  /** Ends the one server without notice; its data stays. */
  async kill(): Promise<void> {
    await this.nodes[0]?.kill();
  }

  /** Suspends the one server (SIGSTOP), so that it accepts connections and answers nothing; false resumes it. */
  freeze(frozen: boolean): void {
    this.nodes[0]?.freeze(frozen);
  }

  /** Where the one server keeps its data. */
  get dataFolder(): string {
    return join(this.serverFolder, 'data');
  }

  private async startNode(): Promise<void> {
    const node = new SiteNode(this.serverFolder, 'nats-server.conf', [
      ...['-p', `${this.port}`, '-m', `${this.monitoringPort}`],
    ]);
    this.nodes.push(node);
    await node.logged('Server is ready');
  }

  /** Starts three nodes, each in a folder of its own with the same files. */
  async startCluster(): Promise<void> {
    const routePorts = [await freePort(), await freePort(), await freePort()];
    const routes = routePorts.map((port) => `nats-route://${this.host}:${port}`).join();
    for (const [index, routePort] of routePorts.entries()) {
      const port = await freePort();
      const folder = join(this.folder, `node-${index + 1}`);
      for (const file of ['cluster.conf', 'users.conf', 'server.pem', 'server-key.pem', 'ca.pem'])
        cpSync(join(this.serverFolder, file), join(folder, file));
      const cluster = ['-cluster', `nats://127.0.0.1:${routePort}`, '-routes', routes];
      const flags = ['-p', `${port}`, '-m', `${await freePort()}`, ...cluster];
      this.ports.push(port);
      this.nodes.push(new SiteNode(folder, 'cluster.conf', flags, `site-${index + 1}`));
    }
    await Promise.all(this.nodes.map((node) => node.logged('metadata leader')));
  }

  async reload(): Promise<void> {
    for (const node of this.nodes) await node.reload();
  }

  seed(bench: string): string {
    return readFileSync(join(this.folder, 'keys', `${bench}.key`), 'utf8').trim();
  }

  access(bench: string, change: Partial<NatsAccess> = {}): NatsAccess {
    const servers = this.ports.map((port) => `tls://${this.host}:${port}`);
    return { servers, bench, seed: this.seed(bench), caFile: join(this.folder, 'ca.pem'), ...change };
  }

  /** The client without the engine's care, as a hostile bench would use it. */
  connection(bench: string): ReturnType<typeof connectTo> {
    const access = this.access(bench);
    return connectTo(access.servers[0] ?? '', access);
  }

  /** An engine that is connected. */
  async connect(access: NatsAccess & Pick<NatsSite, 'onServer'>, environment = production): Promise<Engine> {
    const engine = openNatsEngine({ ...access, environment, longestPauseMs: 200 });
    this.engines.push(engine);
    await linked(engine);
    return engine;
  }

  /** The first reason why there is no connection. */
  async problem(access: NatsAccess, environment = production): Promise<ConnectionProblem | null> {
    let engine: Engine | null = null;
    const found = await new Promise<ConnectionProblem | null>((resolve) => {
      engine = openNatsEngine({ ...access, environment, onProblem: resolve });
    });
    await (engine as Engine | null)?.close();
    return found;
  }

  async close(): Promise<void> {
    for (const engine of this.engines) await engine.close();
    for (const node of this.nodes) await node.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
