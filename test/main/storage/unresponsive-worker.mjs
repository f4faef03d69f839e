import { parentPort } from 'node:worker_threads';

// A records worker with fault injection: it opens any file, answers nothing, and ends at the call that the test names.
parentPort?.on('message', (request) => {
  if (request.kind === 'open') parentPort.postMessage({ kind: 'answer', id: request.id, ok: true, value: request.id });
  if (request.kind !== 'call') return;
  if (request.call.method === 'note') throw new Error('out of memory');
  if (request.call.method === 'retryLabel') process.exit(7);
});
