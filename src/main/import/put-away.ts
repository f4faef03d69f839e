import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Where files of a watched folder go: subfolders of it. */
export const doneFolder = 'done';
export const rejectedFolder = 'rejected';

/** Longest name kept, bytes; `.reason.txt` must fit behind it (255 on common file systems). */
const longestName = 200;

const mostOfOneName = 10_000;

/** Makes both subfolders where they are missing. Rejects where the folder may not be written. */
export async function makeSubfolders(folder: string): Promise<void> {
  for (const name of [doneFolder, rejectedFolder]) await mkdir(join(folder, name), { recursive: true });
}

/** Moves an imported file to `done`, beside what is there. */
export async function putToDone(folder: string, name: string): Promise<void> {
  await makeSubfolders(folder);
  const to = await freeName(join(folder, doneFolder), name);
  await rename(join(folder, name), join(folder, doneFolder, to));
}

/** Moves a file to `rejected`, with the reason in a text file beside it. The reason is there first. */
export async function putToRejected(folder: string, name: string, reason: string): Promise<void> {
  await makeSubfolders(folder);
  const rejected = join(folder, rejectedFolder);
  const to = await freeName(rejected, name);
  const reasonFile = join(rejected, reasonName(to));
  await writeFile(reasonFile, reason, { flag: 'wx' });
  try {
    await rename(join(folder, name), join(rejected, to));
  } catch (error) {
    await rm(reasonFile, { force: true });
    throw error;
  }
}

const reasonName = (name: string): string => `${name}.reason.txt`;

/** The name itself, or with a number, such that neither it nor its reason is there yet. */
async function freeName(folder: string, name: string): Promise<string> {
  const extension = extname(name).slice(0, 20);
  const stem = cut(name.slice(0, name.length - extname(name).length), longestName - 30);
  for (let number = 1; number <= mostOfOneName; number += 1) {
    const candidate = number === 1 ? `${stem}${extension}` : `${stem} (${number})${extension}`;
    if ((await isFree(join(folder, candidate))) && (await isFree(join(folder, reasonName(candidate)))))
      return candidate;
  }
  throw Object.assign(new Error(`Too many files of one name in ${folder}`), { code: 'EEXIST' });
}

const isFree = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error) => error.code === 'ENOENT',
  );

/** At most so many bytes of it, never half a letter. */
function cut(text: string, bytes: number): string {
  const whole = new TextEncoder().encode(text);
  return whole.length <= bytes ? text : new TextDecoder().decode(whole.subarray(0, bytes)).replace(/\ufffd+$/, '');
}
