import { expect, it } from 'vitest';
import { withOneCopy } from '../../../src/main/zpl/parameters.ts';
import { binaryGraphic, label, text } from './label-pieces.ts';

it.each([
  ['^XA^FDh\u00e9llo^FS^PQ3^XZ', '^XA^FDh\u00e9llo^FS^PQ1^XZ'],
  ['^XA^pq 25 ,0,1,Y\r\n^XZ^XA^PQ2,,2^XZ', '^XA^pq 1 ,0,1,Y\r\n^XZ^XA^PQ1,,2^XZ'],
  ['^XA^PQ99999999999^XZ', '^XA^PQ1^XZ'],
  ['^XA^PQ1\r\n0,1^XZ', '^XA^PQ1,1^XZ'],
])('print quantity: %j is changed to one copy, and no other byte changes', (many, one) => {
  expect(text(withOneCopy(label(many)))).toBe(one);
});

it('print quantity: a label that requests one copy is returned as it is', () => {
  for (const source of [
    '^XA^PQ1,0,1,Y^XZ',
    '^XA^PQ,0,1^XZ',
    '^XA^PQ^XZ',
    '^XA^FD^PQ1^FS^XZ',
    '^XA^FDno quantity^FS^XZ',
    '',
  ]) {
    const bytes = label(source);
    expect(withOneCopy(bytes)).toBe(bytes);
  }
});

it('print quantity: a quantity inside a binary graphic is data', () => {
  const bytes = label('^XA', binaryGraphic(label('^PQ5^XZ')), '^XZ');
  expect(withOneCopy(bytes)).toBe(bytes);
});
