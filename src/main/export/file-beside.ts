import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Failure, failed, success } from '../../shared/failure.ts';
import type { OpenFileBeside } from '../core/ports/file-beside.ts';
import { notWritten, openExportFile } from './export-file.ts';

/** Most names tried. */
const mostNames = 999;

/** Takes the name at once, by an empty file, so that what stands there already is never written over. */
export const openFileBeside: OpenFileBeside = async (folder, { stem, ending }) => {
  const names = Array.from(
    { length: mostNames },
    (_, index) => `${stem}${index === 0 ? '' : `-${index + 1}`}${ending}`,
  );
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (await takeName(path)) return await openAt(path, name);
    } catch (error) {
      return failed(notWritten(path, error));
    }
  }
  return failed(allTaken(stem, ending));
};

async function openAt(path: string, name: string): ReturnType<OpenFileBeside> {
  const opened = await openExportFile(path);
  const letGo = (): Promise<void> => rm(path, { force: true });
  if (!opened.ok) {
    await letGo();
    return opened;
  }
  const discard = (): Promise<void> => opened.value.discard().then(letGo);
  return success({ name, file: { ...opened.value, discard } });
}

/** False where another file has it. */
async function takeName(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

const allTaken = (stem: string, ending: string): Failure => ({
  code: 'storage',
  message: `There are ${mostNames} files called ${stem}${ending} already.`,
  next: 'Move some of them away.',
});
