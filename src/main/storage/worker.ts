import { parentPort } from 'node:worker_threads';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { message } from '../../shared/messages/message.ts';
import { checkpoint, closeDatabase, openDatabase } from './database.ts';
import { type RecordsInThread, runCall, type WorkerMessage, type WorkerRequest } from './record-calls.ts';
import { recordsIn } from './record-methods.ts';
import { asStorageError, StorageError } from './storage-error.ts';

/** One opened file. Holds the database too: garbage collection would close it while its statements are in use. */
interface OpenedFile {
  database: DatabaseSyncInstance;
  records: RecordsInThread;
}

/** Without a request for that long, milliseconds, the files' logs are written back. */
const idleMs = 400;

/** Answers the requests for every environment's file, one after the other, in the order received. */
function serve(port: NonNullable<typeof parentPort>): void {
  const files = new Map<number, OpenedFile>();
  const post = (message: WorkerMessage): void => port.postMessage(message);

  const opened = (file: number): OpenedFile => {
    const found = files.get(file);
    if (!found) throw new StorageError(message('storage.closed'));
    return found;
  };

  const close = (file: number): void => {
    const { database } = opened(file);
    files.delete(file);
    closeDatabase(database);
  };

  const answer = (request: WorkerRequest): unknown => {
    switch (request.kind) {
      case 'open': {
        const { path } = request;
        const database = openDatabase(path);
        const records = recordsIn(database, (row) => post({ kind: 'quarantined', path, row }));
        files.set(request.id, { database, records });
        return request.id;
      }
      case 'call':
        return runCall(opened(request.file).records, request.call);
      case 'close':
        return close(request.file);
      case 'end':
        for (const file of [...files.keys()]) close(file);
        return null;
    }
  };

  const idle = setTimeout(() => {
    for (const { database } of files.values()) checkpoint(database);
  }, idleMs);

  port.on('message', (request: WorkerRequest) => {
    try {
      post({ kind: 'answer', id: request.id, ok: true, value: answer(request) });
    } catch (error) {
      const stack = error instanceof Error ? error.stack : undefined;
      post({ kind: 'answer', id: request.id, ok: false, message: asStorageError(error).failure.message, stack });
    }
    // The thread ends once its port is closed.
    if (request.kind !== 'end') {
      idle.refresh(); // After the answer: a slow commit is not idle time.
      return;
    }
    clearTimeout(idle);
    port.close();
  });
}

if (parentPort) serve(parentPort);
