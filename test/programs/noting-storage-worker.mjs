import { appendFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

// The station's storage thread, which writes the name of each method that it is called for to a file, before it answers.
// Requests wait until the worker listens, so that none is lost.
const listen = parentPort.on.bind(parentPort);
parentPort.on = (event, listener) =>
  listen(event, (message) => {
    if (message.kind === 'call') appendFileSync(process.env.NOTED_CALLS, `${message.call.method}\n`);
    listener(message);
  });

await import('./storage-worker.mjs');
