import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { programFile } from '../../programs/program-file.ts';
import { deliver, eventOf, startHubHere, until } from './hub-fixture.ts';

const opened = closedAfterEach();

/** The thread of the records, which ends when it is to store events. */
const endingThread = `
import { parentPort } from 'node:worker_threads';
const listen = parentPort.on.bind(parentPort);
parentPort.on = (event, listener) =>
  listen(event, (message) => (message.call?.method === 'storeEvents' ? process.exit(1) : listener(message)));
await import(${JSON.stringify(programFile('programs/storage-worker.mjs').href)});
`;

it('a hub whose records end does not answer 200, and is to be started again', async () => {
  const folder = await opened.folder();
  const thread = join(folder, 'ending-thread.mjs');
  await writeFile(thread, endingThread);
  const endings: unknown[] = [];
  const hub = await startHubHere(opened, {
    ...{ server: 'nats://127.0.0.1:9', storageWorker: pathToFileURL(thread) },
    onEnded: (error) => endings.push(error),
  });
  expect(await deliver(hub.port, 'sandbox', eventOf('DO-7'))).toBe(503);
  const health = await until(
    () => fetch(`http://127.0.0.1:${hub.healthPort}/healthz`),
    (answer) => answer.status === 503,
  );
  expect(health.status).toBe(503);
  expect(endings).not.toEqual([]);
});
