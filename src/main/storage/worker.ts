import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { message } from '../../shared/messages/message.ts';
import { connectToParent, type ParentProcess } from '../concurrency/parent-process.ts';
import type { RecordsThreadStart } from '../core/ports/records.ts';
import { type ActingNow, activityAt } from '../core/ports/write-context.ts';
import { backUpFile } from './backup.ts';
import { type FilePlaces, placesOf, stopWorkOfCopy } from './copied-records.ts';
import { checkpoint, closeDatabase, finishErasures, openCurrent, openDatabase } from './database.ts';
import { erasePeople, findPeople } from './erase-people.ts';
import type { QuarantinedRow } from './quarantine.ts';
import {
  type BackupMessage,
  type BackupRequest,
  type OpenedRecords,
  type RecordsInThread,
  type RecordsMethod,
  runCall,
  type WorkerCall,
  type WorkerMessage,
  type WorkerRequest,
} from './record-calls.ts';
import { recordsIn } from './record-methods.ts';
import { recordsFileName } from './records-file-name.ts';
import { removeOldRecords } from './remove-old-records.ts';
import { listBackups, lostWork, prepareEmpty, prepareRestore, putPreparedInPlace } from './restore.ts';
import { inOneTransaction, preparingOnUse } from './sqlite.ts';
import { asStorageError, StorageError } from './storage-error.ts';

/** One opened file. Holds the database too: garbage collection would close it while its statements are in use. */
interface OpenedFile {
  database: DatabaseSyncInstance;
  records: RecordsInThread;
}

/** A file that is ready for the one who opens it, who gives it its number. */
interface ReadyFile extends OpenedFile {
  path: string;
  places: FilePlaces;
  /** Rows that could not be read so far; null once it is opened and main listens. */
  unreported: QuarantinedRow[] | null;
  id: number;
}

/** Without a request for that long, milliseconds, the files' logs are written back. */
const idleMs = 400;

/**
 * Steps of print jobs. Those of several printers that wait at the same time are stored with one commit: each is as short as the others,
 * so that the first is not held up by the last, and each is answered once all are on disk.
 */
const storedTogether: ReadonlySet<RecordsMethod> = new Set(['advancePrinting', 'movePrintJob', 'confirmFurtherCopy']);
const mostStoredTogether = 16;

const isStoredTogether = (request: WorkerRequest): request is WorkerCall =>
  request.kind === 'call' && storedTogether.has(request.call.method);

/** A file that cannot be opened is left to the request, which says why. */
function readyAhead(start: RecordsThreadStart | null, ready: (path: string) => ReadyFile | null): ReadyFile | null {
  if (!start) return null;
  try {
    const path = join(start.expected.folder, recordsFileName(start.expected.environment));
    const file = existsSync(path) ? ready(path) : null;
    if (file) readForNothing(file);
    return file;
  } catch {
    return null;
  }
}

/** The first scan then finds its statements prepared, and the readers of its rows compiled: 20 ms of a start. */
function readForNothing({ records }: ReadyFile): void {
  try {
    records.recentScans(1, new Date().toISOString());
  } catch {
    // Whoever asks for it gets the error.
  }
}

/** Answers the requests for every environment's file, one after the other, in the order received. */
function serve(port: NonNullable<typeof parentPort>): void {
  const files = new Map<number, OpenedFile>();
  /** The files that this thread has opened: SQLite may still have one open after it was closed. */
  const everOpened = new Set<string>();
  const acting: ActingNow = { person: null };
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

  const connectTo = (path: string, backup: string | null): DatabaseSyncInstance | null => {
    if (!everOpened.has(path)) putPreparedInPlace(path);
    everOpened.add(path);
    return backup === null ? openCurrent(path) : openDatabase(path);
  };

  const ready = (path: string, backup: string | null): ReadyFile | null => {
    const database = connectTo(path, backup);
    if (!database) return null;
    const report = (row: QuarantinedRow): void => {
      if (file.unreported) file.unreported.push(row);
      else post({ kind: 'quarantined', path, row });
    };
    const onFacts = (): void => post({ kind: 'facts', file: file.id });
    const records = recordsIn(preparingOnUse(database), report, acting, onFacts);
    const file: ReadyFile = { path, database, places: placesOf(path), records, unreported: [], id: 0 };
    return file;
  };

  /** The file that is expected to be asked for first, made ready while the thread has nothing else to do; null where it cannot be. */
  let ahead = readyAhead(workerData, (path) => ready(path, null));

  /** Gives it to whoever opens that file; otherwise it is closed. */
  const takeAhead = (path: string | null): ReadyFile | null => {
    const found = ahead;
    ahead = null;
    if (!found || found.path === path) return found;
    closeDatabase(found.database);
    return null;
  };

  const open = (id: number, path: string, backup: string | null): OpenedRecords => {
    const file = takeAhead(path) ?? ready(path, backup);
    if (!file) return { kind: 'needs backup' };
    const { database, records, places } = file;
    finishErasures(database);
    const stopped = stopWorkOfCopy(database, places, Date.now());
    file.id = id;
    files.set(id, file);
    for (const row of file.unreported ?? []) post({ kind: 'quarantined', path, row });
    file.unreported = null;
    if (backup) {
      const made = message('journal.backup-made', { file: backup });
      records.note(activityAt(Date.now(), 'station', 'back-up-records', null, made));
    }
    return { kind: 'opened', file: id, stopped };
  };

  const answer = (request: WorkerRequest): unknown => {
    switch (request.kind) {
      case 'open':
        return open(request.id, request.path, request.backup);
      case 'call':
        return runCall(opened(request.file).records, request.call, acting);
      case 'close':
        return close(request.file);
      case 'end':
        takeAhead(null);
        for (const file of [...files.keys()]) close(file);
        return null;
    }
  };

  const idle = setTimeout(() => {
    for (const { database } of files.values()) checkpoint(database);
  }, idleMs);

  const refuse = (id: number, error: unknown): void => {
    const stack = error instanceof Error ? error.stack : undefined;
    post({ kind: 'answer', id, ok: false, message: asStorageError(error).failure.message, stack });
  };

  const accept = (id: number, value: unknown): void => post({ kind: 'answer', id, ok: true, value });

  const serveOne = (request: WorkerRequest): void => {
    const { id } = request;
    try {
      accept(id, answer(request));
    } catch (error) {
      refuse(id, error);
    }
  };

  /** Answers a step of a print job and those that wait behind it; returns the first request that is none. */
  const serveTogether = (first: WorkerCall): WorkerRequest | undefined => {
    const together = [first];
    let next = nextRequest();
    while (next && isStoredTogether(next) && next.file === first.file && together.length < mostStoredTogether) {
      together.push(next);
      next = nextRequest();
    }
    const records = files.get(first.file);
    const works = together.map(
      ({ call }) =>
        () =>
          records && runCall(records.records, call, acting),
    );
    const values = records && together.length > 1 ? inOneTransaction(records.database, works) : null;
    for (const [index, request] of together.entries()) {
      if (values) accept(request.id, values[index]);
      else serveOne(request);
    }
    return next;
  };

  const nextRequest = (): WorkerRequest | undefined => receiveMessageOnPort(port)?.message;

  port.on('message', (received: WorkerRequest) => {
    let isLast = false;
    for (let request: WorkerRequest | undefined = received; request; ) {
      isLast ||= request.kind === 'end';
      if (isStoredTogether(request)) {
        request = serveTogether(request);
      } else {
        serveOne(request);
        request = undefined;
      }
    }
    // The thread ends once its port is closed.
    if (!isLast) {
      idle.refresh(); // After the answer: a slow commit is not idle time.
      return;
    }
    clearTimeout(idle);
    port.close();
  });
}

async function answerBackup(request: BackupRequest): Promise<unknown> {
  switch (request.kind) {
    case 'back-up':
      return backUpFile(request.path, request.at);
    case 'list-backups':
      return listBackups(request.path);
    case 'lost-work':
      return lostWork(request.path, request.name);
    case 'prepare-restore':
      return prepareRestore(request.path, request.name, request.by);
    case 'prepare-empty':
      return prepareEmpty(request.path);
    case 'remove-old':
      return removeOldRecords(request.path, request.limits);
    case 'find-people':
      return findPeople(request.path, request.text);
    case 'erase-people':
      return erasePeople(request.path, request.people, request);
  }
}

/** The same program as a process answers one request about backups, or erases a person. Main kills it afterwards, or in the middle of a long check. */
function serveBackups({ send, onMessage }: ParentProcess): void {
  const post = (message: BackupMessage): void => send(message);
  onMessage((request) => {
    answerBackup(request as BackupRequest).then(
      (value) => post({ kind: 'answer', ok: true, value }),
      (error) => {
        const stack = error instanceof Error ? error.stack : undefined;
        post({ kind: 'answer', ok: false, message: asStorageError(error).failure.message, stack });
      },
    );
  });
  post({ kind: 'ready' });
}

/** As the thread of the records, or as a process for backups. */
export function runRecordsProgram(): void {
  if (parentPort) serve(parentPort);
  else serveBackups(connectToParent());
}
