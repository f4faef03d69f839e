import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cipher } from '../../../src/main/app/token-vault.ts';
import { createTokenVault } from '../../../src/main/app/token-vault.ts';
import { keepProxyPassword, proxyWithPassword } from '../../../src/main/service/proxy-password.ts';
import { keepSiteKey, siteKeyOf } from '../../../src/main/site/site-key.ts';
import { withoutPassword } from '../../../src/shared/settings/settings.ts';

/** Replaces the keyring of the computer: AES-GCM with a key of this test, which can be lost, locked or missing. */
class ScriptedCipher implements Cipher {
  protectedNow = true;
  locked = false;
  key = randomBytes(32);

  async isProtected(): Promise<boolean> {
    return this.protectedNow;
  }
  async encrypt(text: string): Promise<Uint8Array> {
    if (this.locked) throw new Error('locked');
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
  }
  async decrypt(bytes: Uint8Array): Promise<string> {
    if (this.locked) throw new Error('locked');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}

const token = {
  token: 'very-secret-token',
  serviceOrigin: 'https://service.example',
  labelOrigin: 'https://labels.example',
};

let folder: string;
let file: string;
let cipher: ScriptedCipher;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-vault-'));
  file = join(folder, 'vault.json');
  cipher = new ScriptedCipher();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const startVault = () => createTokenVault({ file, cipher });
const everythingOnDisk = () =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join();

describe('token vault with a protected store', () => {
  it('keeps a token with its origins over a restart, encrypted, in a file of its owner alone', async () => {
    expect(await startVault().keep('sandbox', token)).toEqual({ ok: true, value: null });
    expect(await startVault().read('sandbox')).toEqual(token);
    expect(everythingOnDisk()).not.toMatch(/very-secret-token|service\.example/);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['vault.json']);
  });

  it('keeps each environment apart, also when they are kept at the same time', async () => {
    const vault = startVault();
    const names = ['practice', 'sandbox', 'constructor', 'live 2'];
    await Promise.all(names.map((name) => vault.keep(name, { ...token, token: name })));
    for (const name of names) expect((await startVault().read(name))?.token).toBe(name);
    expect(await startVault().read('another')).toBeNull();
  });

  it('gives the newest token, and none after it was forgotten', async () => {
    const vault = startVault();
    await vault.keep('sandbox', token);
    await vault.keep('sandbox', { ...token, token: 'newer' });
    expect((await startVault().read('sandbox'))?.token).toBe('newer');
    await vault.forget('sandbox');
    expect(await vault.read('sandbox')).toBeNull();
    expect(await startVault().read('sandbox')).toBeNull();
  });

  it('treats a token as absent when the keyring has changed, and names its environment', async () => {
    await startVault().keep('sandbox', token);
    cipher.key = randomBytes(32);
    const vault = startVault();
    expect(await vault.read('sandbox')).toBeNull();
    expect(await vault.problems()).toEqual([{ code: 'token.unreadable', params: { environment: 'sandbox' } }]);
    await vault.keep('sandbox', token);
    expect(await startVault().problems()).toEqual([]);
  });

  it('keeps the password of a proxy too, and reports that it is lost apart from the tokens', async () => {
    const proxy = 'http://packer:very-secret-token@proxy.example:3128';
    await keepProxyPassword(startVault(), proxy);
    expect(everythingOnDisk()).not.toMatch(/very-secret-token|proxy\.example/);
    expect(await proxyWithPassword(startVault(), withoutPassword(proxy))).toBe(`${proxy}/`);
    expect(await startVault().problems()).toEqual([]);
    const lost = { code: 'proxy.password-unreadable', params: {} };
    cipher.protectedNow = false;
    expect(await startVault().problems()).toEqual([lost]);
    cipher.protectedNow = true;
    cipher.key = randomBytes(32);
    expect(await startVault().problems()).toEqual([lost]);
    expect(await proxyWithPassword(startVault(), withoutPassword(proxy))).toBe(withoutPassword(proxy));
  });

  it('keeps the key for the site too, and reports that it is lost apart from the tokens', async () => {
    await keepSiteKey(startVault(), 'bench-7', 'very-secret-token');
    expect(everythingOnDisk()).not.toMatch(/very-secret-token/);
    expect(await siteKeyOf(startVault(), 'bench-7')).toBe('very-secret-token');
    cipher.key = randomBytes(32);
    expect(await startVault().problems()).toEqual([{ code: 'site-key.unreadable', params: {} }]);
    expect(await siteKeyOf(startVault(), 'bench-7')).toBeNull();
  });

  it('reports that the keyring refused a token, and uses the token until the end', async () => {
    cipher.locked = true;
    const vault = startVault();
    expect(await vault.keep('sandbox', token)).toMatchObject({ ok: false, failure: { code: 'not-protected' } });
    expect(await vault.read('sandbox')).toEqual(token);
    expect(everythingOnDisk()).not.toContain('very-secret-token');
  });

  it.each(['', '{', '[]', '{"version":1,"tokens":{"sandbox":"**"}}'])(
    'treats a damaged file (%j) as empty, reports it, and replaces it with the next token',
    async (damaged) => {
      writeFileSync(file, damaged);
      const vault = startVault();
      expect(await vault.read('sandbox')).toBeNull();
      expect(await vault.problems()).toEqual([{ code: 'token.file-damaged', params: {} }]);
      expect(await vault.keep('sandbox', token)).toMatchObject({ ok: true });
      expect(await startVault().read('sandbox')).toEqual(token);
    },
  );

  // A link that leads to itself stands for a file that a virus scanner or a failing disk holds back for a moment.
  it.runIf(process.platform !== 'win32')(
    'keeps the other saved tokens where the file cannot be read for a moment, and reports that the new one is not saved',
    async () => {
      await startVault().keep('sandbox', token);
      renameSync(file, `${file}.held`);
      symlinkSync(file, file);
      const vault = startVault();
      expect(await vault.read('sandbox')).toBeNull();
      expect(await vault.problems()).toEqual([{ code: 'token.file-damaged', params: {} }]);
      const kept = await vault.keep('live', { ...token, token: 'newer' });
      expect(kept).toMatchObject({ ok: false, failure: { message: { code: 'token.not-on-disk' } } });
      expect((await vault.read('live'))?.token).toBe('newer');
      await expect(vault.forget('sandbox')).rejects.toThrow('ELOOP');
      renameSync(`${file}.held`, file);
      expect(await vault.read('sandbox')).toEqual(token);
      expect(await vault.keep('live', { ...token, token: 'newer' })).toMatchObject({ ok: true });
      expect((await startVault().read('live'))?.token).toBe('newer');
    },
  );

  it('reports that a token cannot be written, and uses it until the end', async () => {
    rmSync(folder, { recursive: true });
    const vault = startVault();
    expect(await vault.keep('sandbox', token)).toMatchObject({ ok: false, failure: { code: 'storage' } });
    expect(await vault.read('sandbox')).toEqual(token);
  });
});

describe('token vault without a protected store', () => {
  it('keeps a token until the end and never on disk', async () => {
    cipher.protectedNow = false;
    const vault = startVault();
    expect(await vault.isProtected()).toBe(false);
    expect(await vault.keep('sandbox', token)).toEqual({ ok: true, value: null });
    expect(await vault.read('sandbox')).toEqual(token);
    expect(await startVault().read('sandbox')).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports that saved tokens cannot be read, and reads them again when the store is back', async () => {
    await startVault().keep('sandbox', token);
    cipher.protectedNow = false;
    expect(await startVault().read('sandbox')).toBeNull();
    expect(await startVault().problems()).toEqual([{ code: 'token.no-keyring', params: { environments: 'sandbox' } }]);
    cipher.protectedNow = true;
    expect(await startVault().read('sandbox')).toEqual(token);
  });

  it('removes the older saved token when a new one is entered, so that the old one is never used again', async () => {
    await startVault().keep('sandbox', token);
    cipher.protectedNow = false;
    await startVault().keep('sandbox', { ...token, token: 'newer' });
    cipher.protectedNow = true;
    expect(await startVault().read('sandbox')).toBeNull();
  });
});
