import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { stageProgram } from '../../scripts/packaging/stage.mjs';
import { testCopyMarker } from '../../src/main/app/refused-switches.ts';
import { electronPath, root } from './launch.ts';

/** The user without any right, on every Linux. */
const ordinaryUser = 65_534;

const isRoot = process.getuid?.() === 0;

/** The program as a package contains it, staged by the same lists. Linux only. */
export interface PackagedCopy {
  /** Starts it as an ordinary user, in a data folder of its own, and waits for the end. */
  run(args: readonly string[], env?: Record<string, string>): { code: number | null; output: string };
  /**
   * Starts it as an ordinary user with Chromium's debugging protocol, which needs the marker of a test copy. Chromium's sandbox is on
   * wherever this machine lets an ordinary user make user namespaces.
   */
  open(): Promise<OpenedCopy>;
  /** Adds or removes the marker of a test copy. */
  mark(isTestCopy: boolean): void;
  remove(): void;
}

export interface OpenedCopy {
  page: Page;
  process: ChildProcess;
  close(): Promise<void>;
}

/** Makes the copy in a folder that other users can read. */
export async function makePackagedCopy(): Promise<PackagedCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-packaged-'));
  execFileSync('chmod', ['755', folder]);
  const program = join(folder, 'program');
  const resources = join(program, 'resources');
  const executable = join(program, 'packbench');
  await stageProgram({ root, electron: dirname(electronPath()), to: program, version: '0.0.0-test' });
  // What Electron would start without its fuse.
  mkdirSync(join(resources, 'app'));
  writeFileSync(join(resources, 'app/package.json'), '{ "main": "main.js" }');
  writeFileSync(join(resources, 'app/main.js'), 'process.stdout.write("loaded from a folder"); process.exit(7);');

  const home = join(folder, 'home');
  const makeHome = (): Record<string, string> => {
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { mode: 0o700 });
    const authority = process.env.XAUTHORITY;
    if (authority) copyFileSync(authority, join(home, 'authority'));
    if (isRoot)
      for (const owned of [home, ...readdirSync(home).map((name) => join(home, name))]) chownToOrdinary(owned);
    return {
      ...{ PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, DISPLAY: process.env.DISPLAY ?? '' },
      ...(authority ? { XAUTHORITY: join(home, 'authority') } : {}),
    };
  };
  const command = [...asOrdinaryUser, executable, `--user-data-dir=${join(home, 'data')}`, '--disable-dev-shm-usage'];

  return {
    run(args, env = {}) {
      const { status, stdout, stderr } = spawnSync(command[0] as string, [...command.slice(1), ...args], {
        env: { ...makeHome(), ...env },
        cwd: '/',
        encoding: 'utf8',
        timeout: 30_000,
        killSignal: 'SIGKILL',
      });
      return { code: status, output: stdout + stderr };
    },

    async open() {
      const switches = ['--remote-debugging-port=0', ...(sandboxIsPossible() ? [] : ['--no-sandbox'])];
      const child = spawn(command[0] as string, [...command.slice(1), ...switches], {
        env: makeHome(),
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      let browser: Browser | undefined;
      try {
        browser = await chromium.connectOverCDP(await debuggingAddress(child));
        const page = await stationPage(browser);
        return {
          page,
          process: child,
          async close() {
            await browser?.close();
            child.kill('SIGTERM');
            await ended;
          },
        };
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      }
    },

    mark(isTestCopy) {
      const marker = join(resources, testCopyMarker);
      if (isTestCopy) writeFileSync(marker, '');
      else rmSync(marker, { force: true });
    },

    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** For root: runs a command as that user. Other users run it as themselves. */
const asOrdinaryUser = isRoot
  ? ['setpriv', `--reuid=${ordinaryUser}`, `--regid=${ordinaryUser}`, '--clear-groups', '--no-new-privs', '--']
  : [];

const chownToOrdinary = (path: string): void => chownSync(path, ordinaryUser, ordinaryUser);

/** Whether an ordinary user of this machine can make user namespaces, as Chromium's sandbox does. */
export function sandboxIsPossible(): boolean {
  const [command = '', ...args] = [
    ...asOrdinaryUser,
    'unshare',
    '--user',
    '--map-root-user',
    '--pid',
    '--net',
    '--fork',
    'true',
  ];
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** What the system says of a process. */
export interface ProcessState {
  id: number;
  /** `renderer`, `gpu-process`, …; empty for main. */
  type: string;
  userId: number;
  /** Whether the kernel filters its system calls (seccomp). */
  filtersCalls: boolean;
  /** Whether it sees only processes of its own PID namespace. */
  seesOwnProcessesOnly: boolean;
}

/** The processes that one started, and itself. */
export function processTree(pid: number): ProcessState[] {
  const all = readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? readProcess(entry) : []));
  const tree = new Set([pid]);
  // Processes are listed by number: a child of the tree may come before its parent.
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const { parent, state } of all) if (tree.has(parent)) tree.add(state.id);
  }
  return all.map(({ state }) => state).filter(({ id }) => tree.has(id));
}

/** None where the process has ended meanwhile. */
function readProcess(entry: string): { parent: number; state: ProcessState }[] {
  try {
    const status = readFileSync(`/proc/${entry}/status`, 'utf8');
    const field = (name: string): string[] =>
      new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/) ?? [];
    const type = /--type=([\w-]+)/.exec(readFileSync(`/proc/${entry}/cmdline`, 'utf8'))?.[1] ?? '';
    const state = {
      id: Number(entry),
      type,
      userId: Number(field('Uid')[0]),
      filtersCalls: field('Seccomp')[0] === '2',
      seesOwnProcessesOnly: field('NSpid').length > 1,
    };
    return [{ parent: Number(field('PPid')[0]), state }];
  } catch {
    return [];
  }
}

/** The WebSocket address that Chromium writes to standard error. */
export function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk) => {
      output += chunk;
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`The station ended with ${code} before it listened.\n${output}`)));
  });
}

async function stationPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (!context) throw new Error('The station shows no page.');
  const page = context.pages()[0] ?? (await context.waitForEvent('page'));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return page;
}
