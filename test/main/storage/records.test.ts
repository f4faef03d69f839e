import { join } from 'node:path';
import { recordsFileName } from '../../../src/main/storage/open-records.ts';
import { recordsContract } from '../../suites/records.ts';
import { recordsInFolder } from './records-in-folder.ts';
import { openInThread } from './records-in-thread.ts';

recordsContract(
  'records in this thread',
  recordsInFolder(async (folder, environment) => openInThread(join(folder, recordsFileName(environment)))),
);
