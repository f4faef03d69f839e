import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

/** Encrypted entries by environment. The file is a few kilobytes: 20 environments of at most 4,000 characters each. */
export type TokenEntries = ReadonlyMap<string, Uint8Array>;

const fileSchema = z.object({ version: z.literal(1), tokens: z.record(z.string(), z.base64()) });
const largestFile = 1024 * 1024;

/** `null` where the file is there and cannot be read as one of ours. */
export async function readTokenFile(file: string): Promise<TokenEntries | null> {
  try {
    if ((await stat(file)).size > largestFile) return null;
    const { tokens } = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    return new Map(Object.entries(tokens).map(([name, base64]) => [name, Buffer.from(base64, 'base64')]));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Map() : null;
  }
}

/** Replaces the file whole, readable by its owner alone; on disk when the promise resolves. */
export async function writeTokenFile(file: string, entries: TokenEntries): Promise<void> {
  const tokens = Object.fromEntries([...entries].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]));
  const fresh = `${file}.new`;
  await rm(fresh, { force: true });
  const handle = await open(fresh, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ version: 1, tokens }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
  await syncFolder(dirname(file));
}

/** The new name itself must reach the disk. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
