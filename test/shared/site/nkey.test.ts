import { nkeys } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { publicKeyBytes, publicKeyText, seedBytes, seedText } from '../../../src/shared/site/nkey.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('site keys: the text form', () => {
  it('is that of the client of the engine, for twenty random keys', () => {
    for (let count = 0; count < 20; count += 1) {
      const pair = nkeys.createUser();
      const [seed, key] = [text(pair.getSeed()), pair.getPublicKey()];
      const [secret, open] = [seedBytes(seed), publicKeyBytes(key)];
      expect(secret && seedText(secret)).toBe(seed);
      expect(open && publicKeyText(open)).toBe(key);
    }
  });

  it('refuses a key with another letter, of another kind, cut or longer', () => {
    const seed = text(nkeys.createUser().getSeed());
    const key = nkeys.createUser().getPublicKey();
    const changed = `${seed.slice(0, 20)}${seed[20] === 'A' ? 'B' : 'A'}${seed.slice(21)}`;
    const account = text(nkeys.createAccount().getSeed());
    for (const wrong of [
      changed,
      key,
      account,
      seed.slice(0, -1),
      `${seed}A`,
      seed.toLowerCase(),
      '',
      'SU'.repeat(500),
    ])
      expect(seedBytes(wrong)).toBeNull();
    for (const wrong of [seed, nkeys.createAccount().getPublicKey(), key.slice(1)])
      expect(publicKeyBytes(wrong)).toBeNull();
  });
});
