import { startStationInNode } from '../helpers/station-in-node.ts';
import { programFile } from './program-file.ts';

// A whole station in a separate process, controlled by its parent until it is killed. File dialogs return TABLE.
const [folder = '', baseUrl = ''] = process.argv.slice(2);
const picker = { files: async () => [], folder: async () => null, table: async () => process.env.TABLE ?? null };
const station = await startStationInNode({
  folder,
  picker,
  storageWorker: programFile('programs/crashing-storage-worker.mjs'),
  settings: { bench: { deleteUndoSeconds: 1 } },
  provisioning: {
    environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl: baseUrl, token: 'token-1' }],
    activeEnvironment: 'sandbox',
  },
});
process.on('message', ({ name, input }: { name: Parameters<typeof station.call>[0]; input: never }) => {
  station.call(name, input).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ ready: true });
