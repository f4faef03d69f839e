import { constants } from 'node:fs';
import { chmod, lstat, open, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Permissions of the group and of everybody else. */
const notTheOwner = 0o077;

/**
 * Takes the permissions of other users from a folder and from everything in it, the folder first; what links lead to stays as it is.
 * False where the folder itself is still open to others, such as on a file system without permissions. On Windows the folders of a user
 * are private by themselves.
 */
export async function makePrivate(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const isPrivate = await chmod(folder, 0o700).then(
    async () => ((await stat(folder)).mode & notTheOwner) === 0,
    () => false,
  );
  await tightenAllIn(folder);
  return isPrivate;
}

/** Files that disappear meanwhile, or belong to another user, are left out. */
async function tightenAllIn(folder: string): Promise<void> {
  const entries = await opendir(folder).catch(() => null);
  if (!entries) return;
  for await (const entry of entries) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    await tighten(path).catch(() => {});
    if (entry.isDirectory()) await tightenAllIn(path);
  }
}

async function tighten(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & notTheOwner) === 0) return;
  // Never follows a link that has taken the place of the file.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    await file.chmod(mode & 0o700);
  } finally {
    await file.close();
  }
}
