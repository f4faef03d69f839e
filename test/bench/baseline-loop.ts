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
