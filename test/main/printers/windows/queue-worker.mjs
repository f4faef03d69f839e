import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// A spooler's thread with the queue of the tests in it, and three printers that end, block or send invalid messages.
register();
const { serveSpooler } = await import('../../../../src/main/printers/windows/spooler.ts');
const { createWindowsQueue } = await import('./windows-queue.ts');

serveSpooler(parentPort, async () => {
  const { calls, add } = createWindowsQueue();
  for (const name of ['Zebra', 'ends', 'nonsense']) add(name);
  return {
    ...calls,
    openPrinter(name) {
      if (name === 'ends') process.exit(1);
      return name === 'nonsense' ? { ok: true, value: 'a handle' } : calls.openPrinter(name);
    },
  };
});
