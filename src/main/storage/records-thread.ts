import { Worker } from 'node:worker_threads';
import type { WorkerMessage, WorkerRequest } from './record-calls.ts';
import type { SetAsideRow } from './set-aside.ts';
import { StorageError } from './storage-error.ts';

/** Most requests on their way at once. One more is refused: the disk has stopped, or something asks without end. */
export const mostRequestsInFlight = 1_000;

/** Longest wait for the thread's end, milliseconds; a thread that hangs then is ended by force, and SQLite undoes what it had half done. */
const longestEndMs = 2_000;

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

export interface RecordsThread {
  /** Rejects with a StorageError: the write was refused, or the thread has ended. */
  ask(request: Unnumbered<WorkerRequest>): Promise<unknown>;
  /** Lets what was asked be answered, closes every file, and resolves when the thread is gone. */
  end(): Promise<void>;
  isAlive(): boolean;
}

export interface RecordsThreadParts {
  workerFile: string | URL;
  execArgv: string[];
  onSetAside: (path: string, row: SetAsideRow) => void;
}

interface Asked {
  resolve: (value: unknown) => void;
  reject: (error: StorageError) => void;
}

/** Starts the worker thread. Where it dies, everything that waits for it rejects, and so does everything asked later. */
export function startRecordsThread(parts: RecordsThreadParts): RecordsThread {
  const worker = new Worker(parts.workerFile, { execArgv: parts.execArgv, name: 'records' });
  const asked = new Map<number, Asked>();
  let lastId = 0;
  let ending: Promise<void> | null = null;
  let death: StorageError | null = null;

  const die = (cause: unknown): void => {
    death ??= stopped(cause);
    for (const { reject } of asked.values()) reject(death);
    asked.clear();
  };
  const gone = new Promise<void>((resolve) => {
    worker.once('exit', (exitCode) => {
      die(`exit code ${exitCode}`);
      resolve();
    });
  });
  worker.once('error', die);
  worker.once('messageerror', (error) => {
    die(error);
    void worker.terminate();
  });
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'set aside') return parts.onSetAside(message.path, message.row);
    const waiting = asked.get(message.id);
    asked.delete(message.id);
    if (message.ok) waiting?.resolve(message.value);
    else waiting?.reject(new StorageError(message.failure, { cause: message.stack }));
  });

  const send = (request: Unnumbered<WorkerRequest>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (death) return reject(death);
      lastId += 1;
      worker.postMessage({ ...request, id: lastId } satisfies WorkerRequest);
      asked.set(lastId, { resolve, reject });
    });

  const endNow = async (): Promise<void> => {
    const force = setTimeout(() => void worker.terminate(), longestEndMs);
    await send({ kind: 'end' }).catch(() => {});
    await gone;
    clearTimeout(force);
  };

  return {
    ask: async (request) => {
      if (asked.size >= mostRequestsInFlight) throw overrun();
      return send(request);
    },
    end() {
      ending ??= endNow();
      return ending;
    },
    isAlive: () => death === null && ending === null,
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
    message: `The records have fallen behind: ${mostRequestsInFlight} requests wait for the disk.`,
    next: 'Wait a moment. If this stays, have the disk looked at.',
  });
