import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isCustomCode, makeCustomCode } from '../../src/shared/orders/custom-code.ts';

it('custom code: generated codes are valid, 20 characters long, and unique in ten thousand', () => {
  const codes = Array.from({ length: 10_000 }, () => makeCustomCode(randomBytes));
  expect(codes.every(isCustomCode)).toBe(true);
  expect(codes.every((code) => code.length === 20)).toBe(true);
  expect(new Set(codes).size).toBe(codes.length);
});

it('custom code: generated codes contain no similar characters', () => {
  const characters = new Set(Array.from({ length: 1_000 }, () => makeCustomCode(randomBytes)).join(''));
  for (const character of '0O1IL2Z5S8BUV') expect(characters.has(character)).toBe(false);
});

it.each(['', 'SHORT', 'A'.repeat(15), 'A'.repeat(21), 'ABCDEFGH12345678-', 'ÄBCDEFGH12345678', 'ABCDEFGH12345678\n'])(
  'custom code: %j is none',
  (text) => {
    expect(isCustomCode(text)).toBe(false);
  },
);
