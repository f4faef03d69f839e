import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { administratorPath } from '../helpers/administrator-path.ts';

/** A real cupsd for one test, independent of this computer's print server. */
export interface OwnCups {
  /** The environment of programs and transports that use it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Its domain socket. */
  readonly socketPath: string;
  /** Adds a raw queue, ready to print; `options` as lpadmin takes them after `-o`. */
  addQueue(name: string, deviceUri: string, options?: readonly string[]): Promise<void>;
  /** Runs one of the print server's own programs against it: cancel, cupsdisable, lpstat… Gives its output. */
  run(program: string, args: readonly string[]): Promise<string>;
  /** Ends it; its queues and jobs stay on disk. */
  stop(): Promise<void>;
  /** Restarts it with its queues and jobs. */
  start(): Promise<void>;
  /** Suspends it (SIGSTOP), so that it accepts connections and answers nothing; false resumes it. */
  freeze(frozen: boolean): void;
  close(): Promise<void>;
}

const run = promisify(execFile);
const readyTimeoutMs = 15_000;
const pollIntervalMs = 25;

/**
 * Starts a print server with its configuration, spool and sockets in a temporary folder. Runs as root and as any other user, without
 * a password. Debian: cups, cups-client.
 */
export async function startCups(): Promise<OwnCups> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-cups-'));
  chmodSync(folder, 0o711); // started by root, it prints as the user lp, who opens the spooled files by their path
  const socketPath = join(folder, 'cups.sock');
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: administratorPath,
    CUPS_SERVER: socketPath,
    HOME: folder,
    LC_ALL: 'C',
  };
  writeConfiguration(folder, socketPath);
  let server: ChildProcess | null = null;

  const ask = async (program: string, args: readonly string[]): Promise<string> =>
    (await run(program, [...args], { env: environment })).stdout;

  const start = async (): Promise<void> => {
    const started = spawn('cupsd', ['-f', '-c', join(folder, 'cupsd.conf'), '-s', join(folder, 'cups-files.conf')], {
      env: environment,
      stdio: 'ignore',
    });
    server = started;
    const failedToStart = once(started, 'error').then(([error]) => Promise.reject(error));
    await Promise.race([untilAnswering(started), failedToStart]);
  };

  const untilAnswering = async (started: ChildProcess): Promise<void> => {
    const deadline = Date.now() + readyTimeoutMs;
    while (!(await ask('lpstat', ['-r'])).includes('is running')) {
      if (Date.now() > deadline || started.exitCode !== null)
        throw new Error(`cupsd did not start: ${errorLog(folder)}`);
      await wait(pollIntervalMs);
    }
  };

  const stop = async (): Promise<void> => {
    const stopping = server;
    server = null;
    if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return;
    const gone = once(stopping, 'exit');
    stopping.kill('SIGCONT');
    stopping.kill('SIGTERM');
    await gone;
  };

  const close = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    environment,
    socketPath,
    async addQueue(name, deviceUri, options = []) {
      const given = options.flatMap((option) => ['-o', option]);
      await ask('lpadmin', ['-p', name, '-E', '-v', deviceUri, '-m', 'raw', ...given]);
    },
    run: ask,
    stop,
    start,
    freeze(frozen) {
      server?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
    },
    close,
  };
}

/** Everything it reads and writes is in the folder; it listens on its domain socket only, without sharing or discovery. */
function writeConfiguration(folder: string, socketPath: string): void {
  for (const name of ['root', 'spool', 'spool/tmp', 'cache', 'state', 'log']) mkdirSync(join(folder, name));
  const file = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  file('cups-files.conf', [
    `ServerRoot ${folder}/root`,
    `RequestRoot ${folder}/spool`,
    `TempDir ${folder}/spool/tmp`,
    `CacheDir ${folder}/cache`,
    `StateDir ${folder}/state`,
    `ErrorLog ${folder}/log/error`,
    `AccessLog ${folder}/log/access`,
    `PageLog ${folder}/log/page`,
    'Sandboxing relaxed',
  ]);
  file('cupsd.conf', [
    `Listen ${socketPath}`,
    'LogLevel warn',
    'Browsing No',
    'WebInterface No',
    'DefaultAuthType None',
    // Short, because an unreachable printer is tried again each second.
    'JobRetryInterval 1',
    ...['/', '/admin', '/admin/conf'].flatMap((location) => [`<Location ${location}>`, 'Allow all', '</Location>']),
    ...['<Policy default>', '<Limit All>', 'Order deny,allow', '</Limit>', '</Policy>'],
  ]);
}

function errorLog(folder: string): string {
  try {
    return readFileSync(join(folder, 'log', 'error'), 'utf8').slice(-2_000);
  } catch {
    return 'it wrote no log';
  }
}
