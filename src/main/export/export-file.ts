import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { ExportFile } from '../core/ports/export-file.ts';

/** Opens a file beside the one wanted; it takes that one's name once it is whole. */
export async function openExportFile(path: string): Promise<Result<ExportFile>> {
  const part = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    return success(exportFile(await open(part, 'wx'), part, path));
  } catch (error) {
    return failed(notWritten(path, error));
  }
}

function exportFile(file: FileHandle, part: string, path: string): ExportFile {
  const trying = async (work: () => Promise<void>): Promise<Result<null>> => {
    try {
      await work();
      return success(null);
    } catch (error) {
      return failed(notWritten(path, error));
    }
  };
  return {
    write: (text) => trying(() => file.appendFile(text, 'utf8')),
    finish: () =>
      trying(async () => {
        await file.sync();
        await file.close();
        await rename(part, path);
      }),
    async discard() {
      await file.close().catch(() => {}); // Closed already where its name could not be changed.
      await rm(part, { force: true }).catch(() => {});
    },
  };
}

export const notWritten = (path: string, error: unknown): Failure => ({
  code: 'storage',
  message: `${basename(path)} could not be written: ${error instanceof Error ? error.message : String(error)}`,
  next: 'Choose another folder, or make room on the disk.',
});
