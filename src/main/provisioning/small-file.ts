import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Largest file read before the window opens: 1 MiB. */
const largestFile = 1024 * 1024;

export type SmallFile = { ok: true; text: string; othersCanRead: boolean; mode: number } | { ok: false; words: string };

/** Opening a named pipe would else wait for its writer; Windows has no such flag. */
const waitForNobody = constants.O_NONBLOCK ?? 0;

/** Reads a text file of bounded size before the window opens; a failure is words without the file's content. */
export function readSmallFile(file: string, largest = largestFile): SmallFile {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | waitForNobody);
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { ok: false, words: `${file} is not a file` };
    const buffer = Buffer.alloc(largest + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(handle, buffer, length, buffer.length - length, null);
    }
    if (length > largest) return { ok: false, words: `${file} is larger than ${largest} bytes` };
    const mode = stat.mode & 0o777;
    // Windows answers a mode that says nothing about who may read.
    const othersCanRead = process.platform !== 'win32' && (mode & 0o044) !== 0;
    return { ok: true, text: buffer.toString('utf8', 0, length), othersCanRead, mode };
  } catch (error) {
    return {
      ok: false,
      words: `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
    };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** A warning, where the mode lets more people read than its owner. */
export function othersCanRead(file: string, read: Extract<SmallFile, { ok: true }>): string[] {
  if (!read.othersCanRead) return [];
  return [`${file} can be read by others (mode ${read.mode.toString(8)}); chmod 600 keeps its token to you`];
}
