import type { Failure } from '../../shared/contract/failure.ts';
import { sentenceOf } from '../../shared/contract/failure.ts';

/** What every call of the records rejects with: the disk, the file or the worker said no. Carries words for the operator. */
export class StorageError extends Error {
  readonly code = 'storage';
  readonly failure: Failure;

  constructor(failure: Omit<Failure, 'code'>, options?: ErrorOptions) {
    super(sentenceOf(failure.message), options);
    this.name = 'StorageError';
    this.failure = { code: 'storage', ...failure };
  }
}

/** The words for SQLite's primary result codes that an operator can act on (sqlite.org/rescode.html). */
const messagesByResultCode: Record<number, Omit<Failure, 'code'>> = {
  5: { message: 'Another program holds the records.', next: 'Close it; the station needs its records for itself.' },
  8: { message: 'The records may not be written.', next: 'Look at the rights of the data folder.' },
  10: { message: 'The disk does not read or write.', next: 'Stop working here and have the disk looked at.' },
  11: { message: 'The records are damaged.', next: 'Close the station and bring the records back from a backup.' },
  13: { message: 'The disk is full.', next: 'Make room on the disk, then repeat what you did.' },
  14: { message: 'The records cannot be opened.', next: 'Look at the data folder and its rights.' },
  26: { message: 'The records are no database.', next: 'Bring the file back from a backup, or move it away.' },
};

/** Any error met while working on a file, as what the records' callers get. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  const known = messagesByResultCode[resultCodeOf(error) & 0xff];
  if (known) return new StorageError({ ...known, message: `${known.message} (${detail})` }, { cause: error });
  return new StorageError({ message: `The records did not take this: ${detail}` }, { cause: error });
}

function resultCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}
