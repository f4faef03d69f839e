import { parentPort } from 'node:worker_threads';

// The station's storage thread, which kills the whole process before it writes, or after it wrote and before it reports:
// DIE_AT is "method state nth before|after", where the state a command, or a batch, moves to may be left out as "-"; the method "*" is
// any of them.
const [method, state, nth, when] = (process.env.CRASH_AT ?? '').split(' ');
let seen = 0;
let fatalId = null;

const isMeant = ({ kind, call }) =>
  kind === 'call' && (method === '*' || call.method === method) && (state === '-' || call.args[2]?.state === state);

const inspect = (request) => {
  if (!isMeant(request)) return;
  seen += 1;
  if (seen !== Number(nth)) return;
  if (when === 'before') process.kill(process.pid, 'SIGKILL');
  else fatalId = request.id;
};

// Requests wait until the worker listens, so that none is lost.
const listen = parentPort.on.bind(parentPort);
parentPort.on = (event, listener) =>
  listen(event, (message) => {
    inspect(message);
    listener(message);
  });

const post = parentPort.postMessage.bind(parentPort);
parentPort.postMessage = (message) => {
  if (message.kind === 'answer' && message.id === fatalId) process.kill(process.pid, 'SIGKILL');
  else post(message);
};

await import('./storage-worker.mjs');
