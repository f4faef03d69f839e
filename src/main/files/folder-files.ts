import { lstat, mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file as it was seen in the folder. */
export interface FileSnapshot {
  name: string;
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Most entries of a folder looked at in one go; the rest is looked at when those are gone. */
const maxEntries = 500;

/** What programs call files that they are still writing, and what systems leave in folders. */
const ignoredPatterns = [/^[.~]/, /~$/, /\.(?:tmp|temp|part|partial|filepart|crdownload|download|lock|lnk)$/i];
const systemFiles = ['thumbs.db', 'desktop.ini'];

/** Plain files in the folder that could be for us, the oldest first. Rejects where the folder cannot be read. */
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

/** The file as it is now; null where it is gone or no plain file. */
export async function statFile(folder: string, name: string): Promise<FileSnapshot | null> {
  const stat = await lstat(join(folder, name)).catch(() => null);
  return stat?.isFile() ? { name, size: stat.size, changedAt: stat.mtimeMs } : null;
}

export const isUnchanged = (one: FileSnapshot, other: FileSnapshot | null | undefined): boolean =>
  one.name === other?.name && one.size === other.size && one.changedAt === other.changedAt;

const isCandidate = (name: string): boolean =>
  !ignoredPatterns.some((pattern) => pattern.test(name)) && !systemFiles.includes(name.toLowerCase());

/** Where files of a watched folder go: subfolders of it. */
const doneFolder = 'done';
const rejectedFolder = 'rejected';

/** Longest name kept, bytes; `.reason.txt` must fit behind it (255 on common file systems). */
const maxNameBytes = 200;

const maxAttempts = 10_000;

/** Makes both subfolders where they are missing. Rejects where the folder may not be written. */
export async function makeSubfolders(folder: string): Promise<void> {
  for (const name of [doneFolder, rejectedFolder]) await mkdir(join(folder, name), { recursive: true });
}

/** Moves an imported file to `done`, beside what is there. */
export async function moveToDone(folder: string, name: string): Promise<void> {
  await makeSubfolders(folder);
  const to = await availableName(join(folder, doneFolder), name);
  await rename(join(folder, name), join(folder, doneFolder, to));
}

/** Moves a file to `rejected`, with the reason in a text file beside it. The reason is there first. */
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

/** The name itself, or with a number, such that neither it nor its reason is there yet. */
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

/** At most so many bytes of it, never half a letter. */
function truncate(text: string, bytes: number): string {
  const whole = new TextEncoder().encode(text);
  return whole.length <= bytes ? text : new TextDecoder().decode(whole.subarray(0, bytes)).replace(/\ufffd+$/, '');
}
