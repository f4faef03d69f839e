import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../src/main/core/imports/csv-parser.ts';
import { byteOrderMark, csvCell, csvLine } from '../../src/shared/values/csv.ts';

const specialCharacters = fc.constantFrom(...'=+-@\t\r\n",;\'|%0A\u00e9\u0639\u{1F4E6} ');
const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: specialCharacters, maxLength: 12 }),
);
const formula = /^[=+\-@\t\r]/;

/** The cells a spreadsheet reads out of a file. */
const readBack = (file: string): string[][] =>
  [...csvRows(file, ',')].map((row) => {
    if (row.kind === 'fault') throw new Error(row.message.code);
    return row.cells;
  });

describe('CSV', () => {
  it('is read back with every cell as written, except for the apostrophe before a formula', () => {
    // The first cell is filled: a row with nothing in it is no row.
    const rows = fc.array(
      fc.array(cell, { minLength: 1, maxLength: 6 }).map((cells) => ['row', ...cells]),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(rows, (written) => {
        const read = readBack(byteOrderMark + written.map(csvLine).join(''));
        expect(read).toEqual(written.map((cells) => cells.map((text) => (formula.test(text) ? `'${text}` : text))));
      }),
    );
  });

  it('never holds a cell that a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        for (const text of readBack(csvLine(['row', ...cells])).flat()) expect(text).not.toMatch(formula);
      }),
    );
  });

  it.each([
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+971 50 000 0000', `'+971 50 000 0000`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `'\tx`],
    ['\rx', `"'\rx"`],
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['007', '007'],
    ['', ''],
    [-12.5, '-12.5'],
    [null, ''],
  ])('writes %j as %j', (value, text) => {
    expect(csvCell(value)).toBe(text);
  });

  it('ends each line as in RFC 4180', () => {
    expect(csvLine(['a', 1, null])).toBe('a,1,\r\n');
  });
});
