import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, symlink } from 'node:fs/promises';

/** A scanner on a serial port. */
export interface SimulatedScanner {
  send(bytes: string | Uint8Array): void;
  /** Its port is gone. */
  unplug(): Promise<void>;
  /** The same at once, before this computer does anything else: this process stands still until the port has gone. */
  unplugMeanwhile(): void;
}

/** A scanner at the end of a pseudo-terminal of its own, whose port has a name that stays: a link. Linux only. */
export async function plugInScanner(port: string): Promise<SimulatedScanner> {
  const terminal = spawn('script', ['-qfec', 'stty raw -echo; tty; exec sleep 600', '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [path] = (await once(terminal.stdout, 'data')) as [Buffer];
  await rm(port, { force: true });
  await symlink(path.toString().trim(), port);
  return {
    send: (bytes) => void terminal.stdin.write(bytes),
    unplugMeanwhile() {
      terminal.kill('SIGKILL');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    },
    async unplug() {
      await rm(port, { force: true });
      if (terminal.exitCode !== null || terminal.signalCode !== null) return;
      const ended = once(terminal, 'exit');
      terminal.kill('SIGKILL');
      await ended;
    },
  };
}
