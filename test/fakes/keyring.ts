import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A real GNOME keyring on its own session bus, independent of this computer's user. */
export interface PrivateKeyring {
  /** The environment of programs that use it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const readyTimeoutMs = 15_000;

/** Starts the bus and the keyring, unlocked, with an empty collection. Debian: dbus, gnome-keyring, libsecret-1-0. */
export async function startKeyring(): Promise<PrivateKeyring> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-keyring-'));
  const children: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(bus);
    const [address] = (await once(bus.stdout, 'data')) as [Buffer];
    const env = {
      DBUS_SESSION_BUS_ADDRESS: address.toString().trim(),
      XDG_RUNTIME_DIR: folder,
      XDG_DATA_HOME: folder,
    };
    const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    children.push(keyring);
    keyring.stdin.end('a password of this test');
    await untilOnBus('org.freedesktop.secrets', env);
    return { env, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function untilOnBus(name: string, env: Record<string, string>): Promise<void> {
  const ask = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner'];
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const { stdout } = await run('dbus-send', [...ask, `string:${name}`], { env: { ...process.env, ...env } });
    if (stdout.includes('boolean true')) return;
    if (Date.now() > deadline) throw new Error(`${name} did not come onto the bus`);
  }
}
