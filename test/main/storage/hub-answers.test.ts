import { describe, expect, it } from 'vitest';
import {
  atSecond,
  codeA,
  codeB,
  orderOf,
  parcelOf,
  shipmentOf,
  storeOrder,
} from '../../suites/records/record-fixtures.ts';
import { stateEvent, trackingCode } from '../../suites/records/webhook-fixtures.ts';
import { sharedRecords } from './shared-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
const order = orderOf([shipmentOf([parcelOf(codeA), parcelOf(codeB)], { trackingCode })], { uniqueId: 'ORD-1' });

/** A hub that knows an order of bench-1, and two benches that joined when the engine had lost it. */
async function oldOrder() {
  const before = sharedRecords(folders);
  const [one, first] = [await before.open('bench-1'), await before.open('hub')];
  await storeOrder(one.records, order);
  await one.records.storeEvents([stateEvent('deleted', 10)]);
  await one.send();
  await first.read();
  await first.close();
  const site = sharedRecords(folders);
  const hub = await site.open('hub', first.file);
  const [other, third] = [await site.open('bench-2'), await site.open('bench-3')];
  const exchange = async () => {
    const all = [hub, other, third];
    for (const bench of all) await bench.send();
    return Promise.all(all.map((bench) => bench.read()));
  };
  await exchange();
  return { site, hub, other, third, exchange };
}

describe('a look-up at the hub', () => {
  it('brings the order to the bench that asked, without a holder, and deleted where it is; to no other', async () => {
    const { hub, other, third, exchange } = await oldOrder();
    expect(await other.records.findByCode(codeA)).toBeNull();
    await other.records.sendLookUp(codeA, atSecond(100));
    const [asked] = await exchange();
    expect(asked?.lookUps).toEqual([{ by: 'bench-2', code: codeA }]);
    await hub.records.answerLookUp({ to: 'bench-2', code: codeA }, atSecond(101));
    const [, answered] = await exchange();
    const answer = { kind: 'found', bench: 'bench-1', isPrinted: false };
    expect(answered?.hubAnswers).toMatchObject([{ code: codeA, answer }]);
    const found = (await other.records.findByCode(codeA))?.parcels[0];
    expect(found).toMatchObject({ orderUniqueId: 'ORD-1', label: { state: 'on demand' } });
    expect(found?.deletedAt).not.toBeNull();
    expect((await other.records.parcelAtSite(found?.id ?? 0))?.shared.holding).toBeNull();
    expect(await third.records.findByCode(codeA)).toBeNull();
    // It is not reported as an order of this bench.
    expect(await other.records.countOutgoing('bench-2', 0)).toBe(1);
  });

  it('of a code that the hub does not know says so', async () => {
    const { hub, other, exchange } = await oldOrder();
    await other.records.sendLookUp('NL-OTHER', atSecond(100));
    await hub.records.answerLookUp({ to: 'bench-2', code: 'NL-OTHER' }, atSecond(101));
    const [, answered] = await exchange();
    expect(answered?.hubAnswers).toEqual([{ code: 'NL-OTHER', answer: { kind: 'unknown' } }]);
  });

  it('that was not made is not applied: what a bench sends unasked changes nothing', async () => {
    const { hub, other, exchange } = await oldOrder();
    await hub.records.answerLookUp({ to: 'bench-2', code: codeA }, atSecond(101));
    const [, answered] = await exchange();
    expect(answered).toMatchObject({ hubAnswers: [], parcels: [], unapplied: 0 });
    expect(await other.records.findByCode(codeA)).toBeNull();
  });

  it('is answered by a hub alone: a bench that answers, or says that it is a hub, is not believed', async () => {
    const { other, third, exchange } = await oldOrder();
    await other.records.sendLookUp(codeA, atSecond(100));
    await exchange();
    await third.records.publishHeartbeat({ version: '1.2.3', isHub: true, printers: [] }, atSecond(101));
    await third.records.answerLookUp({ to: 'bench-2', code: codeA }, atSecond(101));
    const [, answered] = await exchange();
    expect(answered).toMatchObject({ hubAnswers: [], parcels: [], unapplied: 0 });
    const heard = (await other.records.siteBenches()).find(({ name }) => name === 'bench-3');
    expect(heard).toMatchObject({ version: '1.2.3', isHub: false });
  });

  it('gives the parcel to no bench, whatever the answer says', async () => {
    const { site, hub, other } = await oldOrder();
    await other.records.sendLookUp(codeA, atSecond(100));
    await hub.records.answerLookUp({ to: 'bench-2', code: codeA }, atSecond(101));
    await hub.send();
    const last = site.sent.at(-1) as { data: Uint8Array };
    last.data = Buffer.from(Buffer.from(last.data).toString().replace('"isCreatedHere":false', '"isCreatedHere":true'));
    expect(Buffer.from(last.data).toString()).toContain('"isCreatedHere":true');
    await other.read();
    const found = (await other.records.findByCode(codeA))?.parcels[0];
    expect((await other.records.parcelAtSite(found?.id ?? 0))?.shared.holding).toBeNull();
  });

  it('keeps what it brought for as long as a new order, however old it is', async () => {
    const { hub, other, exchange } = await oldOrder();
    await other.records.sendLookUp(codeA, atSecond(100));
    await hub.records.answerLookUp({ to: 'bench-2', code: codeA }, '2027-01-01T00:00:00.000Z');
    await exchange();
    const { removed } = await other.records.removeOld('2026-12-01T00:00:00.000Z', null);
    expect(removed.orders).toBe(0);
    expect(await other.records.findByCode(codeA)).not.toBeNull();
  });
});
