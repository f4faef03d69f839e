import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { mainText } from '../text/main-text.ts';

/** Largest file read before the window opens: 1 MiB. */
const largestFile = 1024 * 1024;

/** A file's content, or why it could not be read. */
export type ReadSmallFile =
  | { ok: true; content: string; othersCanRead: boolean; mode: number }
  | { ok: false; text: string };

/** Opening a named pipe does not wait for its writer; Windows has no such flag. */
const nonBlocking = constants.O_NONBLOCK ?? 0;

/** Reads a text file of limited size. The text of a failure never contains the file's content. */
export function readSmallFile(file: string, largest = largestFile): ReadSmallFile {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | nonBlocking);
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { ok: false, text: mainText('provisioning.not-a-file', { file }) };
    const buffer = Buffer.alloc(largest + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(handle, buffer, length, buffer.length - length, null);
    }
    if (length > largest) return { ok: false, text: mainText('provisioning.file-too-large', { file, limit: largest }) };
    const mode = stat.mode & 0o777;
    // On Windows the mode does not show who may read.
    const othersCanRead = process.platform !== 'win32' && (mode & 0o044) !== 0;
    return { ok: true, content: buffer.toString('utf8', 0, length), othersCanRead, mode };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { ok: false, text: mainText('provisioning.file-unreadable', { file, reason: code }) };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
