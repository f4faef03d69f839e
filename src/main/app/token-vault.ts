import { readFileSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { createMutex } from '../concurrency/mutex.ts';
import type { BoundToken, TokenVault } from '../core/ports/desktop.ts';
import { proxyPasswordEntry } from '../service/proxy-password.ts';
import { siteKeyEntry } from '../site/site-key.ts';

/** Encryption by the operating system. */
export interface Cipher {
  /** False where encryption gives no protection. */
  isProtected(): Promise<boolean>;
  /** Rejects where the system's store is locked or unavailable. */
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects for data encrypted by another user, computer or key. */
  decrypt(bytes: Uint8Array): Promise<string>;
}

const boundTokenSchema = z.object({ token: z.string(), serviceOrigin: z.string(), labelOrigin: z.string() });

/** A vault that also reports unreadable tokens. */
export interface StationVault extends TokenVault {
  /** Messages about saved tokens that cannot be used in this session. */
  problems(): Promise<Message[]>;
}

/**
 * Creates a vault that stores tokens in one encrypted file; without encryption, only in memory for this session. An entry that cannot
 * be decrypted is treated as absent.
 */
export function createTokenVault({ file, cipher }: { file: string; cipher: Cipher }): StationVault {
  const sessionTokens = new Map<string, BoundToken>();
  /** Each change reads and replaces the file. */
  const { runExclusive } = createMutex();

  const change = (edit: (entries: Map<string, Uint8Array>) => void) =>
    runExclusive(async () => {
      const entries = new Map(readTokenFile(file));
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
        // Without encryption an older entry is removed too: it would be outdated once encryption is available again.
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
      const stored = await runExclusive(async () => decrypt(tryReadTokenFile(file), environment));
      if (stored && !sessionTokens.has(environment)) sessionTokens.set(environment, stored);
      return stored;
    },

    async forget(environment) {
      sessionTokens.delete(environment);
      await change((entries) => void entries.delete(environment));
    },

    async problems() {
      const entries = await runExclusive(async () => tryReadTokenFile(file));
      if (!entries) return [message('token.file-damaged')];
      if (entries.size === 0) return [];
      const isProtected = await cipher.isProtected();
      const lost: string[] = [];
      for (const name of entries.keys()) if (!isProtected || !(await decrypt(entries, name))) lost.push(name);
      const environments = lost.filter((name) => name !== proxyPasswordEntry && name !== siteKeyEntry);
      const tokens = isProtected
        ? environments.map((environment) => message('token.unreadable', { environment }))
        : [message('token.no-keyring', { environments: environments.join(', ') })];
      return [
        ...(environments.length > 0 ? tokens : []),
        ...(lost.includes(proxyPasswordEntry) ? [message('proxy.password-unreadable')] : []),
        ...(lost.includes(siteKeyEntry) ? [message('site-key.unreadable')] : []),
      ];
    },
  };
}

/** The encrypted token; null without encryption, and a failure if encrypting fails. */
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
  message: message('token.not-on-disk'),
};

const refusedByStore: Failure = {
  code: 'not-protected',
  message: message('token.refused-by-keyring'),
};

/** Encrypted entries by environment. The file is a few kilobytes: 20 environments of at most 4,000 characters each. */
export type TokenEntries = ReadonlyMap<string, Uint8Array>;

const fileSchema = z.object({ version: z.literal(1), tokens: z.record(z.string(), z.base64()) });
const largestFile = 1024 * 1024;

/**
 * Reads the file; empty if it does not exist, `null` if its content is damaged. Throws where it cannot be read: a program that checks it,
 * or the disk, may give it back in a moment. It does not wait for another thread, which costs a start 15 ms while the page takes both
 * processors.
 */
function readTokenFile(file: string): TokenEntries | null {
  const text = readTextOf(file);
  if (text === null) return new Map();
  try {
    const { tokens } = fileSchema.parse(JSON.parse(text));
    return new Map(Object.entries(tokens).map(([name, base64]) => [name, Buffer.from(base64, 'base64')]));
  } catch {
    return null;
  }
}

/** The file's text, empty where it is too large to be one of this vault; null where it does not exist. */
function readTextOf(file: string): string | null {
  try {
    return statSync(file).size > largestFile ? '' : readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The same for a reader that changes nothing: what cannot be read now is treated as damaged. */
function tryReadTokenFile(file: string): TokenEntries | null {
  try {
    return readTokenFile(file);
  } catch {
    return null;
  }
}

/** Replaces the file, readable by its owner only; on disk when the promise resolves. */
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

/** Writes the renamed entry of the folder to disk. Windows does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
