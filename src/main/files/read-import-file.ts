import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { largestImportBytes } from '../../shared/orders/import-state.ts';

/** Does not follow links or wait for the writer of a pipe. Windows has neither flag. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a whole file of at most 20 MB. */
export async function readImportFile(path: string): Promise<Result<Uint8Array>> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, flags);
    const { size } = await file.stat();
    if (size > largestImportBytes) return failed(tooLarge);
    // One byte more than expected, to notice a file that is still growing.
    const bytes = new Uint8Array(size + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return length === size ? success(bytes.subarray(0, size)) : failed(changedWhileRead);
  } catch (error) {
    return failed(readFailure(error));
  } finally {
    await file?.close().catch(() => {});
  }
}

/** The failure of a file above the limit. */
export const tooLarge: Failure = {
  code: 'too-large',
  message: message('file.too-large', { megabytes: largestImportBytes / 1024 / 1024 }),
};

const changedWhileRead: Failure = { code: 'storage', message: message('file.changed-while-read') };

const readFailure = (error: unknown): Failure => ({
  code: 'storage',
  message: message('file.unreadable', { error: errorCode(error) }),
});

/** The code of an error without a system code. */
export const unknownError = 'unknown error';

/** The operating system's error code, such as EACCES. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : unknownError;
