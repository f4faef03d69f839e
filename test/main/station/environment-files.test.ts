import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { createDailyBackups } from '../../../src/main/core/record-maintenance.ts';
import { openOrderStore } from '../../../src/main/practice/order-store.ts';
import { orderRequestSchema } from '../../../src/main/practice/request-schemas.ts';
import { newOrder } from '../../../src/main/practice/stored-order.ts';
import { environmentFiles } from '../../../src/main/station/files/environment-files.ts';
import { openRecordsIn } from '../../../src/main/storage/open-records.ts';
import { namesOneOf } from '../../../src/shared/settings/erasure.ts';
import { settingsSchema } from '../../../src/shared/settings/settings.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';
import { atSecond, codeA, codeB, codeC, requestFor, storeParcels } from '../../suites/records/record-fixtures.ts';
import { manualClock } from '../core/manual-clock.ts';
import { sourceWorker } from '../storage/open-test-records.ts';

const opened = closedAfterEach();
const day = 24 * 3_600_000;
const zora = { person_name: 'Zoraida Quixley', person_phone: '+971 55 736 2914', text: '77 Tamarisk Gate' };

const requestTo = (address: Partial<typeof zora>, code: string) => {
  const request = requestFor(code);
  const [dropOff] = request.drop_offs;
  return { ...request, drop_offs: [{ ...dropOff, address: { ...dropOff.address, ...address } }] } as typeof request;
};

/** Creates an order, prints its label, and waits until nothing of it is under way. */
async function orderAndPrint(station: StationInNode, address: Partial<typeof zora>, code: string): Promise<void> {
  const { command } = await station.call('order.create', {
    request: requestTo(address, code),
    evenIfDuplicate: true,
  });
  const isStored = ({ state, parcels }: { state: string; parcels: readonly { label: { state: string } | null }[] }) =>
    state === 'created' && parcels.every(({ label }) => label?.state === 'stored');
  await station.until('order.progress', { commandId: command.id }, isStored);
  await station.until('print-jobs.list', null, (jobs) =>
    jobs.some(({ state }) => state === 'sent' || state === 'printed'),
  );
}

/** The files below a folder whose bytes name a text. */
async function filesNaming(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const named = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_, index) => named[index]).map((file) => file.slice(folder.length + 1));
}

describe('erasing a person from a station with several environments', () => {
  it('leaves no byte of them in any: records, labels of virtual printers, orders of the practice services', async () => {
    const folder = await opened.folder();
    const environments = [
      { name: 'practice', kind: 'practice' },
      { name: 'Training', kind: 'practice' },
    ];
    const station = await openStation(opened, {
      folder,
      settings: { environments, activeEnvironment: 'practice', bench: { printOnCreate: true } },
    });
    await orderAndPrint(station, zora, codeA);
    await station.call('environment.use', { name: 'Training' });
    await orderAndPrint(station, zora, codeB);
    await orderAndPrint(station, { person_name: 'Björn Åkerlund' }, codeC);
    const before = await filesNaming(folder, 'Zoraida Quixley');
    for (const file of ['practice/practice/orders.jsonl', 'practice/Training/orders.jsonl'])
      expect(before).toContain(file);
    expect(before.filter((file) => file.startsWith('virtual-printer/'))).toHaveLength(2);

    const [person] = await station.call('erasure.find', { text: 'quixley' });
    expect(person).toMatchObject({ name: zora.person_name, orders: 2 });
    const erased = await station.call('erasure.erase', { people: person ? [person] : [] });
    expect(
      erased.environments.map(({ environment, touched, unfinished }) => [
        environment,
        touched.orders,
        unfinished.count,
      ]),
    ).toEqual([
      ['practice', 1, 0],
      ['Training', 1, 0],
    ]);
    for (const text of ['Zoraida', 'Quixley', '736 2914', 'Tamarisk'])
      expect(await filesNaming(folder, text)).toEqual([]);
    expect(await filesNaming(folder, 'Björn')).toContain('practice/Training/orders.jsonl');
    // The service of the environment in use goes on, and its codes stay in use.
    await orderAndPrint(station, {}, 'NLDDDDDDDDDDDDDDDDDD');
    await expect(orderAndPrint(station, {}, codeB)).rejects.toThrow();
  });
});

describe('erasing a person from the labels of virtual printers', () => {
  it('removes those that name them in a field of their own, and leaves those of longer names', async () => {
    const dataFolder = await opened.folder();
    const store = openRecordsIn({ folder: join(dataFolder, 'records'), ...sourceWorker });
    opened.keep(store);
    const labels = join(dataFolder, 'virtual-printer', 'practice');
    await mkdir(labels, { recursive: true });
    const named = (seconds: string) => `2026-03-01T08.00.${seconds}.000Z-000001.zpl`;
    await writeFile(join(labels, named('01')), '^XA^FO50,50^FDAli^FS^XZ');
    await writeFile(join(labels, named('02')), '^XA^FO50,50^FDKhalid^FS^XZ');
    const files = environmentFiles({
      ...{ dataFolder, clock: manualClock(0), erasure: store.erasure, backups: store.backups, ifOpen: () => null },
      settings: () => settingsSchema.parse({ environments: [{ name: 'practice', kind: 'practice' }] }),
      retentionTime: async () => Date.now(),
    });
    const isNamed = namesOneOf([{ name: 'Ali', phone: null, address: null }]);
    await files.eraseFiles('practice', { isNamed, codes: [], hashes: [], isUnfinished: false });
    expect(await readdir(labels)).toEqual([named('02')]);
  });
});

describe('retention of an environment that is not open', () => {
  it('changes nothing of one where nothing is old, so that it is not backed up again', async () => {
    const store = openRecordsIn({ folder: join(await opened.folder(), 'records'), ...sourceWorker });
    opened.keep(store);
    const records = await store.open('Unused');
    await storeParcels(records, codeA);
    await records.close();
    await expect.poll(() => store.backups.isChangedSince('Unused', Date.now())).toBe(false);
    const now = Date.now();
    const limits = { before: atSecond(0), figuresBefore: '2026-01-01' };
    expect(await store.backups.removeOldRecords('Unused', limits)).toMatchObject({ ok: true });
    expect(await store.backups.isChangedSince('Unused', now)).toBe(false);
  });

  it('removes its old records, labels and orders of the practice service, keeps newer ones, and notes it in its journal', async () => {
    const dataFolder = await opened.folder();
    const store = openRecordsIn({ folder: join(dataFolder, 'records'), ...sourceWorker });
    opened.keep(store);
    const records = await store.open('Old');
    await storeParcels(records, codeA);
    await records.close();
    const labels = join(dataFolder, 'virtual-printer', 'Old');
    await mkdir(labels, { recursive: true });
    for (const time of ['2020-03-01T08.00.00.000Z', '2099-03-01T08.00.00.000Z'])
      await writeFile(join(labels, `${time}-000001.zpl`), '^XA^XZ');
    const orders = await openOrderStore(join(dataFolder, 'practice', 'Old'));
    const then = Date.parse(atSecond(0));
    for (const [code, createdAt] of [
      [codeA, then],
      [codeB, then + 100 * day],
    ] as const)
      await orders.change(() => {
        const request = orderRequestSchema.parse(requestFor(code));
        const order = newOrder(request, orders.nextSequence(), createdAt, 45);
        return { orders: [order], outcome: null };
      });
    await orders.close();

    const clock = manualClock(then + 181 * day);
    const files = environmentFiles({
      ...{ dataFolder, clock, erasure: store.erasure, backups: store.backups, ifOpen: () => null },
      retentionTime: async () => clock.now(),
      settings: () => settingsSchema.parse({ environments: [{ name: 'practice', kind: 'practice' }] }),
    });
    const looked: string[] = [];
    const bugs: unknown[] = [];
    const daily = createDailyBackups({
      ...{ backups: store.backups, clock, note: async () => {}, notices: { notify: () => 0 } },
      environments: files.environments,
      async removeOld(environment) {
        await files.removeOld(environment);
        looked.push(environment);
      },
      retentionTime: async () => clock.now(),
      onBug: (bug) => bugs.push(bug),
    });
    daily.start();
    await expect.poll(() => clock.goOn()).toBe(true);
    await expect.poll(() => looked, { timeout: 10_000 }).toEqual(['old']);
    await daily.stop();
    expect(bugs).toEqual([]);
    // Before: what a wrong clock or too few days removed can be restored.
    const backupFolder = join(dataFolder, 'records', 'backups');
    const [backup = ''] = await readdir(backupFolder);
    const backedUp = new DatabaseSync(join(backupFolder, backup), { readOnly: true });
    expect(backedUp.prepare('SELECT count(*) AS count FROM orders').get()).toEqual({ count: 1 });
    backedUp.close();

    const again = await store.open('Old');
    expect(await again.findByCode(codeA)).toBeNull();
    const removed = (await again.activity({ beforeId: null, limit: 5 })).find(
      ({ what }) => what === 'remove-old-records',
    );
    expect(removed?.outcome).toMatchObject({ code: 'journal.records-removed' });
    expect(await readdir(labels)).toEqual(['2099-03-01T08.00.00.000Z-000001.zpl']);
    const kept = await readFile(join(dataFolder, 'practice', 'Old', 'orders.jsonl'), 'utf8');
    expect([kept.includes(`"customCode":"${codeA}"`), kept.includes(`"customCode":"${codeB}"`)]).toEqual([false, true]);
  });
});
