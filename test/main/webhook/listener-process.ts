import { createEvents } from '../../../src/main/core/events/event-intake.ts';
import { openRecordsIn } from '../../../src/main/storage/open-records.ts';
import { startWebhookListener } from '../../../src/main/webhook/webhook-listener.ts';
import { forkBackupProcess } from '../../helpers/forked-process.ts';
import { programFile } from '../../programs/program-file.ts';
import { header, path } from './listener-address.ts';

/** Receives events into the records of the given folder until it is killed. Reports its port once it listens. */
const [folder = ''] = process.argv.slice(2);
const clock = { now: Date.now, after: () => () => {} };
const onBug = (error: unknown): void => {
  throw error;
};
const storage = openRecordsIn({
  folder,
  workerFile: programFile('programs/storage-worker.mjs'),
  startBackups: forkBackupProcess,
});
const records = await storage.open('sandbox');
const events = createEvents({ records, clock, onBug, notices: null, announce: () => {}, publish: () => {} });
const started = await startWebhookListener({
  ...{ host: '127.0.0.1', port: 0, clock, onAnswered: () => {}, onNotStored: (_environment, why) => onBug(why) },
  sources: [{ environment: 'sandbox', source: { path, header } }],
  take: (_environment, delivery) => events.take(delivery),
  withoutToken: async (_environment, raw) => raw,
});
if (!started.ok) throw new Error(JSON.stringify(started.failure));
process.send?.({ port: started.value.port });
