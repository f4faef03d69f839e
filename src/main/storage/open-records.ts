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
  /** Where the files are; made when missing, readable by this user alone. */
  folder: string;
  /** The built `storage-worker.js`, or its source with the `execArgv` that makes the thread read it. */
  workerFile: string | URL;
  execArgv?: string[];
  /** Called once for each row that cannot be read. The row stays in its file, and the journal names it too. */
  onQuarantined?: (path: string, row: QuarantinedRow) => void;
}

/** The records of every environment: one file each, all on one worker thread. */
export interface RecordsStore {
  /** Rejects with a StorageError: a newer file, a damaged one, a folder that may not be written. */
  open: OpenRecords;
  /** Answers what was requested before, closes every file and ends the thread. */
  close(): Promise<void>;
}

/** Nothing is started before the first file is opened. After a crash of the thread, opening starts a new one. */
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
 * The file of an environment. Settings and some file systems treat names that differ only in case as the same: the file name is
 * in lower case.
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
