import { expect, test } from 'vitest';
import { isOtherAmount, isOver } from '../../src/shared/values/money.ts';

test('money: amounts that differ only by rounding are equal', () => {
  expect(isOtherAmount(0.1 + 0.2, 0.3)).toBe(false);
  expect(isOtherAmount(47.254, 47.25)).toBe(false);
  expect(isOtherAmount(47.26, 47.25)).toBe(true);
  expect(isOtherAmount(47.24, 47.25)).toBe(true);
});

test('money: an unknown amount differs from none', () => {
  expect(isOtherAmount(null, 47.25)).toBe(false);
  expect(isOtherAmount(47.25, undefined)).toBe(false);
});

test('money: an amount that reaches a limit exactly is not over it', () => {
  expect(isOver(0.1 + 0.2, 0.3)).toBe(false);
  expect(isOver(500, 500)).toBe(false);
  expect(isOver(500.01, 500)).toBe(true);
});
