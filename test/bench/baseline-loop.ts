import { mkdtemp, open, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The least any durable label printer must do for one label: record it on disk (fdatasync), connect, write, close. */
export interface BaselineLoop {
  printOne(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export async function openBaselineLoop(port: number): Promise<BaselineLoop> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-bare-'));
  const journal = await open(join(folder, 'journal'), 'a');
  return {
    async printOne(bytes) {
      await journal.appendFile(`print ${bytes.length}\n`);
      await journal.datasync();
      await new Promise<void>((resolve, reject) => {
        const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(bytes));
        socket
          .on('close', () => resolve())
          .on('error', reject)
          .resume();
      });
    },
    async close() {
      await journal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The middle of the measured values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** How long the work took, milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
