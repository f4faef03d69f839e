import { chmodSync, constants, statSync } from 'node:fs';
import { access, chmod, lstat, opendir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Permissions of the group and of everybody else. */
const notTheOwner = 0o077;

/**
 * Takes the permissions of other users from a folder: they reach nothing in it then. False where it is still open to others, such as on a
 * file system without permissions. On Windows the folders of a user are private by themselves. It does not wait for another thread, which
 * costs a start 7 ms while the page takes both processors.
 */
export function makePrivate(folder: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    chmodSync(folder, 0o700);
    return (statSync(folder).mode & notTheOwner) === 0;
  } catch {
    return false;
  }
}

/**
 * The same for everything in it, which may be thousands of files; what links lead to stays as it is. Files that disappear meanwhile, or
 * belong to another user, are left out.
 */
export async function makeContentsPrivate(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const entries = await opendir(folder).catch(() => null);
  if (!entries) return;
  for await (const entry of entries) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    await tighten(path).catch(() => {});
    if (entry.isDirectory()) await makeContentsPrivate(path);
  }
}

/** What is free where the folder is; null where the folder cannot be written. */
export async function freeSpace(folder: string): Promise<{ freeBytes: number } | null> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize };
  } catch {
    return null;
  }
}

/**
 * By its path: a program that opens and closes a file loses all its locks on it (POSIX), also those of the database that has it open in
 * another thread. Another program would then take the records for closed, and truncate what they have mapped. No other user can put a
 * link in the file's place meanwhile, as none reaches into a private folder.
 */
async function tighten(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & notTheOwner) !== 0) await chmod(path, mode & 0o700);
}
