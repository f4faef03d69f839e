import { accessSync, constants, lstatSync, mkdirSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Failure } from '../../shared/contract/failure.ts';
import type { MessageCode } from '../../shared/messages/message.ts';

type FolderProblem = Extract<MessageCode, `storage.folder-${string}`>;

/** Why the station cannot work with its data folder. */
export class DataFolderError extends Error {
  readonly failure: Failure;

  constructor(code: FolderProblem, options?: ErrorOptions) {
    super(code, options);
    this.name = 'DataFolderError';
    this.failure = { code: 'storage', message: { code, params: {} } };
  }
}

/** Chromium's lock of a data folder: a link that names the computer and the process (process_singleton_posix.cc). */
const lockName = 'SingletonLock';

/**
 * Finds out, before Chromium locks the folder, whether it belongs to another user of this computer, is in use there, or cannot be
 * written. Chromium itself would report each as a station that is open already, or remove the lock of another user. Makes the folder
 * where it is missing. Null where nothing is wrong.
 * @param userId of the user who starts the station; undefined on Windows, where each user has a folder of their own
 */
export function dataFolderProblem(folder: string, userId = process.getuid?.()): DataFolderError | null {
  if (userId === undefined) return null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const owner = ownerOf(folder);
    return new DataFolderError(owner === userId ? 'storage.folder-read-only' : 'storage.folder-of-other-user', {
      cause,
    });
  }
  return isOpenElsewhere(join(folder, lockName), userId) ? new DataFolderError('storage.folder-in-use') : null;
}

/** The owner of a path, or of the nearest folder above it that can be seen. */
function ownerOf(path: string): number {
  try {
    return lstatSync(path).uid;
  } catch {
    return ownerOf(dirname(path));
  }
}

/** True where a running process of another user holds the lock. */
function isOpenElsewhere(lock: string, userId: number): boolean {
  try {
    if (lstatSync(lock).uid === userId) return false;
    const [, computer, processId = ''] = /^(.*)-(\d+)$/.exec(readlinkSync(lock)) ?? [];
    return computer !== hostname() || isRunning(Number(processId));
  } catch {
    return false;
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return Object(error).code === 'EPERM';
  }
}
