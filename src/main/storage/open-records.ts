import { mkdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { isFarAhead } from '../../shared/values/date-time.ts';
import { createMutex } from '../concurrency/mutex.ts';
import type { SidecarPriority, SidecarProcess, StartSidecar } from '../core/ports/desktop.ts';
import type { OpenRecords, RecordBackups, RecordErasure, Records, StoppedWork } from '../core/ports/records.ts';
import type { ActingPerson } from '../core/ports/write-context.ts';
import type { QuarantinedRow } from './quarantine.ts';
import {
  type BackupMessage,
  type BackupRequest,
  type OpenedRecords,
  type RecordsMethod,
  type RecordsValue,
  recordsOver,
  type WorkerMessage,
  type WorkerRequest,
} from './record-calls.ts';
import { recordsFileName } from './records-file-name.ts';
import { asStorageError, isDamage, notMigrated, StorageError } from './storage-error.ts';

export interface RecordsParts {
  /** The folder of the files; created if missing, readable by this user only. */
  folder: string;
  /** The built `storage-worker.cjs`, or its TypeScript source with the `execArgv` needed to run it. */
  workerFile: string | URL;
  execArgv?: string[];
  /** Starts the same program as a process, which makes or reads a backup. */
  startBackups: StartSidecar;
  /** A thread of that program that runs already; without it the first one starts with the first file. */
  started?: Worker;
  /** For whom the call writes that is made now; null where the station works for itself. */
  actingPerson?: () => ActingPerson | null;
  /** Called once for each row that cannot be read. The row stays in its file, and the journal names it too. */
  onQuarantined?: (path: string, row: QuarantinedRow) => void;
  /** A write of that environment's records has facts for the other benches of its site. */
  onFacts?: (environment: string) => unknown;
  /** The records of that environment are a copy, so that what waited in them was stopped. */
  onCopy?: (environment: string, stopped: StoppedWork) => void;
}

/** The records of every environment: one file each, all on one worker thread. */
export interface RecordsStore {
  /** Rejects with a StorageError: a newer file, a damaged one, a folder that may not be written. */
  open: OpenRecords;
  backups: RecordBackups;
  erasure: RecordErasure;
  /** Answers the pending requests, closes every file and ends the thread. */
  close(): Promise<void>;
}

/** Opens records in a folder. The worker thread starts with the first file; after a crash, opening a file starts a new one. */
export function openRecordsIn(parts: RecordsParts): RecordsStore {
  let thread: RecordsThread | null = null;
  let { started } = parts;
  const backups = createBackups(parts);
  const pathOf = (environment: string): string => join(parts.folder, recordsFileName(environment));
  /** The environment of each opened file of the present thread. */
  const environments = new Map<number, string>();
  const onFacts = (file: number): void => void parts.onFacts?.(environments.get(file) ?? '');

  const runningThread = (): RecordsThread => {
    if (!thread?.isAlive()) {
      const { workerFile, execArgv = [], onQuarantined = () => {} } = parts;
      // Node sets the id of an ended thread to -1.
      if (started?.threadId === -1) started = undefined;
      environments.clear();
      thread = startRecordsThread({ workerFile, execArgv, onQuarantined, onFacts, started });
      started = undefined;
    }
    return thread;
  };

  const store: RecordBackups = {
    async newest(environment, now) {
      // Its file loads the database, which only the thread needs.
      const { newestBackup } = await import('./backup.ts');
      return newestBackup(pathOf(environment), now);
    },
    async isChangedSince(environment, time) {
      const path = pathOf(environment);
      const changes = await Promise.all([path, `${path}-wal`].map((file) => stat(file).catch(() => null)));
      // Opening a file makes an empty log, which changes nothing.
      return changes[0] !== null && changes.some((found) => found && found.size > 0 && found.mtimeMs > (time ?? 0));
    },
    removeOldRecords: (environment, limits) => backups.run({ kind: 'remove-old', path: pathOf(environment), limits }),
    async removeOld(environment, before, now) {
      const { removeOldBackups } = await import('./backup.ts');
      await removeOldBackups(pathOf(environment), before, now);
    },
    make: (environment, now) => backups.make(pathOf(environment), now),
    list: (environment) => backups.run({ kind: 'list-backups', path: pathOf(environment) }),
    lostWork: (environment, name) => backups.run({ kind: 'lost-work', path: pathOf(environment), name }),
    async prepareRestore(environment, name) {
      const by = parts.actingPerson?.() ?? null;
      const prepared = await backups.run({ kind: 'prepare-restore', path: pathOf(environment), name, by });
      return prepared.ok ? success(null) : prepared;
    },
  };

  const erasure: RecordErasure = {
    async environments() {
      const names = await readdir(parts.folder).catch((): string[] => []);
      return names.flatMap((name) => /^records-(.+)\.sqlite3$/.exec(name)?.[1] ?? []).sort();
    },
    async backupTimes(environment) {
      const { allCopiesOf } = await import('./backup.ts');
      return (await allCopiesOf(pathOf(environment))).map(({ at }) => at);
    },
    find: (environment, text) => backups.run({ kind: 'find-people', path: pathOf(environment), text }),
    erase: (environment, people, how) =>
      backups.run({ kind: 'erase-people', path: pathOf(environment), people, ...how }),
  };

  /** The error of records that are damaged says what can take their place. */
  const withReplacement = (environment: string, error: unknown): StorageError => {
    const found = asStorageError(error);
    if (!isDamage(found)) return found;
    found.replacement = {
      environment,
      async newestBackup() {
        const listed = await store.list(environment);
        const all = listed.ok ? listed.value : [];
        const whole = all.filter(({ kind, state }) => kind === 'backup' && state === 'whole');
        // One from the future was made under a wrong clock, unless all are: then the clock is wrong now.
        return whole.find(({ at }) => !isFarAhead(Date.parse(at), Date.now())) ?? whole[0] ?? null;
      },
      useBackup: (name) => store.prepareRestore(environment, name),
      beginEmpty: () => backups.run({ kind: 'prepare-empty', path: pathOf(environment) }),
    };
    return found;
  };

  return {
    backups: store,
    erasure,
    async open(environment) {
      const path = pathOf(environment);
      try {
        mkdirSync(parts.folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        throw asStorageError(error);
      }
      const current = runningThread();
      const onDamage = (error: unknown) => Promise.reject(withReplacement(environment, error));
      const openFile = async (backup: string | null): Promise<OpenedRecords> =>
        (await current.request({ kind: 'open', path, backup }).catch(onDamage)) as OpenedRecords;
      let answer = await openFile(null);
      if (answer.kind === 'needs backup') answer = await openFile(await backups.makeBeforeMigration(path));
      if (answer.kind === 'needs backup') throw new Error('A file that was backed up is not migrated');
      const { file, stopped } = answer;
      environments.set(file, environment);
      if (stopped) parts.onCopy?.(environment, stopped);
      const { actingPerson = () => null } = parts;
      return recordsOfFile(current, file, { actingPerson, onDamage, stopBackup: () => backups.stop(path) });
    },
    async close() {
      await backups.end();
      await thread?.end();
    },
  };
}

/** A process that was started for one request about backups. */
interface BackupProcess {
  readonly path: string;
  /** Rejects with a StorageError: it was refused, or the process has ended. */
  request(request: BackupRequest): Promise<unknown>;
  /** Ends it, also in the middle of its work, and resolves when it has ended. */
  end(): Promise<void>;
}

function backupProcess(path: string, sidecar: SidecarProcess): BackupProcess {
  const exited = new Promise<void>((resolve) => sidecar.onExit(resolve));
  return {
    path,
    request: (request) =>
      new Promise((resolve, reject) => {
        sidecar.onMessage((received) => {
          const message = received as BackupMessage;
          if (message.kind === 'ready') sidecar.post(request);
          else if (message.ok) resolve(message.value);
          else reject(new StorageError(message.message, { cause: message.stack }));
        });
        void exited.then(() => reject(stopped('its process ended')));
      }),
    end() {
      sidecar.kill();
      return exited;
    },
  };
}

/**
 * Makes and reads backups, each time in a process of its own, which reads the file on a connection of its own. A thread could not be ended
 * while SQLite checks a file, and with it neither could the program.
 */
function createBackups({ startBackups }: RecordsParts) {
  let making: BackupProcess | null = null;
  const readers = new Set<BackupProcess>();
  const beforeMigrations = createMutex();
  let isEnded = false;
  const start = (path: string, priority: SidecarPriority = 'background'): BackupProcess | null => {
    const sidecar = isEnded ? null : startBackups(priority);
    return sidecar && backupProcess(path, sidecar);
  };

  const run = async <T>(request: BackupRequest, priority?: SidecarPriority): Promise<Result<T>> => {
    const reader = start(request.path, priority);
    if (!reader) return failed(updateWaiting);
    readers.add(reader);
    try {
      return success((await reader.request(request)) as T);
    } catch (error) {
      return failed(asStorageError(error).failure);
    } finally {
      readers.delete(reader);
      await reader.end();
    }
  };

  const make = async (path: string, at: number): Promise<Result<string | null>> => {
    const isUsed = [...readers].some((reader) => reader.path === path);
    const current = making || isUsed ? null : start(path);
    // Where another version is installed, that one makes it; where something else is done with the file, the next look does.
    if (!current) return success(null);
    making = current;
    try {
      return success(String(await current.request({ kind: 'back-up', path, at })));
    } catch (error) {
      return making === current ? failed(asStorageError(error).failure) : success(null);
    } finally {
      if (making === current) making = null;
      await current.end();
    }
  };

  /** Ends what is done with the backups of that file, or of any: reading a file holds up closing it. Null where nothing is. */
  const stop = (path?: string): Promise<unknown> | null => {
    const all = [...readers, ...(making ? [making] : [])].filter((one) => path === undefined || one.path === path);
    if (all.length === 0) return null;
    if (making && all.includes(making)) making = null;
    return Promise.all(all.map((one) => one.end()));
  };

  return {
    make,
    run,
    stop,
    /** Returns its name; rejects where it cannot be made, or where it is ended, because the station is. One at a time for all files. */
    makeBeforeMigration: (path: string): Promise<string> =>
      beforeMigrations.runExclusive(async () => {
        await stop(path);
        const made = await run<string>({ kind: 'back-up', path, at: Date.now() }, 'normal');
        if (made.ok) return made.value;
        throw notMigrated(new StorageError(made.failure.message));
      }),
    /** Ends all, and starts none any more. */
    async end(): Promise<void> {
      isEnded = true;
      await stop();
    },
  };
}

const updateWaiting: Failure = { code: 'not-allowed-now', message: message('station.update-waiting') };

interface RecordsOfFileParts {
  /** A call failed; rejects with what can be done about a damaged file. */
  onDamage: (error: unknown) => Promise<never>;
  actingPerson: () => ActingPerson | null;
  /** Ends the backup that reads this file; null where none does. */
  stopBackup: () => Promise<unknown> | null;
}

function recordsOfFile(thread: RecordsThread, file: number, parts: RecordsOfFileParts): Records {
  const { actingPerson, onDamage, stopBackup } = parts;
  let closing: Promise<void> | null = null;
  return {
    ...recordsOver(async <M extends RecordsMethod>(method: M, ...args: Parameters<Records[M]>) => {
      const person = actingPerson();
      const call = { method, args, ...(person && { person }) };
      return (await thread.request({ kind: 'call', file, call }).catch(onDamage)) as RecordsValue<M>;
    }),
    close() {
      const close = (): Promise<void> => thread.request({ kind: 'close', file }).then(() => {});
      closing ??= stopBackup()?.then(close) ?? close();
      return closing;
    },
  };
}

/** Most requests in flight. Further ones are refused: the disk hangs, or a loop does not end. */
export const maxRequestsInFlight = 1_000;

/** Longest wait for the thread to end, milliseconds. A thread that hangs longer is terminated; SQLite rolls back its open transaction. */
const longestEndMs = 2_000;

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

export interface RecordsThread {
  /** Rejects with a StorageError: the write was refused, or the thread has ended. */
  request(request: WithoutId<WorkerRequest>): Promise<unknown>;
  /** Answers the pending requests, closes every file, and resolves when the thread is gone. */
  end(): Promise<void>;
  isAlive(): boolean;
}

export interface RecordsThreadParts {
  workerFile: string | URL;
  execArgv: string[];
  onQuarantined: (path: string, row: QuarantinedRow) => void;
  /** A write of that file has facts for the other benches of its site. */
  onFacts?: (file: number) => void;
  started?: Worker | undefined;
}

interface PendingRequest {
  resolve: (value: unknown) => void;
  reject: (error: StorageError) => void;
}

/** Starts the worker thread. After a crash, every pending and later request rejects. */
export function startRecordsThread(parts: RecordsThreadParts): RecordsThread {
  const worker = parts.started ?? new Worker(parts.workerFile, { execArgv: parts.execArgv, name: 'records' });
  const pending = new Map<number, PendingRequest>();
  let lastId = 0;
  let ending: Promise<void> | null = null;
  let stopError: StorageError | null = null;

  const fail = (cause: unknown): void => {
    stopError ??= stopped(cause);
    for (const { reject } of pending.values()) reject(stopError);
    pending.clear();
  };
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', (exitCode) => {
      fail(`exit code ${exitCode}`);
      resolve();
    });
  });
  worker.once('error', fail);
  worker.once('messageerror', (error) => {
    fail(error);
    void worker.terminate();
  });
  worker.on('message', (answer: WorkerMessage) => {
    if (answer.kind === 'quarantined') return parts.onQuarantined(answer.path, answer.row);
    if (answer.kind === 'facts') return parts.onFacts?.(answer.file);
    const found = pending.get(answer.id);
    pending.delete(answer.id);
    if (answer.ok) found?.resolve(answer.value);
    else found?.reject(new StorageError(answer.message, { cause: answer.stack }));
  });

  const send = (request: WithoutId<WorkerRequest>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (stopError) return reject(stopError);
      lastId += 1;
      worker.postMessage({ ...request, id: lastId } satisfies WorkerRequest);
      pending.set(lastId, { resolve, reject });
    });

  const endNow = async (): Promise<void> => {
    const force = setTimeout(() => void worker.terminate(), longestEndMs);
    await send({ kind: 'end' }).catch(() => {});
    await exited;
    clearTimeout(force);
  };

  return {
    request: async (request) => {
      if (pending.size >= maxRequestsInFlight) throw overloaded();
      return send(request);
    },
    end() {
      ending ??= endNow();
      return ending;
    },
    isAlive: () => stopError === null && ending === null,
  };
}

const stopped = (cause: unknown): StorageError => {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new StorageError(message('storage.thread-stopped', { detail }), { cause });
};

const overloaded = (): StorageError =>
  new StorageError(message('storage.overloaded', { requests: maxRequestsInFlight }));
