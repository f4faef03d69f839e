import { message } from '../../shared/messages/message.ts';
import { environmentSchema } from '../../shared/settings/environment.ts';
import { StorageError } from './storage-error.ts';

/**
 * The file name of an environment's records, in lower case: settings and some file systems ignore case. Throws a StorageError for
 * an invalid name.
 */
export function recordsFileName(environment: string): string {
  const name = environmentSchema.shape.name.safeParse(environment);
  if (name.success) return `records-${name.data.toLowerCase()}.sqlite3`;
  throw new StorageError(message('storage.invalid-environment-name', { name: environment }));
}
