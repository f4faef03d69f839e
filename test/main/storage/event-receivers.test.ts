import { describe, expect, it } from 'vitest';
import { codeA, orderOf, parcelOf, shipmentOf, storeOrder } from '../../suites/records/record-fixtures.ts';
import { stateEvent, trackingCode } from '../../suites/records/webhook-fixtures.ts';
import { type SharingBench, sharedRecords } from './shared-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
const order = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode })], { uniqueId: 'ORD-1' });

/** Two hubs and a bench that know one order. */
async function twoHubs() {
  const site = sharedRecords(folders);
  const [one, other, bench] = [await site.open('hub-1'), await site.open('hub-2'), await site.open('bench-1')];
  const all = [one, other, bench];
  await storeOrder(bench.records, order);
  const exchange = async (): Promise<void> => {
    for (const each of all) await each.send();
    for (const each of all) await each.read();
  };
  await exchange();
  return { one, other, bench, all, exchange };
}

const eventsAt = async ({ records }: SharingBench) => {
  const parcelId = (await records.findByCode(codeA))?.parcels[0]?.id ?? 0;
  const timeline = await records.parcelTimeline(parcelId, 50);
  return timeline.flatMap((entry) => (entry.kind === 'event' ? [[entry.event.event, entry.event.receivedAt]] : []));
};
const received = (state: string, at: string) => [`same.shipment.${state}`, `2026-03-14T08:${at}.000Z`];

describe('an event that two hubs received', () => {
  it.each([
    ['the first', 60, 63],
    ['the second', 63, 60],
  ])('has the time of %s everywhere, where that is the earlier one', async (_, at, otherAt) => {
    const { one, other, all, exchange } = await twoHubs();
    await one.records.storeEvents([stateEvent('picked_up', 10, at)]);
    await other.records.storeEvents([stateEvent('picked_up', 10, otherAt)]);
    await exchange();
    for (const each of all) expect(await eventsAt(each)).toEqual([received('picked_up', '01:00')]);
  });

  it('has the earlier time also where its own time is later than both arrivals, and the status with it', async () => {
    const { one, other, all, exchange } = await twoHubs();
    await one.records.storeEvents([stateEvent('deleted', 500, 63)]);
    await other.records.storeEvents([stateEvent('deleted', 500, 60)]);
    await exchange();
    for (const { records } of all) {
      const [parcel] = (await records.findByCode(codeA))?.parcels ?? [];
      const time = '2026-03-14T08:01:00.000Z';
      expect(parcel).toMatchObject({ status: { state: 'deleted', at: time }, deletedAt: time });
    }
  });

  it('has the earlier time also where the service sent other bytes to the second', async () => {
    const { one, other, all, exchange } = await twoHubs();
    await one.records.storeEvents([stateEvent('picked_up', 10, 63)]);
    await other.records.storeEvents([stateEvent('picked_up', 10, 60, { webhook: 2 })]);
    await exchange();
    for (const each of all) expect(await eventsAt(each)).toEqual([received('picked_up', '01:00')]);
  });

  it('without a time of its own counts once, whatever came between, and twice where it came twice', async () => {
    const { one, other, all, exchange } = await twoHubs();
    for (const [hub, late] of [
      [one, 0],
      [other, 2],
    ] as const) {
      await hub.records.storeEvents([stateEvent('failed', null, 60 + late)]);
      await hub.records.storeEvents([stateEvent('in_transit', null, 120 + late)]);
      await hub.records.storeEvents([stateEvent('failed', null, 240 + late)]);
    }
    await exchange();
    const events = [received('failed', '04:00'), received('in_transit', '02:00'), received('failed', '01:00')];
    for (const each of all) expect(await eventsAt(each)).toEqual(events);
  });

  it('without a time of its own counts once where the second delivery comes after the first hub reported it', async () => {
    const { one, other, bench, exchange } = await twoHubs();
    await one.records.storeEvents([stateEvent('failed', null, 60)]);
    await one.records.storeEvents([stateEvent('in_transit', null, 120)]);
    await exchange();
    const [late] = await other.records.storeEvents([stateEvent('failed', null, 180)]);
    expect(late?.outcome).toBe('known');
    await exchange();
    for (const each of [one, other, bench]) expect(await eventsAt(each)).toHaveLength(2);
  });

  it('without a time of its own is another one more than ten minutes later', async () => {
    const { one, other, bench, exchange } = await twoHubs();
    await one.records.storeEvents([stateEvent('failed', null, 60)]);
    await one.records.storeEvents([stateEvent('in_transit', null, 120)]);
    await other.records.storeEvents([stateEvent('failed', null, 661)]);
    await exchange();
    expect(await eventsAt(bench)).toHaveLength(3);
  });
});
