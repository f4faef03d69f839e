import { constants } from 'node:os';
import type { Failure } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { RecordsReplacement } from '../core/ports/records.ts';

/** The error of every rejected call of the records: the disk, the file or the worker thread failed. */
export class StorageError extends Error {
  readonly code = 'storage';
  readonly failure: Failure & { message: Message };
  /** Where records are damaged: what can take their place. */
  replacement?: RecordsReplacement;

  constructor(refusal: Message, options?: ErrorOptions) {
    const { detail } = refusal.params;
    super(typeof detail === 'string' ? `${refusal.code}: ${detail}` : refusal.code, options);
    this.name = 'StorageError';
    this.failure = { code: 'storage', message: refusal };
  }
}

/** SQLite's primary result codes that an operator can act on (sqlite.org/rescode.html). */
const codesByResult = {
  5: 'storage.database-in-use',
  8: 'storage.read-only',
  10: 'storage.disk-error',
  11: 'storage.database-damaged',
  13: 'storage.disk-full',
  14: 'storage.cannot-open',
  26: 'storage.not-a-database',
} as const;

const isKnownResult = (result: number): result is keyof typeof codesByResult => result in codesByResult;

/** Any error of SQLite or the file system as a StorageError. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  const result = resultCodeOf(error) & 0xff;
  const code = isKnownResult(result) ? codesByResult[result] : 'storage.failed';
  return new StorageError(message(code, { detail }), { cause: error });
}

/** The results that errors of the file system stand for. */
const resultsBySystemCode: Readonly<Record<string, keyof typeof codesByResult>> = {
  ...{ EACCES: 8, EPERM: 8, EROFS: 8 },
  ...{ EIO: 10, ENOSPC: 13, EDQUOT: 13 },
};

/** SQLite's "disk I/O error" stands for any error of a write but a full disk; the system's own number says which. */
const diskError = 10;

function resultCodeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  if ('errcode' in error && typeof error.errcode === 'number')
    return ((error.errcode & 0xff) === diskError && resultsBySystemCode[systemCodeOf(error)]) || error.errcode;
  return ('code' in error && resultsBySystemCode[String(error.code)]) || 0;
}

const systemCodeOf = (error: Error & { systemErrno?: unknown }): string =>
  Object.entries(constants.errno).find(([, number]) => number === error.systemErrno)?.[0] ?? '';

/** True where the file itself is at fault, so that no further try reads it. */
export const isDamage = ({ failure }: StorageError): boolean =>
  failure.message.code === 'storage.database-damaged' || failure.message.code === 'storage.not-a-database';

/** The error of a file that was not migrated because it could not be backed up. */
export function notMigrated(error: unknown): StorageError {
  const found = asStorageError(error);
  const reason = found.failure.message;
  return new StorageError(message('storage.not-migrated', { reason, detail: found.message }), { cause: error });
}
