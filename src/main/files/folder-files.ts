import { lstat, mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file's size and time at one moment. */
export interface FileSnapshot {
  name: string;
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Most files listed at once; the others are listed when these have been moved. */
const maxEntries = 500;

/** Names of unfinished files of other programs, and of files that operating systems create. */
const ignoredPatterns = [/^[.~]/, /~$/, /\.(?:tmp|temp|part|partial|filepart|crdownload|download|lock|lnk)$/i];
const systemFiles = ['thumbs.db', 'desktop.ini'];

/** Lists the files that can be imported, oldest first. Rejects where the folder cannot be read. */
export async function listFiles(folder: string): Promise<FileSnapshot[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (entry.isFile() && isCandidate(entry.name)) names.push(entry.name);
    if (names.length >= maxEntries) break;
  }
  const seen: FileSnapshot[] = [];
  for (const name of names) {
    const file = await statFile(folder, name);
    if (file) seen.push(file);
  }
  return seen.sort((one, other) => one.changedAt - other.changedAt || (one.name < other.name ? -1 : 1));
}

/** The current state of a file; null where it does not exist or is not a plain file. */
export async function statFile(folder: string, name: string): Promise<FileSnapshot | null> {
  const stat = await lstat(join(folder, name)).catch(() => null);
  return stat?.isFile() ? { name, size: stat.size, changedAt: stat.mtimeMs } : null;
}

/** True where name, size and time are equal. */
export const isUnchanged = (one: FileSnapshot, other: FileSnapshot | null | undefined): boolean =>
  one.name === other?.name && one.size === other.size && one.changedAt === other.changedAt;

const isCandidate = (name: string): boolean =>
  !ignoredPatterns.some((pattern) => pattern.test(name)) && !systemFiles.includes(name.toLowerCase());

/** Subfolders to which the files of a watched folder are moved. */
const doneFolder = 'done';
const rejectedFolder = 'rejected';

/** Longest name, bytes; `.reason.txt` must fit after it (255 on common file systems). */
const maxNameBytes = 200;

const maxAttempts = 10_000;

/** Creates both subfolders where they are missing. Rejects where the folder cannot be written. */
export async function makeSubfolders(folder: string): Promise<void> {
  for (const name of [doneFolder, rejectedFolder]) await mkdir(join(folder, name), { recursive: true });
}

/** Moves an imported file to `done`, never over another file. */
export async function moveToDone(folder: string, name: string): Promise<void> {
  await makeSubfolders(folder);
  const to = await availableName(join(folder, doneFolder), name);
  await rename(join(folder, name), join(folder, doneFolder, to));
}

/** Moves a file to `rejected`, with the reason in a text file beside it. The reason is written first. */
export async function moveToRejected(folder: string, name: string, reason: string): Promise<void> {
  await makeSubfolders(folder);
  const rejected = join(folder, rejectedFolder);
  const to = await availableName(rejected, name);
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

/** The name, with a number where it or its reason file exists already. */
async function availableName(folder: string, name: string): Promise<string> {
  const extension = extname(name).slice(0, 20);
  const stem = truncate(name.slice(0, name.length - extname(name).length), maxNameBytes - 30);
  for (let number = 1; number <= maxAttempts; number += 1) {
    const candidate = number === 1 ? `${stem}${extension}` : `${stem} (${number})${extension}`;
    if ((await isAvailable(join(folder, candidate))) && (await isAvailable(join(folder, reasonName(candidate)))))
      return candidate;
  }
  throw Object.assign(new Error(`Too many files of one name in ${folder}`), { code: 'EEXIST' });
}

const isAvailable = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error) => error.code === 'ENOENT',
  );

/** Cuts a text to that many UTF-8 bytes, never inside a character. */
function truncate(text: string, bytes: number): string {
  const whole = new TextEncoder().encode(text);
  return whole.length <= bytes ? text : new TextDecoder().decode(whole.subarray(0, bytes)).replace(/\ufffd+$/, '');
}
