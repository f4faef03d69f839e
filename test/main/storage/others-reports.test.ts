import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { AppliedFacts } from '../../../src/main/core/ports/site-records.ts';
import { maxOfShipment } from '../../../src/main/storage/queries/event-methods.ts';
import { mostDeletions } from '../../../src/main/storage/site/others-reports.ts';
import { siteOrderSchema } from '../../../src/shared/site/order-fact.ts';
import type { HolderAct } from '../../../src/shared/site/parcel-at-site.ts';
import { readSiteFact } from '../../../src/shared/site/site-facts.ts';
import {
  atSecond,
  by,
  codeA,
  orderOf,
  parcelOf,
  shipmentOf,
  storeOrder,
} from '../../suites/records/record-fixtures.ts';
import { stateEvent, trackingCode } from '../../suites/records/webhook-fixtures.ts';
import { type SharingBench, sharedRecords } from './shared-records.ts';
import { temporaryFolders } from './test-folders.ts';

const at = atSecond(30);
const folders = temporaryFolders();

const codeOf = (index: number): string => (index === 0 ? codeA : `NL${String(index).padStart(18, '0')}`);
const orderWith = (index: number, source: 'created here' | 'imported') =>
  orderOf([shipmentOf([parcelOf(codeOf(index))], { trackingCode: index === 0 ? trackingCode : `DO-${index}` })], {
    ...{ uniqueId: `ORD-${index}`, source },
  });

/** A parcel ordered at bench-1 and known at bench-2, and a key that is misused: that of bench-3, where nothing else is said. */
async function site({ parcels = 1, imported = 0, refusesWishes = false } = {}) {
  const all = sharedRecords(folders);
  const [one, two] = [await all.open('bench-1'), await all.open('bench-2', undefined, refusesWishes)];
  const here = [];
  for (let index = 0; index < parcels; index += 1)
    here.push(...(await storeOrder(one.records, orderWith(index, 'created here'))));
  if (imported > 0)
    await one.records.importOrders(
      Array.from({ length: imported }, (_, index) => orderWith(parcels + index, 'imported')),
      by('import-file'),
    );
  await one.send();
  await two.read();
  const orderFacts = all.sent.flatMap(
    ({ data }) => siteOrderSchema.safeParse(readSiteFact(Buffer.from(data).toString())?.body).data ?? [],
  );
  const gids = orderFacts.flatMap(({ shipments }) =>
    shipments.flatMap((shipment) => shipment.parcels.map(({ gid }) => gid)),
  );
  const numbers = new Map<string, number>();
  const say = (kind: string, gid: string | null, body: object, as = 'bench-3'): void => {
    const n = (numbers.get(as) ?? 100) + 1;
    numbers.set(as, n);
    const data = Buffer.from(JSON.stringify({ v: 1, n, at, kind, gid, body }));
    (all.sent as { by: string; data: Uint8Array }[]).push({ by: as, data });
  };
  const there = async (code = codeA) => {
    const parcel = (await two.records.findByCode(code))?.parcels[0];
    if (!parcel) throw new Error(`${code} is not known`);
    return { ...parcel, site: await two.records.parcelAtSite(parcel.id) };
  };
  const deleted = (gid: string, as?: string): void => say('parcel-deleted', gid, { at }, as);
  const request = (gid: string, state: string, as = 'bench-3'): void =>
    say('deletion', gid, { request: { id: `${as}.c1`, bench: as, state, at } }, as);
  const takeOver = (gid: string, term = 2, as = 'bench-3'): void =>
    say('holding', gid, { ...actOf(term, as), copies: [], requests: [] }, as);
  return {
    one,
    two,
    here: here[0] ?? 0,
    gid: gids[0] ?? '',
    gids,
    orderFact: orderFacts[0] ?? {},
    say,
    there,
    deleted,
    request,
    takeOver,
  };
}

const actOf = (term: number, bench = 'bench-3', isReleased = false): HolderAct => ({
  ...{ holding: { term, bench, isReleased }, copies: [], requests: [] },
});

const readingAct = ({ records }: SharingBench, gid: string, act: HolderAct, sequence = 1): Promise<AppliedFacts> =>
  records.applySite([{ kind: 'act', gid, sequence, act }], { dataId: 'one', sequence: 90 + sequence, mark: '' }, at);

describe('forged reports of copies', () => {
  it('leave a copy of another bench as its bench reported it, in a fact and in an act', async () => {
    const { two, gid, say, there } = await site();
    say('copy', gid, { copy: { id: 'bench-1.j1.1', bench: 'bench-1', state: 'sent', at } }, 'bench-1');
    await two.read();
    const before = (await there()).site?.shared.copies;
    expect(before).toMatchObject([{ bench: 'bench-1', state: 'sent' }]);
    const copies = before?.map((copy) => ({ ...copy, state: 'void' as const })) ?? [];
    const own = copies.map((copy) => ({ ...copy, bench: 'bench-3' }));
    say('holding', gid, { ...actOf(2), copies: [...copies, ...own] });
    say('copy', gid, { copy: copies[0] });
    await two.read();
    await readingAct(two, gid, { ...actOf(3), copies });
    const known = (await there()).site;
    expect(known?.shared.copies.filter(({ bench }) => bench === 'bench-1')).toEqual(before);
    expect((await there()).elsewhere?.copies).toMatchObject([{ bench: 'bench-1', state: 'sent' }]);
  });

  it('never keep a bench from releasing its parcel: it knows its own copies', async () => {
    const { one, here, gid, say } = await site();
    const copies = [{ id: 'bench-1.j99.1', bench: 'bench-1', state: 'began' as const }];
    say('holding', gid, { ...actOf(1), copies });
    await one.read();
    await readingAct(one, gid, { ...actOf(1), copies });
    expect((await one.records.parcelAtSite(here))?.shared.copies).toEqual([]);
    expect((await one.records.parcelAtSite(here))?.lastAct?.copies).toEqual([]);
    expect(await one.records.beginRelease(gid, at)).toMatchObject({ kind: 'release' });
  });
});

describe('a term of a hold that no series of holders can have led to', () => {
  it('is kept and not used in a fact, and in an act is passed over as any other message', async () => {
    const { two, gid, takeOver, there } = await site();
    takeOver(gid, 1_000_000);
    expect(await two.read()).toMatchObject({ unapplied: 1 });
    expect((await there()).site?.shared.holding).toMatchObject({ term: 1, bench: 'bench-1' });
    await readingAct(two, gid, actOf(1_000_000, 'bench-3', true));
    expect((await there()).site).toMatchObject({ lastAct: null, lastMessage: 1 });
    // As the same message is, where it was found on the engine.
    const last = { sequence: 2, act: actOf(1_000_000) };
    await two.records.noteRefusal(gid, { after: 1, last, isOnly: false }, at);
    expect((await there()).site).toMatchObject({ lastAct: null, lastMessage: 2 });
  });

  it('that an earlier version stored, or a row that cannot be read, is no end of the parcel', async () => {
    const { two, gid, there } = await site();
    const database = new DatabaseSync(two.file);
    const store = database.prepare('UPDATE site_parcels SET shared = ?, last_act = ? WHERE gid = ?');
    const stored = { holding: { term: 1_000_001, bench: 'bench-3', isReleased: false }, copies: [], requests: [] };
    store.run(JSON.stringify(stored), null, gid);
    expect((await there()).site?.shared.holding?.term).toBe(1_000_001);
    await two.records.storeAct(gid, actOf(1_000_002, 'bench-2'), null, at);
    expect((await there()).site?.shared.holding).toMatchObject({ term: 1_000_002, bench: 'bench-2' });
    for (const unreadable of ['{"holding":{"term":1.5}}', '{"holding":7,"copies":[],"requests":[]}']) {
      store.run(unreadable, '{"sequence":1}', gid);
      expect((await there()).site).toMatchObject({ shared: { holding: null, copies: [] }, lastAct: null });
      expect((await there()).elsewhere).toBeUndefined();
      await two.records.storeAct(gid, actOf(1, 'bench-2'), null, at);
      expect((await there()).site?.shared.holding).toMatchObject({ term: 1, bench: 'bench-2' });
    }
    database.close();
  });
});

describe('deletions that another bench reports', () => {
  it('are believed of the bench that ordered the parcel, of one that holds it and of a hub', async () => {
    const { two, gids, deleted, takeOver, there } = await site({ parcels: 3 });
    deleted(gids[0] ?? '', 'bench-1~2');
    takeOver(gids[1] ?? '');
    deleted(gids[1] ?? '');
    deleted(gids[2] ?? '', 'hub');
    const { deletions, unapplied } = await two.read();
    expect(unapplied).toBe(0);
    expect(deletions).toEqual([{ by: 'bench-3', isUsed: true, isFirstIgnored: false }]);
    for (const index of [0, 1, 2]) expect((await there(codeOf(index))).deletedAt).not.toBeNull();
  });

  it('are kept and not used of a bench that neither holds the parcel nor asked the service to delete it', async () => {
    const { two, gid, deleted, there } = await site();
    deleted(gid);
    const { deletions, unapplied, parcels } = await two.read();
    expect({ deletions, unapplied, parcels }).toEqual({
      ...{ unapplied: 1, parcels: [] },
      deletions: [{ by: 'bench-3', isUsed: false, isFirstIgnored: false }],
    });
    expect((await there()).deletedAt).toBeNull();
  });

  it('are known of a hub, behind any number of events of the shipment that another bench invents', async () => {
    const { two, say, there } = await site();
    const report = (second: number, as: string, state: string): void => {
      const { receivedAt, raw } = stateEvent(state, second, second + 1);
      say('event', null, { receivedAt, raw: new TextDecoder().decode(raw) }, as);
    };
    for (let second = 0; second < maxOfShipment + 5; second += 1) report(second, 'bench-3', 'picked_up');
    report(5_000, 'hub', 'delivered');
    expect(await two.read(2_000)).toMatchObject({ unapplied: 5 });
    expect((await there()).status?.state).toBe('delivered');
  });

  it('follow an event of the service in silence, whoever reports it', async () => {
    const { two, gid, deleted, there } = await site();
    await two.records.storeEvents([stateEvent('deleted', 10)]);
    expect((await there()).deletedAt).not.toBeNull();
    deleted(gid);
    expect(await two.read()).toMatchObject({ deletions: [], unapplied: 0 });
  });

  it('are believed after a request of that bench, as where another one took the parcel over meanwhile, and are shown as its own', async () => {
    const { two, gid, deleted, request, takeOver, there } = await site();
    takeOver(gid, 2);
    takeOver(gid, 3, 'bench-4');
    request(gid, 'sent');
    await two.read();
    expect((await there()).elsewhere?.deletion).toEqual({ bench: 'bench-3', at, state: 'sent' });
    request(gid, 'answered');
    deleted(gid);
    const { deletions, unapplied } = await two.read();
    expect({ deletions, unapplied }).toEqual({ deletions: [], unapplied: 0 });
    expect((await there()).deletedAt).toBe(at);
    expect((await there()).elsewhere?.deletion).toEqual({ bench: 'bench-3', at, state: 'answered' });
  });

  it('are not used where wishes are refused, unless the bench holds the parcel', async () => {
    const { two, gids, deleted, request, takeOver, there } = await site({ parcels: 2, refusesWishes: true });
    request(gids[0] ?? '', 'answered');
    deleted(gids[0] ?? '');
    takeOver(gids[1] ?? '');
    request(gids[1] ?? '', 'answered');
    deleted(gids[1] ?? '');
    expect(await two.read()).toMatchObject({ unapplied: 2 });
    expect((await there()).deletedAt).toBeNull();
    expect((await there()).site?.shared.requests).toEqual([]);
    expect((await there(codeOf(1))).deletedAt).not.toBeNull();
  });

  it(`of more than ${mostDeletions} parcels in ten minutes are not used, whatever the bench says first, as a fact, an act or an event`, async () => {
    const { two, gids, deleted, request, takeOver, there } = await site({ parcels: 3, imported: mostDeletions });
    for (const gid of gids.slice(3)) request(gid, 'answered');
    await two.read();
    const [first = '', second = '', third = ''] = gids;
    takeOver(first);
    request(first, 'answered');
    deleted(first);
    const flood = await two.read();
    expect(flood.deletions.map(({ isFirstIgnored }) => isFirstIgnored)).toEqual([true, false]);
    const requests = [{ id: 'bench-3.c9', bench: 'bench-3', state: 'answered' as const }];
    await readingAct(two, second, { ...actOf(2), requests });
    expect((await there(codeOf(1))).site?.lastAct).toMatchObject({
      requests: [],
      holding: { bench: 'bench-3' },
    });
    // Those of its own parcels are no part of it.
    deleted(third, 'bench-1~2');
    await two.read();
    const reached = { dataId: 'one', sequence: 200, mark: '' };
    const fact = { v: 1, n: 900, at, kind: 'event', gid: null, body: {} } as const;
    const event = stateEvent('deleted', 10);
    expect(await two.records.applySite([{ kind: 'fact', by: 'bench-3', fact, event }], reached, at)).toMatchObject({
      unapplied: 1,
    });
    const isDeleted = await Promise.all(
      [0, 1, 2].map(async (index) => (await there(codeOf(index))).deletedAt !== null),
    );
    expect(isDeleted).toEqual([false, false, true]);
    expect(await two.records.countUnapplied()).toBe(3);
  });

  it('are counted once where their transaction is not stored and tried again, as on a full disk', async () => {
    const { two, gids, there } = await site({ parcels: 1 });
    const request = { id: 'bench-3.c1', bench: 'bench-3', state: 'answered', at } as const;
    const fact = { v: 1, n: 1, at, kind: 'deletion', gid: gids[0] ?? '', body: { request } } as const;
    const refused = { dataId: 'one', sequence: 90, mark: null as unknown as string };
    const arrivals = [{ kind: 'fact', by: 'bench-3', fact, event: null }] as const;
    for (let times = 0; times <= mostDeletions; times += 1)
      await expect(two.records.applySite(arrivals, refused, at)).rejects.toThrow();
    const { unapplied, deletions } = await two.records.applySite(arrivals, { ...refused, mark: '' }, at);
    expect({ unapplied, deletions }).toEqual({
      unapplied: 0,
      deletions: [{ by: 'bench-3', isUsed: true, isFirstIgnored: false }],
    });
    expect((await there()).site?.shared.requests).toEqual([request]);
  });

  it('of a bench that claims to have ordered a parcel of another one are not believed', async () => {
    const { two, gid, say, deleted, orderFact, there } = await site();
    say('order', 'bench-0.o1', orderFact, 'bench-0');
    deleted(gid, 'bench-0');
    await two.read();
    expect((await there()).site?.shared).toMatchObject({
      holding: { bench: 'bench-1' },
      ordered: { bench: 'bench-1' },
    });
    expect((await there()).deletedAt).toBeNull();
  });
});
