import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstWordOfSha256 } from '../../../src/main/storage/sha-256.ts';

const byNode = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

it('the number of a records file’s place is that of earlier versions: the first word of SHA-256, for texts of any length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(firstWordOfSha256(text)).toBe(byNode(text));
    }),
  );
  for (const length of [0, 54, 55, 56, 63, 64, 65, 119, 120]) {
    const text = 'a'.repeat(length);
    expect(firstWordOfSha256(text)).toBe(byNode(text));
  }
});
