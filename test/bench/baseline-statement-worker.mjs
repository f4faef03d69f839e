import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

// The minimum of a look-up on a thread: one prepared statement, and its rows sent back.
const database = new DatabaseSync(workerData.file, { readOnly: true });
database.exec('PRAGMA cache_size = -32768');
const statements = Object.fromEntries(
  Object.entries(workerData.statements).map(([name, sql]) => [name, database.prepare(sql)]),
);
parentPort.on('message', ({ name, args }) => {
  if (name === null) {
    database.close();
    parentPort.close();
    return;
  }
  parentPort.postMessage(statements[name].all(...args));
});
