import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./boot-root.sh', import.meta.url));

/** The systemd of a booted root. */
export interface BootedRoot {
  /** The command that runs another one beside it. */
  readonly enter: readonly string[];
  /** Ends everything in that root. */
  end(): Promise<void>;
}

/** Starts systemd, which must be installed in that root folder, and waits until it has started everything. */
export async function bootRoot(folder: string): Promise<BootedRoot> {
  const child = spawn('sh', [script, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'exit');
  const pid = await until(() => {
    if (child.exitCode !== null) throw new Error(`systemd did not start: ${said}`);
    const found = firstChild(firstChild(child.pid));
    return found !== undefined && nameOf(found) === 'systemd' ? found : undefined;
  });
  const kill = (): void => void process.kill(pid, 'SIGKILL');
  process.once('exit', kill);
  const enter = [`--target=${pid}`, '--mount', '--pid', '--uts', '--ipc', '--cgroup', '--'];
  const state = (): string =>
    spawnSync('nsenter', [...enter, 'systemctl', 'is-system-running', '--wait'], { encoding: 'utf8' }).stdout.trim();
  // One of Debian's own services may have failed where this is a container.
  await until(() => ['running', 'degraded'].includes(state()) || undefined);
  return {
    enter: ['nsenter', ...enter],
    async end() {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}

/** The first process that this one started and that has not ended. */
function firstChild(pid: number | undefined): number | undefined {
  const [first] = read(`/proc/${pid}/task/${pid}/children`).split(' ');
  return first ? Number(first) : undefined;
}

const nameOf = (pid: number): string => read(`/proc/${pid}/comm`).trim();

/** A file of a process; empty where that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function until<T>(found: () => T | undefined): Promise<T> {
  for (;;) {
    const value = found();
    if (value !== undefined) return value;
    await wait(50);
  }
}
