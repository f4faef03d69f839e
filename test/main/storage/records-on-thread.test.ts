import { openRecordsIn, type RecordsStore } from '../../../src/main/storage/open-records.ts';
import { recordsContract } from '../../suites/records.ts';
import { recordsInFolder } from './records-in-folder.ts';
import { sourceWorker } from './source-worker.ts';

let store: RecordsStore | null = null;

recordsContract(
  'records on the worker thread',
  recordsInFolder(
    (folder, environment) => {
      store ??= openRecordsIn({ folder, ...sourceWorker });
      return store.open(environment);
    },
    async () => store?.close(),
  ),
);
