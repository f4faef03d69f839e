import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from '../../src/renderer/text/text.ts';
import { numberOfText } from '../../src/shared/values/json.ts';
import { isOtherAmount, isOver, sumOf, timesAmount } from '../../src/shared/values/money.ts';

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

/** A price as a service writes it: up to 15 significant digits. */
const price = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([units, places]) => {
    const digits = String(units).padStart(places + 1, '0');
    return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  });

/** The sum in millionths, by integers alone. */
const exactSum = (texts: readonly string[]): bigint =>
  texts.reduce((sum, text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return sum + BigInt(whole + fraction.padEnd(6, '0'));
  }, 0n);

test('money: sums of prices are exact, whether they come as text or as numbers, and shown so', () => {
  expect(sumOf([0.1, 0.2])).toBe(0.3);
  expect(sumOf([1.005, 1.005, -0.01])).toBe(2);
  expect(sumOf([])).toBe(0);
  expect(timesAmount(0.1, 3)).toBe(0.3);
  fc.assert(
    fc.property(fc.array(price, { maxLength: 50 }), (texts) => {
      const fromText = texts.map((text) => numberOfText(text) ?? Number.NaN);
      const fromJson = JSON.parse(`[${texts.join(',')}]`) as number[];
      expect(fromText).toEqual(fromJson);
      const exact = exactSum(texts);
      const shown = money(sumOf(fromText), null);
      const [whole = '', fraction = ''] = shown.split('.');
      expect(BigInt(whole + fraction.padEnd(6, '0'))).toBe(exact);
    }),
  );
});

test('money: amounts with exponents are summed as well', () => {
  expect(sumOf([1e-7, 2e-7])).toBe(3e-7);
  expect(sumOf([1e21, 1])).toBe(1e21);
  expect(() => sumOf([Number.NaN])).toThrow(RangeError);
});
