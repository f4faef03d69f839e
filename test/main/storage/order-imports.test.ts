import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportedOrder } from '../../../src/main/core/ports/order-records.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { message } from '../../../src/shared/messages/message.ts';
import {
  by,
  codeA,
  codeB,
  codeC,
  type NewOrder,
  orderOf,
  parcelOf,
  requestFor,
  shipmentOf,
  storeOrder,
} from '../../suites/records/record-fixtures.ts';
import { eventOf } from '../../suites/records/webhook-fixtures.ts';
import { openTestRecords } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
let records: Records;
beforeEach(async () => {
  records = await openTestRecords(folders);
});

const imported = (order: NewOrder): NewOrder => ({ ...order, source: 'imported' });
const orderA = imported(
  orderOf([shipmentOf([parcelOf(codeA, { pickUpCode: 'PC-A' })], { trackingCode: 'DO-A' })], { uniqueId: 'ORD-A' }),
);
/** The same order as given by a list of codes. */
const listedA = imported(
  orderOf(
    [
      shipmentOf([parcelOf(codeA, { weightGrams: null, sizeCode: null })], {
        ...{ trackingCode: 'DO-A', dropOffId: null, pickUpUniqueId: null, pickUpId: null, pickUpDate: null },
        ...{ dropOffDate: null, recipient: { name: null, phone: null, addressText: null, postalCode: null } },
      }),
    ],
    { createdAt: null, priceWithTax: null },
  ),
);

async function importAll(...orders: NewOrder[]): Promise<ImportedOrder[]> {
  const previewed = await records.previewImport(orders);
  const done = await records.importOrders(orders, by('import-file'));
  // The import does what the preview of one order predicted; additions to a known order are counted only by the import.
  if (orders.length === 1) {
    const [foretold, happened] = [previewed[0], done[0]];
    expect(foretold?.kind === 'known' ? ['known', 'completed'] : [foretold?.kind]).toContain(happened?.kind);
  }
  return done;
}

const total = async (): Promise<number> => (await records.findByCode('DO-A'))?.parcels.length ?? 0;

describe('order import: an imported order', () => {
  it('is found by each of its codes, and its label is pending', async () => {
    expect(await importAll(orderA)).toEqual([{ kind: 'new', parcels: 1, settles: null }]);
    for (const code of [codeA, 'PC-A', 'DO-A']) {
      const match = await records.findByCode(code);
      expect(match?.parcels[0]).toMatchObject({
        customCode: codeA,
        recipient: { name: 'Aya Noor' },
        orderUniqueId: 'ORD-A',
      });
    }
    expect(await records.pendingLabels(10)).toMatchObject([
      { url: `https://labels.example/${codeA}.zpl`, canWait: true },
    ]);
  });

  it('changes nothing the second time, whatever file contains it', async () => {
    await importAll(orderA);
    const before = await records.findByCode(codeA);
    expect(await importAll(orderA)).toEqual([{ kind: 'known' }]);
    expect(await importAll(listedA)).toEqual([{ kind: 'known' }]);
    expect(await importAll(imported({ ...orderA, rawAnswer: '{"other":"text"}' }))).toEqual([{ kind: 'known' }]);
    expect(await records.findByCode(codeA)).toEqual(before);
    expect(await total()).toBe(1);
  });

  it('changes nothing of an order that was created here', async () => {
    await storeOrder(records, { ...orderA, source: 'created here' });
    const before = await records.findByCode(codeA);
    expect(await importAll(orderA)).toEqual([{ kind: 'known' }]);
    expect(await records.findByCode(codeA)).toEqual(before);
  });

  it('adds what a list of codes did not contain, without a second parcel', async () => {
    expect(await importAll(listedA)).toMatchObject([{ kind: 'new' }]);
    expect(await importAll(orderA)).toEqual([{ kind: 'completed', parcels: 0 }]);
    expect((await records.findByCode('PC-A'))?.parcels).toMatchObject([
      { customCode: codeA, orderUniqueId: 'ORD-A', recipient: { name: 'Aya Noor' }, sizeCode: 'small' },
    ]);
    expect(await total()).toBe(1);
    expect(await importAll(orderA)).toEqual([{ kind: 'known' }]);
  });

  it('adds a parcel to a shipment that is known by its tracking code', async () => {
    await importAll(orderA);
    const more = imported(orderOf([shipmentOf([parcelOf(codeB)], { trackingCode: 'DO-A' })]));
    expect(await importAll(more)).toEqual([{ kind: 'completed', parcels: 1 }]);
    expect(await total()).toBe(2);
    expect(await importAll(more)).toEqual([{ kind: 'known' }]);
  });

  it('updates the address of a label that could not be downloaded, but not of a stored one', async () => {
    await importAll(orderA);
    const [wanted] = await records.pendingLabels(1);
    await records.failLabel(
      wanted?.id ?? 0,
      { code: 'not-found', message: message('storage.failed', { detail: null }) },
      by('download-label'),
    );
    const label = {
      url: 'https://labels.example/fresh.zpl',
      source: 'parcel zpl',
      format: 'zpl',
      pdfUrl: null,
    } as const;
    const fresh = imported(
      orderOf([shipmentOf([parcelOf(codeA, { pickUpCode: 'PC-A', label })], { trackingCode: 'DO-A' })], {
        uniqueId: 'ORD-A',
      }),
    );
    expect(await importAll(fresh)).toEqual([{ kind: 'completed', parcels: 0 }]);
    expect(await records.pendingLabels(1)).toMatchObject([{ url: label.url, state: 'pending' }]);
    await records.saveLabel(
      wanted?.id ?? 0,
      { bytes: new Uint8Array([1]), sha256: 'one', format: 'zpl' },
      by('download-label'),
    );
    expect(await importAll(orderA)).toEqual([{ kind: 'known' }]);
    expect(await records.pendingLabels(1)).toEqual([]);
  });

  it('takes over a deletion of its code that was begun or done before it was known', async () => {
    const begun = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 0 }, by('delete'));
    const done = await records.beginDelete({ customCode: codeB, parcelId: null, endsAt: 0 }, by('delete'));
    await records.moveCommand(done.command.id, ['counting'], { state: 'waiting' }, by('retry'));
    await records.moveCommand(done.command.id, ['waiting'], { state: 'sending' }, by('retry'));
    await records.completeDelete(done.command.id, by('deletion-answer', 5));
    await importAll(orderA);
    await importAll(imported(orderOf([shipmentOf([parcelOf(codeB)], { trackingCode: 'DO-B' })])));
    expect((await records.findByCode(codeA))?.parcels[0]?.deletion?.commandId).toBe(begun.command.id);
    expect((await records.findByCode(codeB))?.parcels[0]?.deletedAt).not.toBeNull();
  });

  it('is matched with events that came before it was known', async () => {
    // Its shipment was delivered, says a webhook, before anybody here knew of it.
    await records.storeEvents([eventOf('same.shipment.delivered', { tracking_code: 'DO-A' })]);
    await importAll(orderA);
    expect((await records.findByCode(codeA))?.parcels[0]?.status).toMatchObject({
      state: 'delivered',
      source: 'webhook',
    });
  });
});

describe('order import: an order that contradicts what is known', () => {
  const clashing: [string, NewOrder, unknown][] = [
    [
      'a code in another shipment',
      orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-X' })]),
      { what: 'other shipment', code: codeA, knownTrackingCode: 'DO-A' },
    ],
    [
      'a pick-up code in another shipment',
      orderOf([shipmentOf([parcelOf(null, { pickUpCode: 'PC-A' })], { trackingCode: 'DO-X' })]),
      { what: 'other shipment', code: 'PC-A', knownTrackingCode: 'DO-A' },
    ],
    [
      'another pick-up code',
      orderOf([shipmentOf([parcelOf(codeA, { pickUpCode: 'PC-X' })], { trackingCode: 'DO-A' })]),
      { what: 'other code', code: codeA, otherCode: 'PC-X', knownCode: 'PC-A' },
    ],
    [
      'another order number',
      orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-A' })], { uniqueId: 'ORD-X' }),
      { what: 'other order', code: 'DO-A', knownOrder: 'ORD-A' },
    ],
    ['codes of two orders', orderOf([shipmentOf([parcelOf(codeA), parcelOf(codeC)])]), { what: 'other shipment' }],
  ];

  beforeEach(async () => {
    await importAll(orderA);
    await importAll(
      imported(orderOf([shipmentOf([parcelOf(codeC)], { trackingCode: 'DO-C' })], { uniqueId: 'ORD-C' })),
    );
  });

  it.each(clashing)('is refused with its reason: %s', async (_, order, clash) => {
    const before = await records.findByCode(codeA);
    expect(await records.previewImport([imported(order)])).toMatchObject([{ kind: 'contradicts', clash }]);
    expect(await records.importOrders([imported(order)], by('import-file'))).toMatchObject([
      { kind: 'contradicts', clash },
    ]);
    expect(await records.findByCode(codeA)).toEqual(before);
  });

  it('prevents the import of the others in the same transaction', async () => {
    const good = imported(orderOf([shipmentOf([parcelOf(codeB)], { trackingCode: 'DO-B' })]));
    const bad = imported(orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-X' })]));
    const done = await records.importOrders([good, bad], by('import-file'));
    expect(done.map(({ kind }) => kind)).toEqual(['new', 'contradicts']);
    expect(await records.findByCode(codeB)).toBeNull();
  });

  it('is compared by its codes exactly as written, with case', async () => {
    const other = imported(orderOf([shipmentOf([parcelOf(codeA.toLowerCase())], { trackingCode: 'do-a' })]));
    expect(await importAll(other)).toMatchObject([{ kind: 'new' }]);
  });
});

describe('order import: an order that this station requested', () => {
  async function createIn(state: 'waiting' | 'uncertain' | 'blocked', ...codes: string[]) {
    const command = await records.beginCreate(requestFor(...codes), by('create-order'));
    if (state !== 'waiting') await records.moveCommand(command.id, ['waiting'], { state }, by('retry'));
    return command;
  }
  const both = imported(
    orderOf([shipmentOf([parcelOf(codeB), parcelOf(codeA)], { trackingCode: 'DO-A' })], { uniqueId: 'ORD-A' }),
  );

  it('settles the request if it was uncertain and has exactly these codes, in any order', async () => {
    const command = await createIn('uncertain', codeA, codeB);
    expect(await importAll(both)).toEqual([{ kind: 'new', parcels: 2, settles: command.id }]);
    const settled = await records.command(command.id);
    expect(settled).toMatchObject({ state: 'done', failure: null });
    expect((await records.parcelsOfOrder(settled?.orderId ?? 0)).map(({ customCode }) => customCode)).toEqual([
      codeB,
      codeA,
    ]);
  });

  it('leaves the request uncertain if it has more parcels or fewer', async () => {
    const fewer = await createIn('uncertain', codeA, codeB, codeC);
    expect(await importAll(both)).toEqual([{ kind: 'new', parcels: 2, settles: null }]);
    expect((await records.command(fewer.id))?.state).toBe('uncertain');
    const [more, one] = [
      await createIn('uncertain', codeC, codeB),
      orderOf([shipmentOf([parcelOf(codeC)])], { uniqueId: 'ORD-C' }),
    ];
    expect(await importAll(imported(one))).toMatchObject([{ kind: 'new', settles: null }]);
    expect((await records.command(more.id))?.state).toBe('uncertain');
  });

  it('leaves the request uncertain if nothing in the file comes from the service', async () => {
    const command = await createIn('uncertain', codeA);
    const bare = imported(orderOf([shipmentOf([parcelOf(codeA)])]));
    expect(await importAll(bare)).toMatchObject([{ kind: 'new', settles: null }]);
    expect((await records.command(command.id))?.state).toBe('uncertain');
  });

  it('settles one request at most, even in one transaction', async () => {
    const command = await createIn('uncertain', codeA);
    const one = imported(orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-A' })], { uniqueId: 'ORD-A' }));
    const done = await records.importOrders([one, one], by('import-file'));
    expect(done).toEqual([{ kind: 'new', parcels: 1, settles: command.id }, { kind: 'known' }]);
  });

  it.each(['waiting', 'blocked'] as const)(
    'is refused while the request is %s: it would be bought twice',
    async (state) => {
      await createIn(state, codeA);
      expect(await importAll(orderA)).toEqual([
        { kind: 'contradicts', clash: { what: 'not answered yet', code: codeA } },
      ]);
      expect(await records.findByCode(codeA)).toBeNull();
    },
  );
});
