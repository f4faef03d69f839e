import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** A file as it was seen in the folder. */
export interface SeenFile {
  name: string;
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Most entries of a folder looked at in one go; the rest is looked at when those are gone. */
const mostEntries = 500;

/** What programs call files that they are still writing, and what systems leave in folders. */
const notOurs = [/^[.~]/, /~$/, /\.(?:tmp|temp|part|partial|filepart|crdownload|download|lock|lnk)$/i];
const ofTheSystem = ['thumbs.db', 'desktop.ini'];

/** Plain files in the folder that could be for us, the oldest first. Rejects where the folder cannot be read. */
export async function filesIn(folder: string): Promise<SeenFile[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (entry.isFile() && isOurs(entry.name)) names.push(entry.name);
    if (names.length >= mostEntries) break;
  }
  const seen: SeenFile[] = [];
  for (const name of names) {
    const file = await seenFile(folder, name);
    if (file) seen.push(file);
  }
  return seen.sort((one, other) => one.changedAt - other.changedAt || (one.name < other.name ? -1 : 1));
}

/** The file as it is now; null where it is gone or no plain file. */
export async function seenFile(folder: string, name: string): Promise<SeenFile | null> {
  const stat = await lstat(join(folder, name)).catch(() => null);
  return stat?.isFile() ? { name, size: stat.size, changedAt: stat.mtimeMs } : null;
}

export const isUnchanged = (one: SeenFile, other: SeenFile | null | undefined): boolean =>
  one.name === other?.name && one.size === other.size && one.changedAt === other.changedAt;

const isOurs = (name: string): boolean =>
  !notOurs.some((pattern) => pattern.test(name)) && !ofTheSystem.includes(name.toLowerCase());
