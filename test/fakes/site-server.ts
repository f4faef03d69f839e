import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import {
  type AppendAnswer,
  maxSiteMessageBytes,
  type SiteEngine,
  type SiteMessage,
  type SiteSubject,
} from '../../src/main/core/ports/site-engine.ts';
import { openNatsEngine } from '../../src/main/site/nats-engine.ts';
import { isNewEnough } from '../../src/main/site/server-check.ts';
import { type SharedEnvironment, streamNames } from '../../src/main/site/site-stream.ts';
import { administratorPath } from '../helpers/administrator-path.ts';
import { freePort } from '../helpers/free-port.ts';

/** The engine of a site for one test. */
export interface SiteServer {
  /** @param station absent: a station that interrupts another one of the same name */
  connect(bench: string, station?: string): SiteEngine;
  /** Ends it without notice; its data stays. */
  kill(): Promise<void>;
  /** Starts it again; without its data where that was lost. */
  start(): Promise<void>;
  loseData(): Promise<void>;
  /** Every message reaches its greatest age; the numbers go on. */
  expire(): Promise<void>;
  /** Copies its data as it is on the disk now. */
  copyData(): Promise<void>;
  /** Puts the copy in the place of its data, as a restored backup of the server does. */
  putDataBack(): Promise<void>;
  /** Suspends it (SIGSTOP), so that it accepts connections and answers nothing; false resumes it. */
  freeze(frozen: boolean): void;
  close(): Promise<void>;
}

/** An engine in memory, with the behaviour that the contract suite finds in a real one. */
export function memorySiteServer(): SiteServer {
  let messages: SiteMessage[] = [];
  let lastSequence = 0;
  let copied: readonly SiteMessage[] = [];
  /** Another one once its data is not what was there before: who reads begins anew. */
  let generation = 1;
  let dataId = 1;
  let isRunning = true;
  const changed = new Set<() => void>();
  const announce = (): void => {
    for (const listener of [...changed]) listener();
  };
  const isSame = (one: SiteSubject, other: SiteSubject): boolean => JSON.stringify(one) === JSON.stringify(other);
  const answer = async <T>(value: () => T): Promise<T | 'away'> => (isRunning ? value() : 'away');

  const connect = (): SiteEngine => {
    let isClosed = false;
    const isConnected = (): boolean => isRunning && !isClosed;
    const unsubscribe: (() => void)[] = [];
    return {
      isConnected,
      onLink(listener) {
        let was = isConnected();
        const compare = (): void => {
          if (was !== isConnected()) listener(isConnected());
          was = isConnected();
        };
        changed.add(compare);
        const stop = (): void => void changed.delete(compare);
        unsubscribe.push(stop);
        return stop;
      },
      async append(subject, data, after): Promise<AppendAnswer> {
        if (data.byteLength > maxSiteMessageBytes) return { kind: 'too-large' };
        if (!isConnected()) return { kind: 'away' };
        const last = messages.findLast((message) => isSame(message.subject, subject))?.sequence ?? 0;
        if (last !== after) return { kind: 'refused' };
        lastSequence += 1;
        messages.push({ subject, data: data.slice(), after, sequence: lastSequence, storedAt: Date.now() });
        announce();
        return { kind: 'stored', sequence: lastSequence };
      },
      lastOf: (subject) => answer(() => messages.findLast((message) => isSame(message.subject, subject)) ?? null),
      at: (sequence) => answer(() => messages.find((message) => message.sequence === sequence) ?? null),
      data: () => answer(() => ({ id: String(dataId), last: lastSequence, bytes: sizeOf(messages) })),
      read(after, onMessage) {
        const from = generation;
        let isStopped = false;
        const isEnded = (): boolean => isStopped || !isConnected() || from !== generation;
        const ended = (async () => {
          await null;
          for (let position = after; !isEnded(); ) {
            const [message, ...behind] = messages.filter(({ sequence }) => sequence > position);
            if (message) {
              position = message.sequence;
              await onMessage(message, behind.length);
            } else await nextChange();
          }
        })();
        return {
          started: Promise.resolve('reading'),
          ended,
          stop() {
            isStopped = true;
            announce();
          },
        };
      },
      async close() {
        isClosed = true;
        for (const stop of unsubscribe) stop();
        announce();
      },
    };
  };

  const nextChange = (): Promise<void> =>
    new Promise((resolve) => {
      const listener = (): void => {
        changed.delete(listener);
        resolve();
      };
      changed.add(listener);
    });

  const setRunning = async (next: boolean): Promise<void> => {
    isRunning = next;
    announce();
  };

  return {
    connect,
    kill: () => setRunning(false),
    start: () => setRunning(true),
    async loseData() {
      messages = [];
      lastSequence = 0;
      dataId += 1;
      generation += 1;
      announce();
    },
    async expire() {
      messages = [];
    },
    async copyData() {
      copied = [...messages];
    },
    async putDataBack() {
      messages = [...copied];
      lastSequence = copied.at(-1)?.sequence ?? 0;
      generation += 1;
      announce();
    },
    freeze: (frozen) => void setRunning(!frozen),
    close: () => setRunning(false),
  };
}

const sizeOf = (messages: readonly SiteMessage[]): number => messages.reduce((sum, { data }) => sum + data.length, 0);

/** The environment that the benches of a test share. */
export const sandbox: SharedEnvironment = {
  ...{ name: 'sandbox', kind: 'sandbox', service: 'https://a.example', labels: 'https://b.example' },
};

let askedVersion: string | undefined;

/** The version of the server that the tests run: the first one of PATH. It is asked once. */
export function serverVersion(): string {
  const env = { ...process.env, PATH: administratorPath };
  askedVersion ??= execFileSync('nats-server', ['--version'], { encoding: 'utf8', env });
  return askedVersion.replace('nats-server: v', '').trim();
}

/** Debian 12's server does not know this line, and refuses a configuration that has it. */
export const newerLine = '  sync_interval: always';

/** The lines of a configuration without what the server of the tests does not know. */
export const knownLines = (lines: readonly string[]): readonly string[] =>
  isNewEnough(serverVersion()) ? lines : lines.filter((line) => line !== newerLine);

export interface NatsSiteServer extends SiteServer {
  readonly address: string;
  /** Its monitoring port. */
  readonly monitoringPort: number;
  id(): number;
  /** Starts it again with that limit of its storage, such as "300KB"; absent: none. Its data stays. */
  setStorage(limit?: string): Promise<void>;
}

/** Fills the storage of a server that has a limit, with messages that are no facts. */
export async function fillStorage({ address }: NatsSiteServer): Promise<void> {
  const connection = await connect({ servers: [address] });
  const client = jetstream(connection);
  const subject = streamNames(sandbox.name).nameOf({ by: 'filler' });
  try {
    for (;;) await client.publish(subject, new Uint8Array(60_000));
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
  }
  await connection.close();
}

/**
 * A real nats-server on a loopback port, with its data in a folder of its own. Debian: nats-server. One that can writes each message to the
 * disk before it answers, as that of a site does.
 * @param storage the limit of its storage, such as "300KB"
 */
export async function natsSiteServer(storage?: string): Promise<NatsSiteServer> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-nats-'));
  const [data, copy, configuration] = [join(folder, 'data'), join(folder, 'copy'), join(folder, 'nats-server.conf')];
  const configure = (limit?: string): void => {
    const lines = [`  store_dir: "${data}"`, newerLine, ...(limit === undefined ? [] : [`  max_file_store: ${limit}`])];
    writeFileSync(configuration, knownLines(['jetstream: {', ...lines, '}']).join('\n'));
  };
  configure(storage);
  const [port, monitoringPort] = [await freePort(), await freePort()];
  let server: ChildProcess | null = null;

  const kill = async (): Promise<void> => {
    const ending = server;
    server = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, 'exit');
    ending.kill('SIGKILL');
    await gone;
  };

  const start = async (): Promise<void> => {
    const ports = ['-p', `${port}`, '-m', `${monitoringPort}`];
    const started = spawn('nats-server', ['-a', '127.0.0.1', ...ports, '-c', configuration], {
      env: { ...process.env, PATH: administratorPath },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    killWithProgram(started);
    let log = '';
    await new Promise<void>((resolve, reject) => {
      started.once('error', reject);
      started.once('exit', () => reject(new Error(`nats-server ended: ${log}`)));
      started.stderr.on('data', (text) => {
        log += text;
        if (log.includes('Server is ready')) resolve();
      });
    });
  };

  await start();
  const address = `nats://127.0.0.1:${port}`;
  return {
    ...{ address, monitoringPort },
    id: () => server?.pid ?? 0,
    connect: (bench, station) =>
      openNatsEngine({
        ...{ servers: [address], bench, longestPauseMs: 200, ...(station !== undefined && { station }) },
        environment: sandbox,
      }),
    kill,
    start,
    async setStorage(limit) {
      await kill();
      configure(limit);
      await start();
    },
    async loseData() {
      await kill();
      rmSync(data, { recursive: true, force: true });
      await start();
    },
    expire: () => expireAll(address),
    async copyData() {
      await kill();
      cpSync(data, copy, { recursive: true });
      await start();
    },
    async putDataBack() {
      await kill();
      rmSync(data, { recursive: true, force: true });
      cpSync(copy, data, { recursive: true });
      await start();
    },
    freeze(frozen) {
      if (server) freezeProcess(server, frozen);
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const killedWithProgram = new Set<ChildProcess>();

/** As after the time for which messages are kept. */
async function expireAll(servers: string): Promise<void> {
  const connection = await connect({ servers });
  const { streams } = await jetstreamManager(connection);
  const { stream } = streamNames(sandbox.name);
  const { config } = await streams.info(stream);
  const short = nanos(100);
  await streams.update(stream, { max_age: short, duplicate_window: short });
  while ((await streams.info(stream)).state.messages > 0);
  await streams.update(stream, { max_age: config.max_age, duplicate_window: config.duplicate_window });
  await connection.close();
}

/** A program that ends without closing anything leaves no server behind. */
export function killWithProgram(child: ChildProcess): void {
  if (killedWithProgram.size === 0) process.once('exit', killThem);
  killedWithProgram.add(child);
  child.once('exit', () => {
    killedWithProgram.delete(child);
    if (killedWithProgram.size === 0) process.off('exit', killThem);
  });
}

const killThem = (): void => {
  for (const child of killedWithProgram) child.kill('SIGKILL');
};

/** Suspends a process (SIGSTOP), and returns once it has; false resumes it. */
export function freezeProcess(child: ChildProcess, frozen: boolean): void {
  child.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
  while (frozen && !isStopped(child.pid ?? 0));
}

/** The signal has reached every thread of that process: under load, that takes a while. */
const isStopped = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/task`).every((thread) =>
    /\) [Tt] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
  );

/** Resolves once the engine is connected, or no longer is. */
export const linked = (engine: SiteEngine, isConnected = true): Promise<void> =>
  new Promise((resolve) => {
    if (engine.isConnected() === isConnected) return resolve();
    const stop = engine.onLink((now) => {
      if (now !== isConnected) return;
      stop();
      resolve();
    });
  });
