import { deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import type { SidecarProcess } from '../../../src/main/core/ports/desktop.ts';
import { numberText, sheetRows } from '../../../src/main/files/parse-workbook.ts';
import { createSpreadsheetReader, type SpreadsheetLimits } from '../../../src/main/files/read-spreadsheet.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { maxBatchColumns, maxBatchRows } from '../../../src/shared/orders/batch.ts';
import { forkedProcess, forkSpreadsheetProcess, peakMemory } from '../../helpers/forked-process.ts';
import { inThisRun, isLongRun } from '../../helpers/test-length.ts';
import { hostileWorkbooks, zip64Field, zipBytes } from './hostile-workbooks.ts';
import { type CellOfSheet, workbook, workbookParts } from './workbook.ts';

vi.setConfig({ testTimeout: 60_000 }); // a process start, on a computer that does other things too

/** The id and the most memory of each process that was killed. */
const killed: { id: number; memory: number | null }[] = [];
const onKill = (id: number): void => void killed.push({ id, memory: peakMemory(id) });
const startProcess = (): SidecarProcess => forkSpreadsheetProcess(onKill);
const patient: Partial<SpreadsheetLimits> = { startMs: 60_000, readMs: 60_000 };
const onBug = (bug: unknown): void => {
  throw bug;
};
const read = (bytes: Uint8Array, limits: Partial<SpreadsheetLimits> = {}) =>
  createSpreadsheetReader({ startProcess, limits: { ...patient, ...limits }, onBug })(bytes);

async function rowsOf(rows: CellOfSheet[][], shared: string[] = []): Promise<string[][]> {
  const answer = await read(workbook(rows, shared));
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
}

async function faultOf(bytes: Uint8Array, limits: Partial<SpreadsheetLimits> = {}) {
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

  it('is read by one process at a time, which is killed afterwards', async () => {
    const reader = createSpreadsheetReader({ startProcess, limits: patient, onBug });
    const before = killed.length;
    const bytes = workbook([['one']]);
    const [first, meanwhile] = await Promise.all([reader(bytes), reader(bytes)]);
    expect(first).toEqual({ ok: true, value: [['one']] });
    expect(meanwhile).toMatchObject({ ok: false, failure: { message: message('spreadsheet.already-reading') } });
    expect(await reader(bytes)).toEqual({ ok: true, value: [['one']] });
    expect(killed.length).toBe(before + 2);
  });

  it('is read where a program gives the sizes in 64 bits, as some do for small files', async () => {
    const parts = Object.entries(workbookParts([['one']])).map(([name, content]) => {
      const extra = zip64Field(BigInt(content.length), BigInt(deflateRawSync(content, { level: 9 }).length));
      return { name, content, size: 0xffffffff, packedSize: 0xffffffff, extra };
    });
    expect(await read(zipBytes(parts))).toEqual({ ok: true, value: [['one']] });
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

  it('one that takes too long', async () => {
    const rows = Array.from({ length: maxBatchRows }, () => ['x', 'y', 'z']);
    expect((await faultOf(workbook(rows), { readMs: 1 })).message).toEqual(message('spreadsheet.too-slow'));
  });

  it('one that needs more memory than its process may have, counted in buffers too', async () => {
    const mebibyte = 1024 * 1024;
    expect((await faultOf(workbook([['one']]), { processMemory: 1 })).message).toEqual(
      message('spreadsheet.too-large'),
    );
    const rows = Array.from({ length: maxBatchRows }, () => ['x', 'y', 'z']);
    expect((await faultOf(workbook(rows), { objectMemory: 8 * mebibyte })).message).toEqual(
      message('spreadsheet.too-large'),
    );
  });

  it.each(['ends before it is ready', 'says nonsense', 'never gets ready'])('the process %s', async (how) => {
    const startFaulty = () => forkedProcess(new URL('../labels/faulty-picture-process.mjs', import.meta.url), [how]);
    const limits = how === 'never gets ready' ? { startMs: 300 } : patient;
    const answer = await createSpreadsheetReader({ startProcess: startFaulty, limits, onBug })(workbook([['one']]));
    expect(answer).toMatchObject({ ok: false });
  });

  it('no process can be started', async () => {
    const bugs: unknown[] = [];
    const cannotStart = new Error('no process');
    const reader = createSpreadsheetReader({
      startProcess: () => {
        throw cannotStart;
      },
      onBug: (bug) => bugs.push(bug),
    });
    expect(await reader(workbook([['one']]))).toMatchObject({ ok: false, failure: { code: 'unreadable' } });
    expect(bugs).toEqual([cannotStart]);
  });
});

const codes = {
  'not a workbook': 'not-a-workbook',
  broken: 'damaged',
  'too large': 'too-large',
  'too many rows': 'too-many-rows',
};

/** Most memory of the process, bytes: its own program, the file unpacked and repacked, and the limit of its objects. */
const mostMemory = 900 * 1024 * 1024;

describe('spreadsheet: a hostile file ends in a failure, and takes little memory', () => {
  const hostile = Object.entries(hostileWorkbooks);

  it.each(hostile.filter(([, { isGreedy }]) => isGreedy === 'short' || isLongRun))(
    '%s',
    async (_name, { bytes, fault }) => {
      const answer = await read(bytes());
      expect(answer.ok ? 'read' : answer.failure.message.code).toBe(fault);
      expect(killed.at(-1)?.memory ?? 0).toBeLessThan(mostMemory);
    },
  );

  it.each(inThisRun(hostile.filter(([, { isGreedy }]) => !isGreedy)))(
    '%s: it is refused before it is unpacked',
    async (_name, { bytes, fault }) => {
      const answer = await sheetRows(bytes());
      expect(answer.kind === 'fault' ? `spreadsheet.${codes[answer.fault]}` : 'read').toBe(fault);
    },
  );
});

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
