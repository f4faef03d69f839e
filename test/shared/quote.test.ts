import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentedQuote, readQuoteFields } from '../../src/shared/orders/quote.ts';

const recorded = JSON.parse(readFileSync(new URL('../fixtures/service/preview.json', import.meta.url), 'utf8')).object;

describe('quote schema', () => {
  it('keeps every field of the recorded preview under its own name', () => {
    expect(documentedQuote.tolerant().parse(recorded)).toEqual(recorded);
    expect(documentedQuote.exact().safeParse(recorded).error).toBeUndefined();
  });

  it('keeps coordinates, dates and times as text', () => {
    const [pickUp] = documentedQuote.tolerant().parse(recorded).pick_ups ?? [];
    expect(pickUp?.address?.lat).toBe('25.1388490');
    expect(pickUp?.scheduled_date).toBe('2026-11-21');
    expect(pickUp?.time_slot_datetime_start).toBe('2026-11-21T09:00:00+04:00');
  });

  it('leaves out fields of another type, and keeps the others', () => {
    const quote = documentedQuote.tolerant().parse({
      min_price: 'forty-five',
      total_tax: '2.25',
      price_with_tax: 47.25,
      payment_type: 'invoice',
      pick_ups: [null, { scheduled_date: [5], price: 1, drop_offs: { first: {} } }, 'x'],
      discount: 3,
    });
    expect(quote.min_price).toBeUndefined();
    expect(quote.total_tax).toBe(2.25);
    expect(quote.price_with_tax).toBe(47.25);
    expect(quote.pick_ups).toEqual([{ price: 1 }]);
    expect(quote).not.toHaveProperty('discount');
  });

  it('gives the same result when it is read twice, for any input', () => {
    const anything = fc.oneof(fc.dictionary(fc.constantFrom(...Object.keys(recorded)), fc.jsonValue()), fc.object());
    fc.assert(
      fc.property(anything, (value) => {
        const once = documentedQuote.tolerant().parse(value);
        expect(documentedQuote.tolerant().parse(structuredClone(once))).toStrictEqual(once);
      }),
    );
    const once = documentedQuote.tolerant().parse(recorded);
    expect(documentedQuote.tolerant().parse(once)).toStrictEqual(once);
  });

  it('is read to the same value with and without the exact schema, whatever type each field has', () => {
    const paths = leafPaths(recorded);
    const leaf = fc.oneof(
      fc.constantFrom('7', ' 12.50 ', '', 'x', 7, 7.5, -0, null, true),
      fc.string(),
      fc.double(),
      fc.constant([]),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), leaf), { maxLength: 4 }), (changes) => {
        const given = structuredClone(recorded);
        for (const [path, value] of changes) setAt(given, path, value);
        const { value, missing } = readQuoteFields(given);
        expect(value).toStrictEqual(documentedQuote.tolerant().parse(given));
        expect(missing.length === 0).toBe(documentedQuote.exact().safeParse(given).success);
      }),
    );
  });
});

function leafPaths(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner, [...path, key]));
}

function setAt(target: unknown, path: readonly string[], value: unknown): void {
  const [last = '', ...before] = path.toReversed();
  // An earlier change may have replaced what stood there.
  const holder = before.toReversed().reduce<unknown>((inner, key) => Object(inner)[key], target);
  if (typeof holder === 'object' && holder !== null) Object.assign(holder, { [last]: value });
}
