import { describe, expect, it } from 'vitest';
import { readWeight } from '../../../../src/main/core/batch/read-row.ts';

describe('a weight', () => {
  it.each<[string, 'g' | 'kg' | null, number]>([
    ['900', null, 900],
    [' 900'.trim(), 'g', 900],
    ['12.5', 'g', 12.5],
    ['0.250', 'g', 0.25],
    ['1 234', 'g', 1234],
    ['1’234', 'g', 1234],
    ['1,234,567', 'g', 1_234_567],
    ['1,234.5', 'g', 1234.5],
    ['1.234,5', 'g', 1234.5],
    ['500 g', 'kg', 500],
    ['1.5kg', 'g', 1500],
    ['1.5', 'kg', 1500],
    ['1.234', 'kg', 1234],
    ['0,75 kg', null, 750],
    ['2', 'kg', 2000],
    ['-5', 'g', -5],
    ['0', 'g', 0],
    ['4.', 'g', 4],
    ['.5', 'kg', 500],
  ])('“%s” in a column of %s is %d g', (cell, unit, grams) => {
    expect(readWeight(cell, unit)).toMatchObject({ kind: 'grams', grams });
  });

  it('with a comma is told as what it is taken for', () => {
    expect(readWeight('12,5', 'g')).toEqual({ kind: 'grams', grams: 12.5, warning: '“12,5” is taken as 12.5 g.' });
    expect(readWeight('12.5', 'g')).toMatchObject({ warning: null });
  });

  it.each<[string, 'g' | 'kg' | 'another' | null, RegExp]>([
    ['1,234', 'g', /could be 1234 or 1\.234/],
    ['1.234', null, /could be 1234 or 1\.234/],
    ['1.2E+6', 'g', /shortened by a spreadsheet/],
    ['heavy', 'g', /is no weight/],
    ['2 lb', 'g', /neither grams nor kilograms/],
    ['2', 'another', /neither grams nor kilograms/],
    ['1,23,4', 'g', /is no number/],
    ['1.2.3', 'g', /is no number/],
    ['12 34', 'g', /is no number/],
    ['1,2.3,4', 'g', /is no number/],
    ['900-1000', 'g', /is no weight/],
  ])('“%s” in a column of %s is a fault, since nobody can tell', (cell, unit, words) => {
    expect(readWeight(cell, unit)).toMatchObject({ kind: 'fault', words: expect.stringMatching(words) });
  });

  it('that is not there is none', () => expect(readWeight('', 'g')).toEqual({ kind: 'none' }));
});
