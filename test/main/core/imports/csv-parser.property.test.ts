import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvColumns } from '../../../../src/main/core/imports/csv-orders.ts';
import { csvRows, maxEmptyRows } from '../../../../src/main/core/imports/csv-parser.ts';
import { fileText } from '../../../../src/main/core/imports/file-text.ts';
import { parseImportFile } from '../../../../src/main/core/imports/parse-import-file.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { inLetters, type Letters, csvStyle as style, windows1252Extras, writeCsv } from './csv-writer.ts';

const yieldToEventLoop = async (): Promise<void> => {};

const quiet = style.map((one) => ({ ...one, declaresSeparator: false }));

/** Any text, with the special characters of CSV more often than by chance. */
const cell = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', 'a', ' '), maxLength: 8 }),
);
/** A row that is not blank. */
const row = fc.array(cell, { minLength: 1, maxLength: 6 }).filter((cells) => cells.some((text) => text.trim() !== ''));

describe('CSV parser: a file', () => {
  it('gives back every cell that was written into it', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), quiet, (rows, how) => {
        const read = [...csvRows(writeCsv(rows, how), how.separator)];
        expect(read.map((one) => (one.kind === 'row' ? one.cells : one.message))).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the line of each row, as a text editor counts them', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), quiet, (rows, how) => {
        const read = [...csvRows(writeCsv(rows, how), how.separator)];
        let line = 1;
        const lines = rows.map((cells) => {
          const begins = line;
          line += 1 + cells.reduce((sum, text) => sum + (text.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
          return begins;
        });
        expect(read.map((one) => one.line)).toEqual(lines);
      }),
    );
  });

  it('never throws and always ends, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', '""'), maxLength: 60 }), (text) => {
        const read = [...csvRows(text, ',')];
        expect(read.length).toBeLessThanOrEqual(text.length + 1);
      }),
    );
  });
});

/** Characters that every encoding has. */
const letter = fc.constantFrom('a', 'Z', '7', ' ', 'é', 'ß', 'Ø', ...Object.keys(windows1252Extras));
const inEvery: Letters[] = ['UTF-8 with mark', 'UTF-16LE', 'UTF-16LE with mark', 'UTF-16BE with mark', 'Windows-1252'];

describe('CSV parser: a file of empty rows', () => {
  const fault = { kind: 'fault', message: message('csv.too-many-empty-rows', { limit: maxEmptyRows }) };

  // Twenty million line ends would block the main process for seconds.
  it.each(['\n', '\r\n', ';\n', '"\n"\n', ' \n'])('is read up to a limit: %j', (row) => {
    const read = [...csvRows(row.repeat(maxEmptyRows * 4), ';')];
    expect(read).toEqual([{ ...fault, line: expect.any(Number) }]);
  });

  it('is refused before a header is searched in it, and where rows follow the limit', async () => {
    const parts = {
      labelOrigin: 'https://labels.example',
      withoutToken: async (text: string) => text,
      yieldToEventLoop,
      isStopping: () => false,
      onRead: () => {},
    };
    const read = (text: string) =>
      parseImportFile({ name: 'orders.csv', bytes: new TextEncoder().encode(text) }, parts);
    const [header, empty, last] = ['tracking code\n', '\n'.repeat(maxEmptyRows + 1), 'CODE2\n'];
    expect(await read(`${empty}${header}CODE1\n`)).toMatchObject({ ok: false, failure: { code: 'unreadable' } });
    const answer = await read(`${header}CODE1\n${empty}${last}`);
    expect(answer).toMatchObject({ ok: true, value: { faults: [{ message: fault.message }] } });
    expect([...csvRows(`a\n${'\n'.repeat(maxEmptyRows)}b`, ',')].map((one) => one.kind)).toEqual(['row', 'row']);
  });
});

describe('CSV parser: character encodings', () => {
  it.each(inEvery)('are read as they were written in %s', async (letters) => {
    await fc.assert(
      // A single accented character could also be part of UTF-8; real files have more text before it.
      fc.asyncProperty(fc.string({ unit: letter, minLength: 1, maxLength: 40 }), async (text) => {
        const written = `Custom code,Name\r\nNL7K2M9P4R6T8V2X,é ${text}`;
        const read = await fileText(inLetters(written, letters), true, yieldToEventLoop);
        expect(read.ok && read.value.text.replace(/^\ufeff/, '')).toBe(written);
      }),
    );
  });

  it('any text is read from UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        const written = `x${text.replaceAll('\0', '')}`.replace(/^\ufeff/, '');
        const read = await fileText(new TextEncoder().encode(written), true, yieldToEventLoop);
        expect(read.ok && read.value).toEqual({ text: written, encoding: 'UTF-8' });
      }),
    );
  });

  it('Windows-1252 is not assumed for JSON, nor where bytes are undefined in it', async () => {
    const windows = inLetters('{"name":"Zoë"}', 'Windows-1252');
    expect(await fileText(windows, false, yieldToEventLoop)).toMatchObject({
      ok: false,
      failure: { code: 'unreadable' },
    });
    for (const byte of [0x81, 0x8d, 0x90, 0x01, 0x00]) {
      const bytes = Uint8Array.from([0x61, 0xe9, byte, 0x62]);
      expect(await fileText(bytes, true, yieldToEventLoop)).toMatchObject({ ok: false });
    }
  });
});

const codeOf = (number: number): string => `BENCH${String(number).padStart(13, '0')}`;
const labelOrigin = 'https://labels.example';

const parcel = fc.record({
  tracking: fc.option(fc.constantFrom('DO-1', 'DO-2', 'DO-3'), { nil: '' }),
  hasLabel: fc.boolean(),
  note: cell,
});

describe('CSV import: a file of parcels', () => {
  it('gives the same orders in every format and encoding', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(parcel, { minLength: 1, maxLength: 10 }),
        style,
        fc.constantFrom<Letters>('UTF-8', 'UTF-8 with mark', 'UTF-16LE with mark'),
        fc.constantFrom(
          ['Note', 'Custom code', 'Tracking code', 'Label URL'],
          ['note', 'CUSTOM_CODE', 'tracking-number', 'label'],
          ['ñote', ' custom Code ', 'Tracking No.', 'Label-Url'],
        ),
        async (parcels, how, letters, header) => {
          const rows = parcels.map(({ tracking, hasLabel, note }, index) => [
            ...[note, codeOf(index), tracking, hasLabel ? `${labelOrigin}/${index}.zpl` : ''],
          ]);
          const bytes = inLetters(writeCsv([header, ...rows], how), letters);
          const withoutToken = async (text: string) => text;
          const parts = { labelOrigin, withoutToken, yieldToEventLoop, isStopping: () => false, onRead: () => {} };
          const read = await parseImportFile({ name: 'parcels.csv', bytes }, parts);
          if (!read.ok) throw new Error(JSON.stringify(read.failure));
          expect(read.value.faults).toEqual([]);
          const found = read.value.orders.flatMap(({ order }) =>
            order.shipments.flatMap(({ trackingCode, parcels: own }) =>
              own.map(({ customCode, label }) => [customCode, trackingCode ?? '', label?.url ?? '']),
            ),
          );
          const wanted = rows.map(([, code, tracking, url]) => [code, tracking, url]);
          expect(found.sort()).toEqual(wanted.sort());
          const trackings = parcels.map(({ tracking }, index) => tracking || `row ${index}`);
          expect(read.value.orders).toHaveLength(new Set(trackings).size);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is refused where its first row names no codes, or one of them twice', () => {
    expect(csvColumns('name,street\nAya,Palm Street')).toEqual(message('import.no-code-column'));
    expect(csvColumns('custom code,Custom_Code\nA,B')).toEqual(
      message('import.column-repeated', { column: 'customCode' }),
    );
  });
});
