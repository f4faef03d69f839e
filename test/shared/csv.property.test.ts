import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../src/main/core/imports/csv-parser.ts';
import { cleanCell } from '../../src/main/core/imports/file-text.ts';
import { byteOrderMark, csvCell, csvLine, plainCellText } from '../../src/shared/values/csv.ts';

const specialCharacters = fc.constantFrom(...'=+-@＝＋－＠\t\r\n",;\'|%0A\u00e9\u0639\u{1F4E6}\u00a0\u2028 ');
const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: specialCharacters, maxLength: 12 }),
);
const formula = /^["\s]*[=+\-@＝＋－＠]/;

/** The cells a spreadsheet reads out of a file. */
const readBack = (file: string): string[][] =>
  [...csvRows(file, ',')].map((row) => {
    if (row.kind === 'fault') throw new Error(row.message.code);
    return row.cells;
  });

/**
 * The cells of a file for a program that takes another separator: a quotation mark counts only where a cell begins with it, and what
 * stands behind the closing one belongs to the cell.
 */
function cellsSplitAt(separator: string, file: string): string[] {
  const cells: string[] = [];
  let [at, text, isQuoted] = [0, '', false];
  for (let isStart = true; at < file.length; at += 1) {
    const letter = file.charAt(at);
    if (isQuoted && letter === '"' && file.charAt(at + 1) === '"') {
      text += '"';
      at += 1;
    } else if (letter === '"' && (isQuoted || isStart)) {
      isQuoted = !isQuoted;
    } else if (!isQuoted && (letter === separator || letter === '\n' || letter === '\r')) {
      cells.push(text);
      text = '';
      isStart = true;
      continue;
    } else text += letter;
    isStart = false;
  }
  return [...cells, text];
}

/** A file of these rows; the first cell is filled, because a row with nothing in it is no row. */
const rows = fc.array(
  fc.array(cell, { minLength: 1, maxLength: 6 }).map((cells) => ['row', ...cells]),
  { minLength: 1 },
);

describe('CSV', () => {
  it('gives every value back as it was', () => {
    fc.assert(
      fc.property(rows, (written) => {
        const read = readBack(byteOrderMark + written.map((cells) => csvLine(cells)).join(''));
        expect(read.map((cells) => cells.map(plainCellText))).toEqual(written);
      }),
    );
  });

  it('never holds a cell that a spreadsheet would run, whichever separator it takes', () => {
    fc.assert(
      fc.property(rows, (written) => {
        const file =
          written.map((cells) => csvLine(cells)).join('') + written.map((cells) => csvLine([], cells)).join('');
        const read = [...readBack(file).flat(), ...[',', ';', '\t', '|'].flatMap((one) => cellsSplitAt(one, file))];
        for (const text of [...read, ...read.flatMap((one) => one.split(/[\r\n]/))]) expect(text).not.toMatch(formula);
      }),
    );
  });

  it('reads a cell of an input file, written again, as it was read there', () => {
    fc.assert(
      fc.property(rows, (written) => {
        const read = readBack(written.map((cells) => csvLine([], cells)).join(''));
        expect(read.map((cells) => cells.map(plainCellText))).toEqual(written.map((cells) => cells.map(plainCellText)));
      }),
    );
  });

  it('is read by an import as the values were, and as an input file was', () => {
    // An import takes the apostrophe behind leading space for that of a spreadsheet.
    const values = rows.filter((all) => all.flat().every((text) => !/^\s+'/.test(text)));
    fc.assert(
      fc.property(values, (written) => {
        const read = readBack(written.map((cells) => csvLine(cells)).join(''))
          .flat()
          .map(cleanCell);
        expect(read).toEqual(written.flat().map((text) => /^="(.*)"$/.exec(text.trim())?.[1]?.trim() ?? text.trim()));
        const input = readBack(written.map((cells) => csvLine([], cells)).join(''))
          .flat()
          .map(cleanCell);
        expect(input).toEqual(written.flat().map(cleanCell));
      }),
    );
  });

  it.each([
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+971 50 000 0000', `'+971 50 000 0000`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['Flat 9;=1+1', `Flat 9;'=1+1`],
    ['Flat 9, +971 50', `"Flat 9,' +971 50"`],
    ['one\n=1+1', `"one\n'=1+1"`],
    ['one\t@SUM(A1)', `one\t'@SUM(A1)`],
    ['one;"=1+1"', `"one;'""=1+1"""`],
    ['one; ＝1+1', `one;' ＝1+1`],
    ['＝1+1', `'＝1+1`],
    [' =1+1', `' =1+1`],
    ["'=1+1", `''=1+1`],
    ["'s-Hertogenbosch", `''s-Hertogenbosch`],
    ['2026-03-14, 10:00-12:00', '"2026-03-14, 10:00-12:00"'],
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
