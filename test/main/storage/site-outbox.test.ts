import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { openRecordsIn } from '../../../src/main/storage/open-records.ts';
import { recordsFileName } from '../../../src/main/storage/records-file-name.ts';
import {
  atSecond,
  by,
  codeA,
  codeB,
  orderOf,
  parcelOf,
  requestFor,
  shipmentOf,
} from '../../suites/records/record-fixtures.ts';
import { openInThread, sourceWorker } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();

/** Uses a records file beside the records that have it open. */
function inFile<T>(file: string, use: (database: DatabaseSyncInstance) => T): T {
  const database = new DatabaseSync(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

describe('records of a bench', () => {
  it('store no change whose facts cannot be stored with it', async () => {
    const file = join(await folders.make(), 'records.sqlite3');
    const records = openInThread(file);
    folders.before(() => records.close());
    await records.joinSite('bench-1');
    const facts = (): number =>
      inFile(file, (database) => database.prepare('SELECT count(*) AS count FROM site_out').get().count);
    const states = async () => (await records.commands(['waiting', 'sending', 'done'], 10)).map(({ state }) => state);
    const order = orderOf([shipmentOf([parcelOf(codeA)])]);
    const { id } = await records.beginCreate(requestFor(codeA), by('create-order'));
    await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
    const before = facts();
    inFile(file, (database) =>
      database.exec("CREATE TRIGGER refuse BEFORE INSERT ON site_out BEGIN SELECT RAISE(ABORT, 'no fact'); END"),
    );

    const refused = expect.objectContaining({ message: expect.stringContaining('no fact') });
    await expect(records.completeCreate(id, order, by('order-answer'))).rejects.toEqual(refused);
    await expect(records.beginCreate(requestFor(codeB), by('create-order'))).rejects.toEqual(refused);
    expect(await records.findByCode(codeA)).toBeNull();
    expect(await states()).toEqual(['sending']);
    expect(facts()).toBe(before);

    inFile(file, (database) => database.exec('DROP TRIGGER refuse'));
    await records.completeCreate(id, order, by('order-answer'));
    expect((await records.findByCode(codeA))?.parcels).toHaveLength(1);
    expect(await states()).toEqual(['done']);
    expect(facts()).toBeGreaterThan(before);
  });
});

describe('records of a station without a site', () => {
  it('open, and find what was scanned, without a statement that names a table of the site', async () => {
    const folder = join(await folders.make(), 'records');
    const parts = { folder, ...sourceWorker };
    const [first, second] = [openRecordsIn(parts), openRecordsIn(parts)];
    folders.before(() => second.close());
    await (await first.open('practice')).note(by('retry', 0, codeA).activity);
    await first.close();
    // SQLite prepares no statement that names a missing table.
    const removed = inFile(join(folder, recordsFileName('practice')), (database) => {
      const tables: string[] = database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'site_%'")
        .all()
        .map(({ name }: { name: string }) => name);
      for (const table of tables) database.exec(`DROP TABLE ${table}`);
      return tables;
    });
    expect(removed).toContain('site_out');

    const records = await second.open('practice');
    expect(await records.recentScans(10, atSecond(0))).toMatchObject({ scans: [] });
    expect((await records.activity({ beforeId: null, limit: 10 })).map(({ code }) => code)).toEqual([codeA]);
    await expect(records.joinSite('bench-1')).rejects.toThrow('no such table: site_');
  });
});
