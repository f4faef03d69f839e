import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadTableParts, readTable, readText } from '../../../../src/main/core/batch/read-table.ts';
import { failed, success } from '../../../../src/shared/contract/failure.ts';
import { maxBatchColumns, maxBatchRows } from '../../../../src/shared/orders/batch.ts';
import { type CsvStyle, inLetters, type Letters, windows1252Extras, writeCsv } from '../imports/csv-writer.ts';

const parts: ReadTableParts = {
  yieldToEventLoop: async () => {},
  readSpreadsheet: async () => failed({ code: 'unexpected', message: 'not asked here' }),
};

const style: fc.Arbitrary<CsvStyle> = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  quotesAll: fc.boolean(),
  endsWithLineEnd: fc.boolean(),
  tellsSeparator: fc.boolean(),
});

/** Letters that each of the encodings can write, and what hurts CSV more often than chance has it. */
const narrow = fc.constantFrom(
  ...['a', 'Z', '7', ' ', 'é', 'ß', 'Ø', '"', ',', ';', '\t', '\n', '\r'],
  ...Object.keys(windows1252Extras),
);
const narrowCell = fc.string({ unit: narrow, maxLength: 10 });
const wideCell = fc.oneof(
  narrowCell,
  fc.string({ unit: 'binary', maxLength: 10 }).map((text) => text.replace(/[\0\ufeff]/g, '')),
);

/** Titles of which some say what they are, as in every file that orders something. */
const titles = fc.constantFrom(
  ['Receiver', 'Address', 'Weight (g)', 'Note'],
  ['to name', 'STREET', 'grams', 'é'],
  ['Recipient, full name', 'delivery address', 'weight; kg', 'a "b"'],
);

const tableOf = (cell: fc.Arbitrary<string>) =>
  fc.array(
    fc.array(cell, { minLength: 4, maxLength: 4 }).filter((cells) => cells.some((text) => text.trim() !== '')),
    { minLength: 1, maxLength: 8 },
  );

async function cellsRead(bytes: Uint8Array): Promise<{ titles: string[]; rows: string[][] }> {
  const read = await readTable(bytes, parts);
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  expect(read.value.rows.filter(({ fault }) => fault !== null)).toEqual([]);
  return { titles: read.value.titles, rows: read.value.rows.map(({ cells }) => cells) };
}

describe('a table of rows', () => {
  const anyLetters: Letters[] = ['UTF-8', 'UTF-8 with mark', 'UTF-16LE with mark', 'UTF-16BE with mark'];

  it.each(anyLetters)('comes back as it was written in %s, whatever stands in its cells', async (letters) => {
    await fc.assert(
      fc.asyncProperty(titles, tableOf(wideCell), style, async (header, rows, how) => {
        // Half a surrogate pair is no letter in any of them.
        fc.pre(rows.flat().every((cell) => !/\p{Cs}/u.test(cell)));
        const bytes = inLetters(writeCsv([header, ...rows], how), letters);
        expect(await cellsRead(bytes)).toEqual({ titles: header.map((title) => title.trim()), rows });
      }),
      { numRuns: 200 },
    );
  });

  it('comes back as it was written in Windows-1252', async () => {
    await fc.assert(
      fc.asyncProperty(titles, tableOf(narrowCell), style, async (header, rows, how) => {
        // An accent alone could be half a letter of UTF-8; a word before it is what files have.
        const named = rows.map((row, index) => (index === 0 ? [`é ${row[0]}`, ...row.slice(1)] : row));
        const bytes = inLetters(writeCsv([header, ...named], how), 'Windows-1252');
        expect((await cellsRead(bytes)).rows).toEqual(named);
      }),
      { numRuns: 200 },
    );
  });

  it('pasted out of a spreadsheet comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(tableOf(wideCell), async (rows) => {
        const how = {
          separator: '\t',
          lineEnd: '\r\n',
          quotesAll: false,
          endsWithLineEnd: true,
          tellsSeparator: false,
        } as const;
        const read = await readText(writeCsv([['Receiver', 'Address', 'Weight', 'Remark'], ...rows], how), parts);
        if (!read.ok) throw new Error(JSON.stringify(read.failure));
        expect(read.value.rows.map(({ cells }) => [...cells, '', '', '', ''].slice(0, 4))).toEqual(rows);
      }),
    );
  });

  it('of any bytes at all is read or refused in words, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const read = await readTable(bytes, parts);
        expect(read.ok || String(read.failure.message).length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

const text = async (written: string) => {
  const read = await readText(written, parts);
  return read.ok ? read.value : read.failure.message;
};

describe('the first row of a table', () => {
  it('is a row like the others where it holds no titles but numbers, as rows copied out of a sheet do', async () => {
    expect(await text('Aya Noor\t12 Palm Street\t900\r\nOmar Said\t3 Quay\t450\r\n')).toMatchObject({
      titles: ['Column A', 'Column B', 'Column C'],
      rows: [
        { line: 1, cells: ['Aya Noor', '12 Palm Street', '900'] },
        { line: 2, cells: ['Omar Said', '3 Quay', '450'] },
      ],
    });
    expect(await text('Wer,Wohin\nAya,Palm Street')).toMatchObject({ titles: ['Wer', 'Wohin'], rows: [{ line: 2 }] });
    expect(await text('Wer,Wohin,,\nAya,Palm Street,,')).toMatchObject({ titles: ['Wer', 'Wohin'] });
    expect(await text('Receiver,,Weight\nAya,x,9')).toMatchObject({ titles: ['Receiver', 'Column B', 'Weight'] });
    expect(await text('Receiver,Weight,,\nAya,9,fragile,')).toMatchObject({
      titles: ['Receiver', 'Weight', 'Column C'],
    });
  });

  it('must be readable, and not all there is', async () => {
    expect(await text(' \r\n')).toBe('There is nothing in it.');
    expect(await text('Receiver,Address\n')).toBe('There are no rows below the first one.');
    expect(await text('"Receiver,Address\nAya')).toContain('A quotation mark is opened and never closed.');
  });
});

describe('a file for a batch', () => {
  it('is refused where it is too long, too wide, or of another kind', async () => {
    const lines = (count: number): string => `Address,Weight\n${'Palm Street,1\n'.repeat(count)}`;
    expect(await text(lines(maxBatchRows))).toMatchObject({ titles: ['Address', 'Weight'] });
    expect(await text(lines(maxBatchRows + 1))).toBe('It has more than 20000 rows.');
    const wide = Array.from({ length: maxBatchColumns + 1 }, (_, place) => `Title ${place}`).join(',');
    expect(await text(`${wide}\nx`)).toBe('It has more than 60 columns.');
    const old = await readTable(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), parts);
    expect(old).toMatchObject({ ok: false, failure: { message: 'This is a spreadsheet of an old kind.' } });
    const picture = await readTable(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), parts);
    expect(picture).toMatchObject({ ok: false, failure: { next: 'Save the sheet as CSV or as .xlsx.' } });
    const huge = await readTable(new Uint8Array(20 * 1024 * 1024 + 1), parts);
    expect(huge).toMatchObject({ ok: false, failure: { code: 'too-large' } });
  });

  it('goes to the reader of spreadsheets where it begins as one, and its rows are told by their lines in the sheet', async () => {
    const sheet = [
      ['Address', 'Weight'],
      ['', ''],
      ['12 Palm Street', '900'],
    ];
    const read = await readTable(Uint8Array.from([0x50, 0x4b, 3, 4]), {
      ...parts,
      readSpreadsheet: async () => success(sheet),
    });
    expect(read).toMatchObject({ ok: true, value: { titles: ['Address', 'Weight'], rows: [{ line: 3 }] } });
  });

  it('keeps a row that cannot be taken apart, with why', async () => {
    expect(await text('Address,Weight\n"Palm" Street,900\n3 Quay,450')).toMatchObject({
      rows: [
        { line: 2, cells: [], fault: 'Behind a closing quotation mark stands more text.' },
        { line: 3, fault: null },
      ],
    });
  });
});
