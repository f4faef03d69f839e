import { safeStorage } from 'electron';
import type { Cipher } from './cipher.ts';

/**
 * The computer's protected store as Electron gives it: Keychain, DPAPI, Secret Service or KWallet. Ask after `ready`.
 * The asynchronous calls are used where they exist: Electron 33 has none, 46 has only them.
 */
export function createSafeStorageCipher(): Cipher {
  const isAsync = typeof safeStorage.encryptStringAsync === 'function';
  return {
    async isProtected() {
      const available = isAsync ? await safeStorage.isAsyncEncryptionAvailable() : safeStorage.isEncryptionAvailable();
      return available && isRealBackend();
    },
    async encrypt(text) {
      return isAsync ? await safeStorage.encryptStringAsync(text) : safeStorage.encryptString(text);
    },
    async decrypt(bytes) {
      const encrypted = Buffer.from(bytes);
      if (!isAsync) return safeStorage.decryptString(encrypted);
      return (await safeStorage.decryptStringAsync(encrypted)).result;
    },
  };
}

/** On Linux without a keyring, "basic_text" encrypts with a key that stands in Chromium's source: no protection. */
function isRealBackend(): boolean {
  if (process.platform !== 'linux') return true;
  const backend = safeStorage.getSelectedStorageBackend();
  return backend !== 'basic_text' && backend !== 'unknown';
}
