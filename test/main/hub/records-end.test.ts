import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import { startHub } from '../../../src/main/hub/hub.ts';
import { readHubProvisioning } from '../../../src/main/hub/hub-provisioning.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { forkBackupProcess } from '../../helpers/forked-process.ts';
import { programFile } from '../../programs/program-file.ts';
import { deliver, eventOf, hubFile, until } from './hub-fixture.ts';

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
  const { file, port } = await hubFile(folder, { server: 'nats://127.0.0.1:9' });
  const provisioned = readHubProvisioning(file);
  if (!provisioned.ok) throw new Error(provisioned.messages.join('\n'));
  const thread = join(folder, 'ending-thread.mjs');
  await writeFile(thread, endingThread);
  const endings: unknown[] = [];
  const hub = opened.keep(
    await startHub({
      ...{ dataFolder: folder, settings: provisioned.settings, seed: null, clock: systemClock, log: () => {} },
      ...{ healthPort: 0, monitoringPort: 9, startBackupProcess: () => forkBackupProcess() },
      storageWorker: { file: pathToFileURL(thread) },
      onEnded: (error) => endings.push(error),
    }),
  );
  const status = await until(
    () => deliver(port, 'sandbox', eventOf('DO-7')).catch(() => null),
    (found) => found !== null,
  );
  expect(status).toBe(503);
  const health = await until(
    () => fetch(`http://127.0.0.1:${hub.healthPort}/healthz`),
    (answer) => answer.status === 503,
  );
  expect(health.status).toBe(503);
  expect(endings).not.toEqual([]);
});
