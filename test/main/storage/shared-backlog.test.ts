import { describe, expect, it } from 'vitest';
import type { SiteArrival } from '../../../src/main/core/ports/site-records.ts';
import type { SiteOrder } from '../../../src/shared/site/order-fact.ts';
import { openTestRecords } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();

const at = '2026-03-14T08:00:00.000Z';
/** More than any machine stores in the time that one transaction may take. */
const orders = 2_000;

const codeOf = (index: number): string => `NL${String(index).padStart(18, '0')}`;

const orderOf = (index: number): SiteOrder => ({
  ...{ uniqueId: `ORD-${index}`, createdAt: at, storedAt: at, isCreatedHere: true, priceWithTax: 10, missing: [] },
  shipments: [
    {
      ...{ trackingCode: `DO${index}`, dropOffId: index, pickUpUniqueId: null, pickUpId: null, shipmentOrderId: null },
      ...{ shipmentOrderUniqueId: null, pickUpDate: null, dropOffDate: null, utcOffset: null, unassignedLabels: [] },
      recipient: { name: `Receiver ${index}`, phone: null, addressText: null, postalCode: null },
      parcels: [
        {
          ...{ gid: `s.${index}`, customCode: codeOf(index), pickUpCode: null, position: 1, weightGrams: 900 },
          ...{ sizeCode: null, label: null, missing: [] },
        },
      ],
    },
  ],
});

const orderFacts = (count: number): SiteArrival[] =>
  Array.from({ length: count }, (_, index) => {
    const [n, gid] = [index + 1, `bench-1.o${index}`];
    return {
      ...{ kind: 'fact', by: 'bench-1', event: null },
      fact: { v: 1, n, at, kind: 'order', gid, body: orderOf(index) },
    };
  });

describe('a bench that was away', () => {
  it('applies what it missed in several transactions, none of which holds up the screen for long', async () => {
    const records = await openTestRecords(folders);
    await records.joinSite('bench-2');
    const position = { dataId: 'one', sequence: orders, mark: 'last' };
    let transactions = 0;
    for (let left = orders; left > 0; transactions += 1) {
      expect(await records.sitePosition()).toBeNull();
      const { taken, parcels, unapplied } = await (transactions === 0
        ? records.applySite(orderFacts(orders), position, at)
        : records.applySiteRest(position, at));
      expect({ taken, unapplied }).toEqual({ taken: parcels.length, unapplied: 0 });
      expect(taken).toBeGreaterThan(0);
      left -= taken;
    }
    await expect(records.applySiteRest(position, at)).rejects.toThrow('No message is left to apply.');
    expect(transactions).toBeGreaterThan(1);
    expect(await records.sitePosition()).toEqual(position);
    expect((await records.findByCode(codeOf(orders - 1)))?.parcels).toHaveLength(1);
  });

  it('keeps the acts of the engine’s new data that an earlier transaction applied', async () => {
    const records = await openTestRecords(folders);
    await records.joinSite('bench-2');
    await records.applySite([], { dataId: 'old', sequence: 9, mark: 'old' }, at);
    const [first, ...others] = orderFacts(orders) as [SiteArrival, ...SiteArrival[]];
    const holding = { term: 1, bench: 'bench-1', isReleased: false };
    const act = { holding, copies: [], requests: [] };
    const arrivals: SiteArrival[] = [first, { kind: 'act', gid: 's.0', sequence: 2, act }, ...others];
    const reached = { dataId: 'new', sequence: orders + 1, mark: 'new' };
    let { taken } = await records.applySite(arrivals, reached, at);
    expect(taken).toBeLessThan(arrivals.length);
    while (taken < arrivals.length) taken += (await records.applySiteRest(reached, at)).taken;
    const parcel = (await records.findByCode(codeOf(0)))?.parcels[0];
    expect((await records.parcelAtSite(parcel?.id ?? 0))?.lastAct).toMatchObject({ sequence: 2 });
  });
});
