import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { largestImportBytes } from '../../shared/orders/import-state.ts';

/** Neither through a link nor waiting for a pipe's other end. Windows knows neither. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a file whole, at most 20 MB of it. */
export async function readImportFile(path: string): Promise<Result<Uint8Array>> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, flags);
    const { size } = await file.stat();
    if (size > largestImportBytes) return failed(tooLarge);
    // One byte more than it should have: a file that grows meanwhile is not whole.
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

const tooLarge: Failure = {
  code: 'too-large',
  message: `The file is larger than ${largestImportBytes / 1024 / 1024} MB.`,
  next: 'Split it into smaller files.',
};

const changedWhileRead: Failure = {
  code: 'storage',
  message: 'The file changed while it was read.',
  next: 'Import it once it is written whole.',
};

const readFailure = (error: unknown): Failure => ({
  code: 'storage',
  message: `It cannot be read (${errorCode(error)}).`,
  next: 'Look at the rights of the file and its folder.',
});

/** What the system calls the trouble, such as EACCES. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown trouble';
