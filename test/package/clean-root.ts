import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BootedRoot, bootRoot } from './boot-root.ts';

const release = 'bookworm';
const archive = 'http://deb.debian.org/debian';
const enterScript = fileURLToPath(new URL('./enter-root.sh', import.meta.url));

/** An ordinary user of a clean root. */
interface SystemUser {
  name: string;
  id: number;
  home: string;
}

export const operator: SystemUser = { name: 'packer', id: 1000, home: '/home/packer' };

/** Another one, who shares nothing with the first. */
export const secondOperator: SystemUser = { name: 'checker', id: 1001, home: '/home/checker' };

export interface Ended {
  code: number | null;
  output: string;
}

/** A fresh Debian of its own, in which packages are installed and started. Needs root. */
export interface CleanRoot {
  folder: string;
  /** Runs a command to its end; as root unless `asOperator`, with nothing of this process's environment. */
  run(command: readonly string[], options?: { asOperator?: boolean; env?: Record<string, string> }): Ended;
  /** The same; throws where it fails. */
  must(command: readonly string[], options?: { asOperator?: boolean; env?: Record<string, string> }): string;
  /** Starts a command as that user, by default the operator, and does not wait. */
  start(command: readonly string[], env: Record<string, string>, user?: SystemUser): ChildProcess;
  /**
   * Sends a signal to what was started, and returns the exit code. The command that enters the root passes none on; its one child is the
   * first process in there, with which all others end.
   */
  end(started: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Boots it: from now on systemd, which is installed for it, runs there, and every command beside it. */
  boot(): Promise<void>;
  remove(): Promise<void>;
}

/** Debian as it is installed without any choice; made once and kept in the cache. */
function baseFolder(): string {
  const cache = join(homedir(), '.cache/packbench');
  const folder = join(cache, `debian-${release}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(`${folder}.making-`);
  try {
    execFileSync('debootstrap', ['--variant=minbase', release, making, archive], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    execFileSync('chmod', ['755', making]);
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

const asUser = (user: SystemUser | null): string[] =>
  user ? ['setpriv', `--reuid=${user.id}`, `--regid=${user.id}`, '--clear-groups', '--no-new-privs', '--'] : [];

/** Debian's programs ask it whether they may start a service. */
const policyFile = 'usr/sbin/policy-rc.d';

/** Copies the base; downloaded packages are shared between runs. */
export function makeCleanRoot(): CleanRoot {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-root-'));
  execFileSync('chmod', ['755', folder]);
  execFileSync('cp', ['-a', '--reflink=auto', `${baseFolder()}/.`, folder]);
  cpSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));
  // Services are not started in it, unless it is booted.
  writeFileSync(join(folder, policyFile), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  let systemd: BootedRoot | null = null;
  const enter = (command: readonly string[], user: SystemUser | null): [string, string[]] => {
    const unshared = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--', 'sh', enterScript, folder];
    const [program = '', ...before] = systemd?.enter ?? ['unshare', ...unshared];
    return [program, [...before, ...asUser(user), ...command]];
  };
  const variables = (user: SystemUser | null, env: Record<string, string> = {}): Record<string, string> => ({
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    DEBIAN_FRONTEND: 'noninteractive',
    HOME: user?.home ?? '/root',
    LANG: 'C.UTF-8',
    ...env,
  });
  const run: CleanRoot['run'] = (command, { asOperator = false, env } = {}) => {
    const user = asOperator ? operator : null;
    const { status, stdout, stderr } = spawnSync(...enter(command, user), {
      env: variables(user, env),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: status, output: stdout + stderr };
  };
  const root: CleanRoot = {
    folder,
    run,
    must(command, options) {
      const { code, output } = run(command, options);
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}\n${output}`);
      return output;
    },
    start: (command, env, user = operator) =>
      spawn(...enter(command, user), { env: variables(user, env), stdio: ['ignore', 'pipe', 'pipe'] }),
    async end(started, signal) {
      if (started.exitCode !== null || started.signalCode !== null) return started.exitCode;
      const ended = once(started, 'exit');
      const child = Number(readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8').trim());
      if (child > 0) process.kill(child, signal);
      const [code] = await ended;
      return code;
    },
    async boot() {
      root.must(['apt-get', 'install', '--yes', '--no-install-recommends', 'systemd']);
      rmSync(join(folder, policyFile));
      systemd = await bootRoot(folder);
    },
    async remove() {
      await systemd?.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  for (const { id, name } of [operator, secondOperator])
    root.must(['useradd', '--create-home', '--uid', String(id), name]);
  return root;
}
