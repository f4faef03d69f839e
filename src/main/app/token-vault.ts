import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { BoundToken, TokenVault } from '../core/ports/desktop.ts';

/** What the vault asks of the computer's own protected store. */
export interface Cipher {
  /** False: what `encrypt` gives would be no protection on this computer, now. */
  isProtected(): Promise<boolean>;
  /** Rejects where the store is locked or gone. */
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects for what another user, computer or key encrypted. */
  decrypt(bytes: Uint8Array): Promise<string>;
}

const boundTokenSchema = z.object({ token: z.string(), serviceOrigin: z.string(), labelOrigin: z.string() });

/** A vault that can also say what it could not read. */
export interface StationVault extends TokenVault {
  /** Sentences for the operator about kept tokens that are of no use in this run; none where all is well. */
  problems(): Promise<string[]>;
}

/**
 * Tokens, encrypted by the computer's own store in one file; where that store gives no protection, in memory for this run and
 * never on disk. An entry that cannot be decrypted is treated as absent.
 */
export function createTokenVault({ file, cipher }: { file: string; cipher: Cipher }): StationVault {
  const sessionTokens = new Map<string, BoundToken>();
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: each change reads the file, and writes it whole. */
  const serialize = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };

  const change = (edit: (entries: Map<string, Uint8Array>) => void) =>
    serialize(async () => {
      const entries = new Map(await readTokenFile(file));
      const before = [...entries];
      edit(entries);
      const same = before.length === entries.size && before.every(([name, bytes]) => entries.get(name) === bytes);
      if (!same) await writeTokenFile(file, entries);
    });

  const decrypt = async (entries: TokenEntries | null, environment: string): Promise<BoundToken | null> => {
    const bytes = entries?.get(environment);
    if (!bytes) return null;
    try {
      return boundTokenSchema.parse(JSON.parse(await cipher.decrypt(bytes)));
    } catch {
      return null;
    }
  };

  return {
    isProtected: () => cipher.isProtected(),

    async keep(environment, token): Promise<Result<null>> {
      sessionTokens.set(environment, token);
      const bytes = await encryptIfProtected(cipher, token);
      try {
        // Without protection an older entry goes as well: it would come back, outdated, once there is protection again.
        await change(
          (entries) => void (bytes.value ? entries.set(environment, bytes.value) : entries.delete(environment)),
        );
      } catch {
        return failed(notOnDisk);
      }
      return bytes.failure ? failed(bytes.failure) : success(null);
    },

    async read(environment) {
      const token = sessionTokens.get(environment);
      if (token) return token;
      if (!(await cipher.isProtected())) return null;
      const kept = await serialize(async () => decrypt(await readTokenFile(file), environment));
      if (kept && !sessionTokens.has(environment)) sessionTokens.set(environment, kept);
      return kept;
    },

    async forget(environment) {
      sessionTokens.delete(environment);
      await change((entries) => void entries.delete(environment));
    },

    async problems() {
      const entries = await serialize(() => readTokenFile(file));
      if (!entries) return [damagedFile];
      if (entries.size === 0) return [];
      if (!(await cipher.isProtected())) return [noProtection([...entries.keys()])];
      const lost: string[] = [];
      for (const name of entries.keys()) if (!(await decrypt(entries, name))) lost.push(name);
      return lost.map(unreadableToken);
    },
  };
}

/** The encrypted token; nothing where there is no protection, and a failure where the store promised it and then refused. */
async function encryptIfProtected(
  cipher: Cipher,
  token: BoundToken,
): Promise<{ value: Uint8Array | null; failure: Failure | null }> {
  if (!(await cipher.isProtected())) return { value: null, failure: null };
  try {
    return { value: await cipher.encrypt(JSON.stringify(token)), failure: null };
  } catch {
    return { value: null, failure: refusedByStore };
  }
}

const notOnDisk: Failure = {
  code: 'storage',
  message: 'The token could not be written to disk; it is used for this run only.',
  next: 'Look at the space and rights of the station’s data folder, then enter the token again.',
};

const refusedByStore: Failure = {
  code: 'not-protected',
  message: 'The computer’s keyring did not take the token; it is used for this run only.',
  next: 'Unlock the keyring, then enter the token again.',
};

const damagedFile = 'The file of kept tokens cannot be read. Enter the tokens again in Settings.';

const noProtection = (names: string[]): string =>
  `The computer’s keyring is not there, so the kept token of ${names.join(', ')} cannot be read. Unlock the keyring and start again, or enter the token for this run.`;

const unreadableToken = (name: string): string =>
  `The kept token of ${name} can no longer be read: the computer’s keyring has changed. Enter it again in Settings.`;

/** Encrypted entries by environment. The file is a few kilobytes: 20 environments of at most 4,000 characters each. */
export type TokenEntries = ReadonlyMap<string, Uint8Array>;

const fileSchema = z.object({ version: z.literal(1), tokens: z.record(z.string(), z.base64()) });
const largestFile = 1024 * 1024;

/** `null` where the file is there and cannot be read as one of ours. */
async function readTokenFile(file: string): Promise<TokenEntries | null> {
  try {
    if ((await stat(file)).size > largestFile) return null;
    const { tokens } = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    return new Map(Object.entries(tokens).map(([name, base64]) => [name, Buffer.from(base64, 'base64')]));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Map() : null;
  }
}

/** Replaces the file whole, readable by its owner alone; on disk when the promise resolves. */
async function writeTokenFile(file: string, entries: TokenEntries): Promise<void> {
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
