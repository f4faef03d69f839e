import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExports, type Exports } from '../../../src/main/core/exports.ts';
import { createFigures } from '../../../src/main/core/figures.ts';
import { csvRows } from '../../../src/main/core/imports/csv-parser.ts';
import type { OpenExportFile } from '../../../src/main/core/ports/files.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { openExportFile } from '../../../src/main/files/export-writer.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { unfilteredBoard } from '../../../src/shared/shipments/board-query.ts';
import type { ExportState } from '../../../src/shared/shipments/export-state.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import {
  by,
  codeA,
  codeB,
  orderOf,
  parcelOf,
  shipmentOf,
  storeOrder,
  storeParcels,
} from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { temporaryFolders } from '../storage/test-folders.ts';
import { manualClock } from './manual-clock.ts';

const folders = temporaryFolders();
let folder: string;
let records: Records;
let bugs: unknown[];

beforeEach(async () => {
  folder = await folders.make();
  records = openInThread(join(folder, 'records.sqlite3'));
  folders.before(() => records.close());
  bugs = [];
});

/** Exports, and a promise for the end of one. */
function openExports(openFile: OpenExportFile = openExportFile) {
  const ends: ((state: ExportState) => void)[] = [];
  const announce = (): void => {
    const state = exports.state();
    if (state && state.state !== 'running') for (const end of ends.splice(0)) end(state);
  };
  const clock = manualClock(Date.UTC(2026, 2, 14));
  const figures = createFigures({ records, clock });
  const onBug = (bug: unknown) => bugs.push(bug);
  const exports: Exports = createExports({ records, figures, openFile, clock, announce, onBug });
  return { exports, ended: () => new Promise<ExportState>((resolve) => ends.push(resolve)) };
}

const shipments = { what: 'shipments', filter: unfilteredBoard, expected: null } as const;
const rowsOf = async (path: string) =>
  [...csvRows(await readFile(path, 'utf8'), ',')].map((row) => (row.kind === 'row' ? row.cells : []));

describe('export', () => {
  it('writes the matching parcels, as text that no spreadsheet runs, and counts them', async () => {
    const recipient = { name: '=cmd()', phone: '+971 50', addressText: 'Flat 9, "Palm"\nStreet', postalCode: 'sw1a' };
    await storeOrder(records, orderOf([shipmentOf([parcelOf(codeA)], { recipient })]));
    await storeParcels(records, codeB);
    const { exports, ended } = openExports();
    const path = join(folder, 'shipments.csv');
    const end = ended();
    expect(await exports.begin(shipments, path, 'shipments.csv')).toMatchObject({
      ok: true,
      value: { state: 'running' },
    });
    expect(await end).toMatchObject({ what: 'shipments', state: 'done', rows: 2, file: 'shipments.csv' });
    expect((await readFile(path)).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [head = [], first = [], second = []] = await rowsOf(path);
    const cell = (row: string[], column: string) => row[head.indexOf(column)];
    expect(cell(first, 'Custom code')).toBe(codeB);
    expect(cell(second, 'Recipient')).toBe(`'=cmd()`);
    expect(cell(second, 'Phone')).toBe(`'+971 50`);
    expect(cell(second, 'Address')).toBe('Flat 9, "Palm"\nStreet');
    expect(cell(second, 'State')).toBe('No status');
    expect(cell(second, 'Label')).toBe('Pending');
    expect((await records.activity({ beforeId: null, limit: 1 }))[0]).toMatchObject({
      what: 'export-shipments',
      outcome: message('journal.rows-exported', { rows: 2 }),
    });

    const found = ended();
    await exports.begin({ ...shipments, filter: { ...unfilteredBoard, find: 'palm' } }, path, 'shipments.csv');
    expect((await found).rows).toBe(2);
    const none = ended();
    await exports.begin({ ...shipments, filter: { ...unfilteredBoard, state: 'failed' } }, path, 'shipments.csv');
    expect((await none).rows).toBe(0);
    expect(await rowsOf(path)).toHaveLength(1);
  });

  it('journal: every line, newest first', async () => {
    for (let second = 0; second < 1_200; second += 1)
      await records.note(by('retry', second, `code ${second}`).activity);
    const { exports, ended } = openExports();
    const end = ended();
    await exports.begin({ what: 'journal' }, join(folder, 'journal.csv'), 'journal.csv');
    expect((await end).rows).toBe(1_200);
    const rows = await rowsOf(join(folder, 'journal.csv'));
    expect(rows[0]).toEqual(['When', 'Who', 'What', 'Code', 'Outcome', 'Person', 'Allowed by']);
    expect(rows[1]?.slice(1)).toEqual(['Station', 'Try again', 'code 1199', 'done', '', '']);
    expect(rows.at(-1)?.[3]).toBe('code 0');
  });

  it('journal: sentences of the catalogue, and those of earlier versions as they were stored', async () => {
    await records.note(by('print').activity);
    const database = new DatabaseSync(join(folder, 'records.sqlite3'));
    database.exec(
      `INSERT INTO activity (at, who, what, code, outcome) VALUES ('2026-03-01', 'station', 'move prints', NULL, 'from A to B')`,
    );
    database.close();
    const outcome = message('journal.print.all-moved', { from: 'A', to: 'B' });
    await records.note({ ...by('move-prints').activity, outcome });
    const { exports, ended } = openExports();
    const end = ended();
    await exports.begin({ what: 'journal' }, join(folder, 'journal.csv'), 'journal.csv');
    await end;
    const [, newest = [], older = []] = await rowsOf(join(folder, 'journal.csv'));
    expect([newest[2], newest[4]]).toEqual(['Move print jobs', 'Moved from A to B.']);
    expect([older[2], older[4]]).toEqual(['move prints', 'from A to B']);
  });

  it('a cancelled export leaves the folder and an existing file unchanged', async () => {
    for (let number = 0; number < 60; number += 1) await storeParcels(records, `A${String(number).padStart(15, '0')}`);
    const path = join(folder, 'kept.csv');
    await writeFile(path, 'older');
    const before = await readdir(folder);
    const { exports, ended } = openExports();
    const end = ended();
    await exports.begin(shipments, path, 'kept.csv');
    exports.cancel();
    expect((await end).state).toBe('cancelled');
    expect(await readFile(path, 'utf8')).toBe('older');
    expect((await readdir(folder)).sort()).toEqual(before.sort());
  });

  it('only one runs at a time; another may follow', async () => {
    const { exports, ended } = openExports();
    const end = ended();
    const both = await Promise.all([
      exports.begin(shipments, join(folder, 'one.csv'), 'one.csv'),
      exports.begin(shipments, join(folder, 'two.csv'), 'two.csv'),
    ]);
    expect(both[0]?.ok).toBe(true);
    expect(both[1]).toMatchObject({ ok: false, failure: { message: { code: 'export.busy' } } });
    await end;
    expect(existsSync(join(folder, 'two.csv'))).toBe(false);
    exports.dismiss();
    expect(exports.state()).toBeNull();
    const again = ended();
    expect((await exports.begin(shipments, join(folder, 'two.csv'), 'two.csv')).ok).toBe(true);
    await again;
  });

  it('a file that cannot be written gives the reason, at the start or in the middle', async () => {
    const { exports } = openExports();
    const refused = await exports.begin(shipments, join(folder, 'missing', 'x.csv'), 'x.csv');
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'storage', message: { code: 'export.file-not-written', params: { file: 'x.csv' } } },
    });
    expect(exports.state()).toBeNull();

    const full = { code: 'storage', message: storedSentence('The disk is full.') } as const;
    const discarded: boolean[] = [];
    const broken = openExports(async () => ({
      ok: true,
      value: {
        write: async () => ({ ok: false, failure: full }),
        finish: async () => ({ ok: true, value: null }),
        discard: async () => void discarded.push(true),
      },
    }));
    const end = broken.ended();
    await broken.exports.begin(shipments, join(folder, 'y.csv'), 'y.csv');
    expect(await end).toMatchObject({ state: 'failed', failure: full });
    expect(discarded).toEqual([true]);
  });

  it('ends with the station and leaves no partial file', async () => {
    for (let number = 0; number < 60; number += 1) await storeParcels(records, `A${String(number).padStart(15, '0')}`);
    const { exports } = openExports();
    await exports.begin(shipments, join(folder, 'half.csv'), 'half.csv');
    await exports.stop();
    expect((await readdir(folder)).filter((name) => name.includes('half'))).toEqual([]);
    expect(bugs).toEqual([]);
  });
});
