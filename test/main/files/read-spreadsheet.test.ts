import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { numberText } from '../../../src/main/files/parse-workbook.ts';
import { createSpreadsheetReader, type SpreadsheetThread } from '../../../src/main/files/read-spreadsheet.ts';
import { message } from '../../../src/shared/messages/message.ts';
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

describe('spreadsheet: the first sheet of an .xlsx file', () => {
  it('is read as texts, each cell at its place, with empty rows and cells', async () => {
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

  it('gives numbers as digits and dates as in the calendar, in any time zone', async () => {
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

  it('gives a code stored as a number of more than 15 digits in scientific notation', async () => {
    expect(await rowsOf([[{ number: '1234567890123450' }]])).toEqual([['1.23456789012345E+15']]);
  });

  it('is read with all the rows of a batch, and the first text beyond its columns', async () => {
    const wide = [...Array.from({ length: maxBatchColumns + 5 }, () => ''), 'far off'];
    const rows = await rowsOf([wide, ...Array.from({ length: maxBatchRows }, (_, row) => [`row ${row + 1}`])]);
    expect([rows.length, rows[0]?.length, rows[0]?.at(-1), rows[maxBatchRows]?.[0]]).toEqual([
      maxBatchRows + 1,
      maxBatchColumns + 1,
      'far off',
      `row ${maxBatchRows}`,
    ]);
  });

  it('is read by one thread at a time', async () => {
    const reader = createSpreadsheetReader(program);
    const bytes = workbook([['one']]);
    const [first, meanwhile] = await Promise.all([reader(bytes), reader(bytes)]);
    expect(first).toEqual({ ok: true, value: [['one']] });
    expect(meanwhile).toMatchObject({ ok: false, failure: { message: message('spreadsheet.already-reading') } });
    expect(await reader(bytes)).toEqual({ ok: true, value: [['one']] });
  });

  it('does not change the bytes of the file', async () => {
    const bytes = workbook([['one']]);
    const before = bytes.slice();
    await read(bytes);
    expect(bytes).toEqual(before);
  });
});

describe('spreadsheet: a file that cannot be read is a failure', () => {
  it.each([
    ['a text', Buffer.from('receiver,phone\n'), 'spreadsheet.not-a-workbook'],
    ['nothing', new Uint8Array(), 'spreadsheet.not-a-workbook'],
    ['an older Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'spreadsheet.legacy-or-protected'],
    ['another zip file', zipSync({ 'content.xml': Buffer.from('<a/>') }), 'spreadsheet.not-a-workbook'],
    ['half a workbook', workbook([['one'], ['two']]).slice(0, 900), 'spreadsheet.damaged'],
    ['a workbook over 20 MB', Buffer.alloc(21 * 1024 * 1024, 'PK\x03\x04'), 'spreadsheet.too-large'],
  ])('%s', async (_name, bytes, code) => expect((await faultOf(bytes)).message).toMatchObject({ code }));

  it('a sheet that is not XML, or is missing', async () => {
    const sheet = 'xl/worksheets/sheet1.xml';
    const { [sheet]: _gone, ...without } = workbookParts([['one']]);
    for (const parts of [without, { ...without, [sheet]: Buffer.from('<worksheet><sheetData><row') }]) {
      expect((await faultOf(zipSync(parts))).code).toBe('unreadable');
    }
  });

  it('too many rows', async () => {
    const rows = Array.from({ length: maxBatchRows + 2 }, () => ['x']);
    expect((await faultOf(workbook(rows))).message).toEqual(message('spreadsheet.too-many-rows', { limit: 20_000 }));
  });

  it('a part of 200 MB packed into 200 kB', async () => {
    const bytes = zipSync({ ...workbookParts([['one']]), 'xl/sharedStrings.xml': new Uint8Array(200 * 1024 * 1024) });
    expect(bytes.byteLength).toBeLessThan(300_000);
    expect((await faultOf(bytes)).message).toEqual(message('spreadsheet.too-large'));
  });

  it('one long text that a small sheet repeats in every cell', async () => {
    const row = Array.from({ length: maxBatchColumns }, () => ({ shared: 0 }));
    const bytes = workbook(
      Array.from({ length: 200 }, () => row),
      ['x'.repeat(30_000)],
    );
    expect(bytes.byteLength).toBeLessThan(100_000);
    expect((await faultOf(bytes)).message).toEqual(message('spreadsheet.too-large'));
  });

  it('a part that declares a smaller size than it has', async () => {
    const bytes = zipSync({ ...workbookParts([['one']]), 'xl/sharedStrings.xml': new Uint8Array(50 * 1024 * 1024) });
    const faked = withSize(bytes, 'xl/sharedStrings.xml', 1000);
    expect((await faultOf(faked)).code).toBe('unreadable');
  });

  it('a single cell a million rows down and sixteen thousand columns to the right', async () => {
    const parts = workbookParts([]);
    const far = '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>';
    const bytes = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': Buffer.from(far) });
    expect((await faultOf(bytes, { memoryLimitMb: 64 })).message).toEqual(message('spreadsheet.too-large'));
  });

  it('one that takes too long', async () => {
    const rows = Array.from({ length: maxBatchRows }, () => ['x', 'y', 'z']);
    expect((await faultOf(workbook(rows), { timeoutMs: 1 })).message).toEqual(message('spreadsheet.too-slow'));
  });

  it('a thread that ends early', async () => {
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
])('spreadsheet: the number %s reads as %s', (raw, text) => expect(numberText(raw)).toBe(text));

it.each([
  ['1234567890123450', '1.23456789012345E+15'],
  ['1.2345678901234501E+19', '1.23456789012345E+19'],
  ['1E+20', '1E+20'],
])('spreadsheet: a code that lost its last digits, %s, reads as %s', (raw, text) => expect(numberText(raw)).toBe(text));

it('spreadsheet: a long code is given in full where the file has all its digits', () => {
  expect(numberText('12345678901234567891')).toBe('12345678901234567891');
});
