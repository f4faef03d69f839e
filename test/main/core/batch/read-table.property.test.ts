import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadTableParts, readTable, readText } from '../../../../src/main/core/batch/read-table.ts';
import { failed, success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { maxBatchColumns, maxBatchRows } from '../../../../src/shared/orders/batch.ts';
import { inLetters, type Letters, csvStyle as style, windows1252Extras, writeCsv } from '../imports/csv-writer.ts';

const parts: ReadTableParts = {
  yieldToEventLoop: async () => {},
  readSpreadsheet: async () => failed({ code: 'unexpected', message: message('spreadsheet.damaged') }),
};

/** Characters that every encoding has, with the special characters of CSV more often than by chance. */
const narrow = fc.constantFrom(
  ...['a', 'Z', '7', ' ', 'é', 'ß', 'Ø', '"', ',', ';', '\t', '\n', '\r'],
  ...Object.keys(windows1252Extras),
);
const narrowCell = fc.string({ unit: narrow, maxLength: 10 });
const wideCell = fc.oneof(
  narrowCell,
  fc.string({ unit: 'binary', maxLength: 10 }).map((text) => text.replace(/[\0\ufeff]/g, '')),
);

/** Titles of which some are known, as in every file of orders. */
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

describe('batch input: a table', () => {
  const anyLetters: Letters[] = ['UTF-8', 'UTF-8 with mark', 'UTF-16LE with mark', 'UTF-16BE with mark'];

  it.each(anyLetters)('is read as it was written in %s, whatever is in its cells', async (letters) => {
    await fc.assert(
      fc.asyncProperty(titles, tableOf(wideCell), style, async (header, rows, how) => {
        // A lone surrogate is not a character in any of them.
        fc.pre(rows.flat().every((cell) => !/\p{Cs}/u.test(cell)));
        const bytes = inLetters(writeCsv([header, ...rows], how), letters);
        expect(await cellsRead(bytes)).toEqual({ titles: header.map((title) => title.trim()), rows });
      }),
      { numRuns: 200 },
    );
  });

  it('is read as it was written in Windows-1252', async () => {
    await fc.assert(
      fc.asyncProperty(titles, tableOf(narrowCell), style, async (header, rows, how) => {
        // A single accented character could also be part of UTF-8; real files have more text before it.
        const named = rows.map((row, index) => (index === 0 ? [`é ${row[0]}`, ...row.slice(1)] : row));
        const bytes = inLetters(writeCsv([header, ...named], how), 'Windows-1252');
        expect((await cellsRead(bytes)).rows).toEqual(named);
      }),
      { numRuns: 200 },
    );
  });

  it('pasted from a spreadsheet is read as it was', async () => {
    await fc.assert(
      fc.asyncProperty(tableOf(wideCell), async (rows) => {
        const how = {
          separator: '\t',
          lineEnd: '\r\n',
          quotesAll: false,
          endsWithLineEnd: true,
          declaresSeparator: false,
        } as const;
        const read = await readText(writeCsv([['Receiver', 'Address', 'Weight', 'Remark'], ...rows], how), parts);
        if (!read.ok) throw new Error(JSON.stringify(read.failure));
        expect(read.value.rows.map(({ cells }) => [...cells, '', '', '', ''].slice(0, 4))).toEqual(rows);
      }),
    );
  });

  it('of any bytes is read or refused, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const read = await readTable(bytes, parts);
        expect(read.ok || read.failure.message.code.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

const text = async (written: string) => {
  const read = await readText(written, parts);
  return read.ok ? read.value : read.failure.message;
};

describe('batch input: the first row', () => {
  it('is a row like the others where it contains numbers, not titles, as in rows copied from a sheet', async () => {
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

  it('must be readable, and not the only row', async () => {
    expect(await text(' \r\n')).toEqual(message('batch.input-empty'));
    expect(await text('Receiver,Address\n')).toEqual(message('batch.no-rows'));
    expect(await text('"Receiver,Address\nAya')).toEqual(
      message('batch.header-unreadable', { reason: message('csv.quote-not-closed') }),
    );
  });
});

describe('batch input: a file', () => {
  it('is refused where it is too long, too wide, or of another kind', async () => {
    const lines = (count: number): string => `Address,Weight\n${'Palm Street,1\n'.repeat(count)}`;
    expect(await text(lines(maxBatchRows))).toMatchObject({ titles: ['Address', 'Weight'] });
    expect(await text(lines(maxBatchRows + 1))).toEqual(message('batch.too-many-rows', { limit: 20_000 }));
    const wide = Array.from({ length: maxBatchColumns + 1 }, (_, place) => `Title ${place}`).join(',');
    expect(await text(`${wide}\nx`)).toEqual(message('batch.too-many-columns', { limit: 60 }));
    const legacy = message('spreadsheet.legacy-or-protected');
    const old = await readTable(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), {
      ...parts,
      readSpreadsheet: async () => failed({ code: 'unreadable', message: legacy }),
    });
    expect(old).toMatchObject({ ok: false, failure: { message: legacy } });
    const picture = await readTable(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), parts);
    expect(picture).toMatchObject({ ok: false, failure: { message: message('batch.not-a-table') } });
    const huge = await readTable(new Uint8Array(20 * 1024 * 1024 + 1), parts);
    expect(huge).toMatchObject({ ok: false, failure: { code: 'too-large' } });
  });

  it('is read as a spreadsheet where it begins as one, and its rows keep their lines in the sheet', async () => {
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

  it('keeps a row that cannot be split, with its error', async () => {
    expect(await text('Address,Weight\n"Palm" Street,900\n3 Quay,450')).toMatchObject({
      rows: [
        { line: 2, cells: [], fault: message('csv.text-after-quote') },
        { line: 3, fault: null },
      ],
    });
  });
});
