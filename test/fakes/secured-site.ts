import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConnectionProblem, connectTo, type NatsAccess } from '../../src/main/site/nats-connection.ts';
import { type NatsSite, openNatsEngine } from '../../src/main/site/nats-engine.ts';
import type { SharedEnvironment } from '../../src/main/site/site-stream.ts';
import { freePort, linked } from './site-server.ts';

const script = fileURLToPath(new URL('../../resources/site/site-keys.mjs', import.meta.url));
/** Debian's server does not know this line, and refuses a configuration that has it. */
export const newerLine = '  sync_interval: always';
const path = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter);

export const production: SharedEnvironment = {
  ...{ name: 'production', kind: 'production', service: 'https://a.example', labels: 'https://b.example' },
};

type Engine = ReturnType<typeof openNatsEngine>;

/** A site as resources/site/site-keys.mjs sets it up, served by a real nats-server on loopback ports. */
export class SecuredSite {
  readonly folder = mkdtempSync(join(tmpdir(), 'packbench-site-'));
  port = 0;
  monitoringPort = 0;
  private server: ChildProcess | null = null;
  private log = '';
  private onLog = (): void => {};
  private readonly engines: Engine[] = [];

  constructor(hosts: readonly string[] = ['127.0.0.1', 'localhost']) {
    this.keys('init', `--hosts=${hosts.join()}`, '--environments=production,My Sandbox');
  }

  keys(...args: string[]): string {
    return execFileSync(process.execPath, [script, ...args, `--dir=${this.folder}`], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  }

  /** Starts the server with the configuration that was made, but for the line that it does not know. */
  async start(): Promise<void> {
    [this.port, this.monitoringPort] = [await freePort(), await freePort()];
    const lines = readFileSync(join(this.folder, 'nats-server.conf'), 'utf8').split('\n');
    writeFileSync(join(this.folder, 'older.conf'), lines.filter((line) => line !== newerLine).join('\n'));
    const flags = ['-a', '127.0.0.1', '-p', `${this.port}`, '-m', `${this.monitoringPort}`, '-c', 'older.conf'];
    const server = spawn('nats-server', flags, {
      ...{ cwd: this.folder, env: { ...process.env, PATH: path } },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.server = server;
    server.stderr.on('data', (text) => {
      this.log += text;
      this.onLog();
    });
    server.once('exit', () => this.onLog());
    await this.logged('Server is ready');
  }

  async reload(): Promise<void> {
    this.log = '';
    this.server?.kill('SIGHUP');
    await this.logged('Reloaded server configuration');
  }

  seed(bench: string): string {
    return readFileSync(join(this.folder, 'keys', `${bench}.key`), 'utf8').trim();
  }

  access(bench: string, change: Partial<NatsAccess> = {}): NatsAccess {
    const servers = [`tls://127.0.0.1:${this.port}`];
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
    if (this.server && this.server.exitCode === null) {
      const gone = once(this.server, 'exit');
      this.server.kill('SIGKILL');
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async logged(text: string): Promise<void> {
    while (!this.log.includes(text)) {
      if (this.server?.exitCode !== null) throw new Error(`nats-server ended: ${this.log}`);
      await new Promise<void>((resolve) => {
        this.onLog = resolve;
      });
    }
  }
}
