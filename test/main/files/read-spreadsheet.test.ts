import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { numberText } from '../../../src/main/files/parse-workbook.ts';
import { createSpreadsheetReader, type SpreadsheetThread } from '../../../src/main/files/read-spreadsheet.ts';
import { maxBatchColumns, maxBatchRows } from '../../../src/shared/orders/batch.ts';
import { type CellOfSheet, workbook, workbookParts } from './workbook.ts';

const program = { file: new URL('../../programs/spreadsheet-thread.mjs', import.meta.url) };
const read = (bytes: Uint8Array, limits: Partial<SpreadsheetThread> = {}) =>
  createSpreadsheetReader({ ...program, ...limits })(bytes);

async function rowsOf(rows: CellOfSheet[][], shared: string[] = []): Promise<string[][]> {
  const answer = await read(workbook(rows, shared));
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
}

async function faultOf(bytes: Uint8Array, limits: Partial<SpreadsheetThread> = {}) {
  const answer = await read(bytes, limits);
  if (answer.ok) throw new Error('It was read');
  return answer.failure;
}

describe('the first sheet of an .xlsx file', () => {
  it('is read as texts: each cell at its place, empty rows and cells among them', async () => {
    const rows = await rowsOf(
      [['Receiver', 'Phone', 'Weight'], [], ['Nadia & Søn <1>', null, { number: '900' }], [{ shared: 1 }]],
      ['unused', 'قاعة النور'],
    );
    expect(rows).toEqual([
      ['Receiver', 'Phone', 'Weight'],
      ['', '', ''],
      ['Nadia & Søn <1>', '', '900'],
      ['قاعة النور', '', ''],
    ]);
  });

  it('gives numbers as their digits and days as they stand in the calendar, wherever the station is', async () => {
    const cells = [
      { number: '1.2345678901E10' },
      { number: '0.30000000000000004' },
      { day: 46_095 },
      { day: 46_095.75 },
    ];
    expect(await rowsOf([[...cells, { isTrue: true }]])).toEqual([
      ['12345678901', '0.3', '2026-03-14', '2026-03-14 18:00', 'TRUE'],
    ]);
  });

  it('shows a code that was stored as a number beyond 15 digits as what the sheet has made of it', async () => {
    expect(await rowsOf([[{ number: '1234567890123450' }]])).toEqual([['1.23456789012345E+15']]);
  });

  it('is read with all the rows a batch may have, and of what stands behind its columns enough to be told', async () => {
    const wide = [...Array.from({ length: maxBatchColumns + 5 }, () => ''), 'far off'];
    const rows = await rowsOf([wide, ...Array.from({ length: maxBatchRows }, (_, row) => [`row ${row + 1}`])]);
    expect([rows.length, rows[0]?.length, rows[0]?.at(-1), rows[maxBatchRows]?.[0]]).toEqual([
      maxBatchRows + 1,
      maxBatchColumns + 1,
      'far off',
      `row ${maxBatchRows}`,
    ]);
  });

  it('is read again and again, one after the other', async () => {
    const reader = createSpreadsheetReader(program);
    const bytes = workbook([['one']]);
    const [first, meanwhile] = await Promise.all([reader(bytes), reader(bytes)]);
    expect(first).toEqual({ ok: true, value: [['one']] });
    expect(meanwhile).toMatchObject({ ok: false, failure: { message: 'Another spreadsheet is being read.' } });
    expect(await reader(bytes)).toEqual({ ok: true, value: [['one']] });
  });

  it('leaves the bytes it was given as they are', async () => {
    const bytes = workbook([['one']]);
    const before = bytes.slice();
    await read(bytes);
    expect(bytes).toEqual(before);
  });
});

describe('a file that cannot be read says so in words, and the station goes on', () => {
  it.each([
    ['a text', Buffer.from('receiver,phone\n'), 'This file is no workbook of the kind .xlsx.'],
    ['nothing', new Uint8Array(), 'This file is no workbook of the kind .xlsx.'],
    [
      'an older Excel file',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'This is an older Excel file, or one that a password protects.',
    ],
    [
      'another zip file',
      zipSync({ 'content.xml': Buffer.from('<a/>') }),
      'This file is no workbook of the kind .xlsx.',
    ],
    [
      'half a workbook',
      workbook([['one'], ['two']]).slice(0, 900),
      'This workbook is damaged, or not all of it is there.',
    ],
    [
      'a workbook over 20 MB',
      Buffer.alloc(21 * 1024 * 1024, 'PK\x03\x04'),
      'This workbook holds more than this station reads.',
    ],
  ])('%s', async (_name, bytes, words) => expect((await faultOf(bytes)).message).toBe(words));

  it('a sheet that is no XML, or is missing', async () => {
    const sheet = 'xl/worksheets/sheet1.xml';
    const { [sheet]: _gone, ...without } = workbookParts([['one']]);
    for (const parts of [without, { ...without, [sheet]: Buffer.from('<worksheet><sheetData><row') }]) {
      expect((await faultOf(zipSync(parts))).code).toBe('unreadable');
    }
  });

  it('too many rows', async () => {
    const rows = Array.from({ length: maxBatchRows + 2 }, () => ['x']);
    expect((await faultOf(workbook(rows))).message).toBe('The first sheet of this workbook has more than 20,000 rows.');
  });

  it('a part of 200 MB packed into 200 kB', async () => {
    const bytes = zipSync({ ...workbookParts([['one']]), 'xl/sharedStrings.xml': new Uint8Array(200 * 1024 * 1024) });
    expect(bytes.byteLength).toBeLessThan(300_000);
    expect((await faultOf(bytes)).message).toBe('This workbook holds more than this station reads.');
  });

  it('one long text that a small sheet says again in every cell', async () => {
    const row = Array.from({ length: maxBatchColumns }, () => ({ shared: 0 }));
    const bytes = workbook(
      Array.from({ length: 200 }, () => row),
      ['x'.repeat(30_000)],
    );
    expect(bytes.byteLength).toBeLessThan(100_000);
    expect((await faultOf(bytes)).message).toBe('This workbook holds more than this station reads.');
  });

  it('a part that says it is small and is not', async () => {
    const bytes = zipSync({ ...workbookParts([['one']]), 'xl/sharedStrings.xml': new Uint8Array(50 * 1024 * 1024) });
    const faked = withSize(bytes, 'xl/sharedStrings.xml', 1000);
    expect((await faultOf(faked)).code).toBe('unreadable');
  });

  it('a single cell a million rows down and sixteen thousand columns to the right', async () => {
    const parts = workbookParts([]);
    const far = '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>';
    const bytes = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': Buffer.from(far) });
    expect((await faultOf(bytes, { memoryLimitMb: 64 })).message).toBe(
      'This workbook holds more than this station reads.',
    );
  });

  it('one that takes too long', async () => {
    const rows = Array.from({ length: maxBatchRows }, () => ['x', 'y', 'z']);
    expect((await faultOf(workbook(rows), { timeoutMs: 1 })).message).toBe(
      'Reading this workbook took too long and was given up.',
    );
  });

  it('a program that ends by itself', async () => {
    const nothing = new URL('data:text/javascript,');
    expect((await faultOf(workbook([['one']]), { file: nothing })).code).toBe('unreadable');
  });
});

/** The same zip file, its directory saying another size of one part (APPNOTE 4.3.12, offset 24 of a central directory header). */
function withSize(bytes: Uint8Array, name: string, size: number): Uint8Array {
  const changed = Buffer.from(bytes);
  const at = changed.lastIndexOf(name) - 46;
  changed.writeUInt32LE(size, at + 24);
  return changed;
}

it.each([
  ['900', '900'],
  ['-12.50', '-12.5'],
  ['1.234567E11', '123456700000'],
  ['971500000000', '971500000000'],
  ['123456789012345', '123456789012345'],
  ['0.30000000000000004', '0.3'],
  ['0.00000025', '0.00000025'],
  ['0', '0'],
  ['', ''],
])('the number %s reads as %s', (raw, text) => expect(numberText(raw)).toBe(text));

it.each([
  ['1234567890123450', '1.23456789012345E+15'],
  ['1.2345678901234501E+19', '1.23456789012345E+19'],
  ['1E+20', '1E+20'],
])('a code that lost its last digits in the sheet, %s, is shown as what it has become: %s', (raw, text) =>
  expect(numberText(raw)).toBe(text),
);

it('a long code that the file holds to its last digit is given whole', () => {
  expect(numberText('12345678901234567891')).toBe('12345678901234567891');
});
