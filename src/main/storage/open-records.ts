import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { environmentSchema } from '../../shared/settings/environment.ts';
import type { OpenRecords, Records } from '../core/ports/records.ts';
import type { QuarantinedRow } from './quarantine.ts';
import { type RecordsMethod, type RecordsValue, recordsOver } from './record-calls.ts';
import { type RecordsThread, startRecordsThread } from './records-thread.ts';
import { asStorageError, StorageError } from './storage-error.ts';

export interface RecordsParts {
  /** The folder of the files; created if missing, readable by this user only. */
  folder: string;
  /** The built `storage-worker.js`, or its TypeScript source with the `execArgv` needed to run it. */
  workerFile: string | URL;
  execArgv?: string[];
  /** Called once for each row that cannot be read. The row stays in its file, and the journal names it too. */
  onQuarantined?: (path: string, row: QuarantinedRow) => void;
}

/** The records of every environment: one file each, all on one worker thread. */
export interface RecordsStore {
  /** Rejects with a StorageError: a newer file, a damaged one, a folder that may not be written. */
  open: OpenRecords;
  /** Answers the pending requests, closes every file and ends the thread. */
  close(): Promise<void>;
}

/** Opens records in a folder. The worker thread starts with the first file; after a crash, opening a file starts a new one. */
export function openRecordsIn(parts: RecordsParts): RecordsStore {
  let thread: RecordsThread | null = null;

  const runningThread = (): RecordsThread => {
    if (!thread?.isAlive()) {
      const { workerFile, execArgv = [], onQuarantined = () => {} } = parts;
      thread = startRecordsThread({ workerFile, execArgv, onQuarantined });
    }
    return thread;
  };

  return {
    async open(environment) {
      const path = join(parts.folder, recordsFileName(environment));
      await mkdir(parts.folder, { recursive: true, mode: 0o700 }).catch((error) => {
        throw asStorageError(error);
      });
      const current = runningThread();
      const file = Number(await current.request({ kind: 'open', path }));
      return recordsOfFile(current, file);
    },
    async close() {
      await thread?.end();
    },
  };
}

/**
 * The file name of an environment's records, in lower case: settings and some file systems ignore case. Throws a StorageError for
 * an invalid name.
 */
export function recordsFileName(environment: string): string {
  const name = environmentSchema.shape.name.safeParse(environment);
  if (name.success) return `records-${name.data.toLowerCase()}.sqlite3`;
  throw new StorageError(message('storage.invalid-environment-name', { name: environment }));
}

function recordsOfFile(thread: RecordsThread, file: number): Records {
  let closing: Promise<void> | null = null;
  return {
    ...recordsOver(async <M extends RecordsMethod>(method: M, ...args: Parameters<Records[M]>) => {
      const value = await thread.request({ kind: 'call', file, call: { method, args } });
      return value as RecordsValue<M>;
    }),
    close() {
      closing ??= thread.request({ kind: 'close', file }).then(() => {});
      return closing;
    },
  };
}
