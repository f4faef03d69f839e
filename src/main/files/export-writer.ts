import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import type { ExportFile, OpenFileBeside } from '../core/ports/files.ts';

/** The mode of exported files: they hold names, addresses and codes, so only their owner may read them. */
const ownerOnly = 0o600;

/** Opens a temporary file beside the target; it is renamed to the target once it is complete. */
export async function openExportFile(path: string): Promise<Result<ExportFile>> {
  const part = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    return success(exportFile(await open(part, 'wx', ownerOnly), part, path));
  } catch (error) {
    return failed(writeFailure(path, error));
  }
}

function exportFile(file: FileHandle, part: string, path: string): ExportFile {
  const asResult = async (work: () => Promise<void>): Promise<Result<null>> => {
    try {
      await work();
      return success(null);
    } catch (error) {
      return failed(writeFailure(path, error));
    }
  };
  return {
    write: (content) => asResult(() => file.appendFile(content)),
    finish: () =>
      asResult(async () => {
        await file.sync();
        await file.close();
        await rename(part, path);
      }),
    async discard() {
      await file.close().catch(() => {}); // Already closed where the rename failed.
      await rm(part, { force: true }).catch(() => {});
    },
  };
}

/** A file that could not be written, as a failure. */
export const writeFailure = (path: string, error: unknown): Failure => ({
  code: 'storage',
  message: message('export.file-not-written', {
    file: basename(path),
    reason: error instanceof Error ? error.message : String(error),
  }),
});

/** Most file names tried. */
const maxNames = 999;

/** Reserves the name at once with an empty file, so that an existing file is never overwritten. */
export const openFileBeside: OpenFileBeside = async (folder, { stem, ending }) => {
  const names = Array.from({ length: maxNames }, (_, index) => `${stem}${index === 0 ? '' : `-${index + 1}`}${ending}`);
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (await reserveName(path)) return await openAt(path, name);
    } catch (error) {
      return failed(writeFailure(path, error));
    }
  }
  return failed(noNameAvailable(stem, ending));
};

async function openAt(path: string, name: string): ReturnType<OpenFileBeside> {
  const opened = await openExportFile(path);
  const releaseName = (): Promise<void> => rm(path, { force: true });
  if (!opened.ok) {
    await releaseName();
    return opened;
  }
  const discard = (): Promise<void> => opened.value.discard().then(releaseName);
  return success({ name, file: { ...opened.value, discard } });
}

/** False where another file has the name. */
async function reserveName(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', ownerOnly)).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

const noNameAvailable = (stem: string, ending: string): Failure => ({
  code: 'storage',
  message: message('export.names-used', { file: `${stem}${ending}`, count: maxNames }),
});
