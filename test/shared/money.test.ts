import { expect, test } from 'vitest';
import { isOtherAmount, isOver, money } from '../../src/shared/values/money.ts';

test('an amount is shown as given, with its currency where one is set', () => {
  expect(money(45, 'AED')).toBe('45.00 AED');
  expect(money(1234.5, null)).toBe('1234.50');
  expect(money(null, 'AED')).toBe('not told');
});

test('a price that differs by a rounding alone is the same price', () => {
  expect(isOtherAmount(0.1 + 0.2, 0.3)).toBe(false);
  expect(isOtherAmount(47.254, 47.25)).toBe(false);
  expect(isOtherAmount(47.26, 47.25)).toBe(true);
  expect(isOtherAmount(47.24, 47.25)).toBe(true);
});

test('a price that is not known differs from none', () => {
  expect(isOtherAmount(null, 47.25)).toBe(false);
  expect(isOtherAmount(47.25, undefined)).toBe(false);
});

test('what reaches a limit exactly is not over it', () => {
  expect(isOver(0.1 + 0.2, 0.3)).toBe(false);
  expect(isOver(500, 500)).toBe(false);
  expect(isOver(500.01, 500)).toBe(true);
});
