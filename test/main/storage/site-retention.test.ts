import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { SiteArrival } from '../../../src/main/core/ports/site-records.ts';
import {
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  orderOf,
  parcelOf,
  shipmentOf,
  storeOrder,
} from '../../suites/records/record-fixtures.ts';
import { removeAllOld } from '../../suites/records/retention.ts';
import { eventOf } from '../../suites/records/webhook-fixtures.ts';
import { type SharingBench, sharedRecords } from './shared-records.ts';
import { temporaryFolders } from './test-folders.ts';

const dayMs = 24 * 3_600_000;
const folders = temporaryFolders();
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

const zora = { name: 'Zoraida Quixley', phone: '+971 55 736 2914', addressText: '77 Tamarisk Gate', postalCode: null };
const bytesOfZora = ['zoraida', 'quixley', '736 2914', '557362914', 'tamarisk'];

/** `lines`: parcels with labels of a long address, so that its fact takes several pages of the file. */
const orderTo = (code: string, more: object = {}, lines = 1) => {
  const url = `https://labels.example/${'x'.repeat(900)}`;
  const parcels = Array.from({ length: lines }, (_, index) =>
    parcelOf(index === 0 ? code : `${code.slice(0, 17)}${100 + index}`, {
      label: { url: `${url}/${code}/${index}`, source: 'parcel zpl', format: 'zpl', pdfUrl: null },
    }),
  );
  const ids = { trackingCode: `DO-${code}`, dropOffId: null, pickUpUniqueId: `PU-${code}`, pickUpId: null };
  return orderOf([shipmentOf(parcels, { ...ids, recipient: zora })], { uniqueId: `ORD-${code}`, ...more });
};

const eventOfZora = (second: number) =>
  eventOf('same.shipment.scheduled', { tracking_code: `DO-${codeA}`, drop_off: { receiver_name: zora.name } }, second);

/** Which of these texts the files beside that one contain. */
async function textsIn(file: string, texts: readonly string[]): Promise<string[]> {
  const folder = dirname(file);
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
  const all = files.map((bytes) => bytes.toString('latin1').toLowerCase());
  return texts.filter((text) => all.some((one) => one.includes(text)));
}

function rowsOf<Row>(file: string, sql: string): Row[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

const countIn = (bench: SharingBench, table: string): number =>
  rowsOf<{ count: number }>(bench.file, `SELECT count(*) AS count FROM ${table}`)[0]?.count ?? 0;

/** A fact as another bench sends it. */
const factOf = (by: string, n: number, more: { at: string; kind: string; gid?: string | null; body: object }) =>
  ({ kind: 'fact', by, event: null, fact: { v: 1, n, gid: null, ...more } }) satisfies SiteArrival;

const position = { dataId: 'one', sequence: 1, mark: '' };

describe('retention of the records of a site', () => {
  it('leaves no byte of a recipient, at the bench that ordered and at one that read of it', async () => {
    const site = sharedRecords(folders);
    const [one, other] = [await site.open('bench-1'), await site.open('bench-2')];
    await one.records.importOrders([orderTo(codeA, { source: 'imported' }, 20)], by('import-file'));
    await storeOrder(one.records, orderTo(codeB, { uniqueId: 'ORD-B' }));
    await one.records.storeEvents([eventOfZora(10)]);
    // What the other bench knows otherwise is kept as it came, and not applied.
    await storeOrder(other.records, orderOf([shipmentOf([parcelOf(codeA)])], { uniqueId: 'ORD-OTHER' }));
    await one.send();
    expect(await other.read()).toMatchObject({ unapplied: 1 });
    for (const bench of [one, other]) {
      await bench.records.removeOld(atSecond(0), null);
      expect(countIn(bench, bench === one ? 'site_out' : 'site_unapplied')).toBeGreaterThan(0);
      await removeAllOld(bench.records, atSecond(3_600));
      while (await bench.records.mergeSearchIndex());
      await bench.close();
      expect(await textsIn(bench.file, bytesOfZora)).toEqual([]);
    }
  });

  it('an outbox keeps its last number, sends nothing that is too old, and goes on behind it', async () => {
    const site = sharedRecords(folders);
    const [one, other] = [await site.open('bench-1'), await site.open('bench-2')];
    await storeOrder(one.records, orderTo(codeA));
    await storeOrder(one.records, orderTo(codeB));
    const sent = await one.records.outgoingFacts('bench-1', 0, 100);
    const last = sent.at(-1);
    await one.send();
    await other.read();
    await removeAllOld(one.records, atSecond(3_600));
    expect(rowsOf(one.file, 'SELECT n, data FROM site_out')).toEqual([{ n: last?.n, data: 'null' }]);
    expect(await one.records.outgoingFacts('bench-1', 0, 100)).toEqual([]);
    expect(await one.records.countOutgoing('bench-1', 0)).toBe(0);
    // A station that is another one's copy is still found by what it sent last.
    const hasSent = (n: number, line = last?.data ?? ''): Promise<boolean> =>
      one.records.hasSent('bench-1', n, line.toString());
    expect(await Promise.all([1, last?.n ?? 0, (last?.n ?? 0) + 1].map((n) => hasSent(n)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(await hasSent(last?.n ?? 0, '{"of":"another station"}')).toBe(false);
    // It has the number of the first order, which is gone here and is kept there.
    await storeOrder(one.records, orderTo(codeC), 7_200);
    const later = await one.records.outgoingFacts('bench-1', 0, 100);
    expect(later[0]?.n).toBe((last?.n ?? 0) + 1);
    expect(await one.records.countOutgoing('bench-1', 0)).toBe(later.length);
    await one.send();
    await other.read();
    expect((await other.records.findByCode(codeC))?.parcels).toHaveLength(1);
  });

  it('a fact that the engine may still have loses what it says, and is still known as this file’s', async () => {
    const site = sharedRecords(folders);
    const bench = await site.open('bench-1');
    for (const days of [10, 3, 1]) await bench.records.sendLookUp(`${codeA}${days}`, daysAgo(days));
    const sent = await bench.records.outgoingFacts('bench-1', 0, 10);
    await removeAllOld(bench.records, daysAgo(2));
    expect((await bench.records.outgoingFacts('bench-1', 0, 10)).map(({ n }) => n)).toEqual([3]);
    for (const { n, data } of sent)
      expect(await bench.records.hasSent('bench-1', n, Buffer.from(data).toString())).toBe(true);
    expect(rowsOf(bench.file, `SELECT n FROM site_out WHERE data LIKE '%${codeA}%'`)).toEqual([{ n: 3 }]);
  });

  it('an old fact about an old order does not make room for a gap in the numbers', async () => {
    const site = sharedRecords(folders);
    const bench = await site.open('bench-1');
    for (const days of [100, 20, 100, 1]) await bench.records.sendLookUp(codeA, daysAgo(days));
    await removeAllOld(bench.records, daysAgo(50));
    expect(rowsOf(bench.file, 'SELECT n, data = \'null\' AS "isEmpty" FROM site_out ORDER BY n')).toEqual([
      { n: 2, isEmpty: 0 },
      { n: 3, isEmpty: 1 },
      { n: 4, isEmpty: 0 },
    ]);
  });

  it('what is older than the own retention is read and not applied, except of a parcel that is kept', async () => {
    const site = sharedRecords(folders);
    const [one, hub, short] = [await site.open('bench-1'), await site.open('hub'), await site.open('bench-2')];
    const [parcelId = 0] = await storeOrder(one.records, orderTo(codeA));
    await one.records.storeEvents([eventOfZora(10)]);
    await one.send();
    const keepSince = atSecond(3_600);
    expect(await short.read(1_000, keepSince)).toMatchObject({ parcels: [], hasOrders: false, unapplied: 0 });
    expect(await short.records.findByCode(codeA)).toBeNull();
    for (const table of ['events', 'site_parcels', 'site_order_requests']) expect(countIn(short, table)).toBe(0);
    await hub.read(1_000, null);
    expect((await hub.records.findByCode(codeA))?.parcels).toHaveLength(1);
    // They count as read: given again without a limit, nothing is applied.
    const { n } = rowsOf<{ n: number }>(short.file, 'SELECT n FROM site_vector')[0] ?? { n: 0 };
    expect(n).toBe(site.sent.length);
    const gid = (await one.records.parcelAtSite(parcelId))?.gid ?? null;
    const copy = { id: 'bench-3.j1.1', bench: 'bench-3', state: 'printed', at: atSecond(20) };
    const late = factOf('bench-3', 1, { at: atSecond(20), kind: 'copy', gid, body: { copy } });
    for (const bench of [hub, short]) await bench.records.applySite([late], position, atSecond(4_000), keepSince);
    const known = (await hub.records.findByCode(codeA))?.parcels[0];
    expect((await hub.records.parcelAtSite(known?.id ?? 0))?.shared.copies).toMatchObject([{ bench: 'bench-3' }]);
    expect(countIn(short, 'site_parcels')).toBe(0);
  });

  it('a bench is known by its key and its report at any age: its clock may be wrong', async () => {
    const site = sharedRecords(folders);
    const bench = await site.open('bench-1');
    const body = { version: '1.0.0', printers: [], isHub: false };
    const report = factOf('bench-2', 1, { at: '2000-01-01T00:00:00.000Z', kind: 'heartbeat', body });
    const applied = await bench.records.applySite([report], position, atSecond(60), atSecond(0));
    expect(applied).toMatchObject({ hasHeartbeats: true, unapplied: 0 });
  });

  it('parcels that never came, benches that were not heard for long, and what was not applied go too', async () => {
    const site = sharedRecords(folders);
    const [one, bench] = [await site.open('bench-1'), await site.open('bench-2')];
    await storeOrder(one.records, orderTo(codeA));
    await one.send();
    await bench.read();
    const at = daysAgo(100);
    const heard = (arrival: ReturnType<typeof factOf>, days: number) => ({
      ...arrival,
      storedAt: Date.now() - days * dayMs,
    });
    const copy = { id: 'bench-3.j1.1', bench: 'bench-3', state: 'printed', at };
    const publicKey = 'UCK5N7N66OBOINFXAYC2ACJQYFSOD4VYNU6APEJTAVFZB2SVHLKGEW7L';
    const body = { version: '1.0.0', printers: [], isHub: false };
    const arrivals = [
      heard(factOf('bench-3', 1, { at, kind: 'copy', gid: 's.elsewhere', body: { copy } }), 1),
      heard(factOf('bench-3', 2, { at: '9999-01-01T00:00:00.000Z', kind: 'weighed', body: { of: zora.name } }), 1),
      heard(factOf('bench-4~invented', 1, { at, kind: 'key', body: { publicKey } }), 100),
      heard(factOf('bench-4', 1, { at, kind: 'heartbeat', body }), 100),
      heard(factOf('bench-5', 1, { at, kind: 'key', body: { publicKey } }), 20),
      heard(factOf('bench-5', 2, { at, kind: 'heartbeat', body }), 20),
    ];
    // On a slow computer, the records take some of them at a time.
    let { taken } = await bench.records.applySite(arrivals, position, daysAgo(0));
    while (taken < arrivals.length) taken += (await bench.records.applySiteRest(position, daysAgo(0))).taken;
    const benches = () =>
      rowsOf<{ bench: string }>(bench.file, 'SELECT bench FROM site_benches').map((row) => row.bench);
    expect(benches()).toEqual(['bench-4~invented', 'bench-5']);
    // The engine may still have what a bench sent some days ago.
    await removeAllOld(bench.records, daysAgo(10));
    expect(benches()).toEqual(['bench-5']);
    const reports = rowsOf<{ bench: string }>(bench.file, 'SELECT bench FROM site_heartbeats');
    expect(reports).toEqual([{ bench: 'bench-5' }]);
    expect(rowsOf(bench.file, `SELECT gid FROM site_parcels WHERE parcel_id IS NULL`)).toEqual([
      { gid: 's.elsewhere' },
    ]);
    expect(countIn(bench, 'site_unapplied')).toBe(1);
    await removeAllOld(bench.records, new Date(Date.now() + dayMs).toISOString());
    for (const table of ['site_parcels', 'site_orders', 'site_unapplied']) expect(countIn(bench, table)).toBe(0);
  });
});
