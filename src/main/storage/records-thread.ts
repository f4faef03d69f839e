import { Worker } from 'node:worker_threads';
import type { QuarantinedRow } from './quarantine.ts';
import type { WorkerMessage, WorkerRequest } from './record-calls.ts';
import { StorageError } from './storage-error.ts';

/** Most requests on their way at once. One more is refused: the disk has stopped, or something asks without end. */
export const maxRequestsInFlight = 1_000;

/** Longest wait for the thread's end, milliseconds; a thread that hangs then is ended by force, and SQLite undoes what it had half done. */
const longestEndMs = 2_000;

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

export interface RecordsThread {
  /** Rejects with a StorageError: the write was refused, or the thread has ended. */
  request(request: WithoutId<WorkerRequest>): Promise<unknown>;
  /** Lets what was asked be answered, closes every file, and resolves when the thread is gone. */
  end(): Promise<void>;
  isAlive(): boolean;
}

export interface RecordsThreadParts {
  workerFile: string | URL;
  execArgv: string[];
  onQuarantined: (path: string, row: QuarantinedRow) => void;
}

interface PendingRequest {
  resolve: (value: unknown) => void;
  reject: (error: StorageError) => void;
}

/** Starts the worker thread. Where it dies, everything that waits for it rejects, and so does everything asked later. */
export function startRecordsThread(parts: RecordsThreadParts): RecordsThread {
  const worker = new Worker(parts.workerFile, { execArgv: parts.execArgv, name: 'records' });
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
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'quarantined') return parts.onQuarantined(message.path, message.row);
    const found = pending.get(message.id);
    pending.delete(message.id);
    if (message.ok) found?.resolve(message.value);
    else found?.reject(new StorageError(message.failure, { cause: message.stack }));
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
      if (pending.size >= maxRequestsInFlight) throw overrun();
      return send(request);
    },
    end() {
      ending ??= endNow();
      return ending;
    },
    isAlive: () => stopError === null && ending === null,
  };
}

const stopped = (cause: unknown): StorageError =>
  new StorageError(
    {
      message: 'The records have stopped working; what was just asked may not be stored.',
      next: 'Start the station again.',
    },
    { cause },
  );

const overrun = (): StorageError =>
  new StorageError({
    message: `The records have fallen behind: ${maxRequestsInFlight} requests wait for the disk.`,
    next: 'Wait a moment. If this stays, have the disk looked at.',
  });
