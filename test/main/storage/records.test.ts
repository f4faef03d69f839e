import { join } from 'node:path';
import { openRecordsIn, type RecordsStore } from '../../../src/main/storage/open-records.ts';
import { recordsFileName } from '../../../src/main/storage/records-file-name.ts';
import { placeNewRecords } from '../../helpers/new-records-file.ts';
import { recordsContract } from '../../suites/records.ts';
import { openInThread, sourceWorker } from './open-test-records.ts';
import { recordsInFolder } from './test-folders.ts';

recordsContract(
  'records in this thread',
  recordsInFolder(async (folder, environment) => openInThread(join(folder, recordsFileName(environment)))),
);

let store: RecordsStore | null = null;

recordsContract(
  'records on the worker thread',
  recordsInFolder(
    (folder, environment) => {
      store ??= openRecordsIn({ folder, ...sourceWorker });
      placeNewRecords(join(folder, recordsFileName(environment)));
      return store.open(environment);
    },
    async () => store?.close(),
  ),
);
