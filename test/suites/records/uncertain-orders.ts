import { describe, expect, it } from 'vitest';
import {
  atSecond,
  by,
  codeA,
  codeB,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  shipmentOf,
} from './record-fixtures.ts';
import { lost, uncertainOrderSteps } from './uncertain-order-fixtures.ts';

/** Orders of which it is unknown whether they exist. */
export function uncertainOrdersContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);
  const { createIn, take, settle } = uncertainOrderSteps(records);

  describe('an uncertain order that an event names', () => {
    it('is reported, also if the event arrives while the order is being sent, and after a restart', async () => {
      const sending = await createIn('sending', codeA);
      const other = await createIn('uncertain', codeB);
      await take('same.shipment.scheduled', { custom_codes: [codeA] });
      expect(await records.namedCreates(10)).toEqual([]);
      await records.moveCommand(sending, ['sending'], { state: 'uncertain', failure: lost }, by('order-answer', 31));
      await reopen();
      expect((await records.namedCreates(10)).map(({ id }) => id)).toEqual([sending]);
      await take('same.parcel.created', { custom_code: codeB }, 50);
      expect((await records.namedCreates(10)).map(({ id }) => id)).toEqual([sending, other]);
      expect(await records.namedCreates(1)).toHaveLength(1);
    });
  });

  describe('settling an order as existing', () => {
    it('stores its parcels with their reported status and ends its command, in one transaction', async () => {
      const id = await createIn('uncertain', codeA, codeB);
      await take('same.shipment.picked_up', { custom_codes: [codeA, codeB], tracking_code: 'DO-1' });
      const settled = await settle(id, [codeA, codeB]);
      expect(settled).toMatchObject({ state: 'done', settledBy: 'webhook', failure: null });
      const parcels = await records.parcelsOfOrder(settled?.orderId ?? 0);
      expect(parcels).toMatchObject([
        { customCode: codeA, weightGrams: 900, label: null, status: { state: 'picked_up' }, position: 1 },
        { customCode: codeB, missing: ['parcel', 'pick_up_code', 'label'], recipient: { name: 'Aya Noor' } },
      ]);
      expect((await records.findByCode(codeB))?.parcels[0]?.id).toBe(parcels[1]?.id);
      expect(await records.namedCreates(10)).toEqual([]);
      expect(await records.unmatchedEvents({ code: null, limit: 10 })).toMatchObject({ total: 0 });
      const [line] = await records.activity({ beforeId: null, limit: 1 });
      expect(line).toMatchObject({ what: 'settle-order', at: atSecond(40) });
    });

    it('takes over deletions of its codes: one done before, one still waiting', async () => {
      const id = await createIn('uncertain', codeA, codeB);
      for (const code of [codeA, codeB]) {
        const { command } = await records.beginDelete({ customCode: code, parcelId: null, endsAt: 1 }, by('delete'));
        await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-order'));
        if (code === codeA) await records.completeDelete(command.id, by('deletion-answer', 20));
      }
      const settled = await settle(id, [codeA, codeB]);
      expect(await records.parcelsOfOrder(settled?.orderId ?? 0)).toMatchObject([
        { customCode: codeA, deletedAt: atSecond(20) },
        { customCode: codeB, deletedAt: null, deletion: { state: 'sending' } },
      ]);
    });

    it('does not take over a deletion that was answered before the order was requested', async () => {
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-order'));
      await records.completeDelete(command.id, by('deletion-answer', 1));
      const id = await createIn('uncertain', codeA);
      const settled = await settle(id, [codeA]);
      expect(await records.parcelsOfOrder(settled?.orderId ?? 0)).toMatchObject([
        { customCode: codeA, deletedAt: null, deletion: null },
      ]);
    });

    it('by an imported file does not take over such a deletion either', async () => {
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-order'));
      await records.completeDelete(command.id, by('deletion-answer', 1));
      const id = await createIn('uncertain', codeA);
      const answer = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })]);
      expect(await records.importOrders([answer], by('import-file'))).toMatchObject([{ kind: 'new', settles: id }]);
      expect((await records.findByCode(codeA))?.parcels).toMatchObject([{ deletedAt: null, deletion: null }]);
    });

    it.each(['waiting', 'sending', 'rejected'] as const)('does nothing while its command is %s', async (state) => {
      const id = await createIn(state, codeA);
      expect(await settle(id, [codeA])).toBeNull();
      expect(await records.findByCode(codeA)).toBeNull();
      expect((await records.command(id))?.state).toBe(state);
    });

    it('happens once, and never creates two orders', async () => {
      const id = await createIn('uncertain', codeA);
      expect(await settle(id, [codeA])).not.toBeNull();
      expect(await settle(id, [codeA])).toBeNull();
      expect((await records.findByCode(codeA))?.parcels).toHaveLength(1);
    });

    it('uses the order that already has its codes', async () => {
      const shipment = shipmentOf([parcelOf(codeA), parcelOf(codeB)]);
      const [imported] = await records.importOrders([orderOf([shipment], { source: 'imported' })], by('import-file'));
      expect(imported).toMatchObject({ kind: 'new', settles: null });
      const id = await createIn('uncertain', codeA);
      const settled = await settle(id, [codeA]);
      expect((await records.findByCode(codeA))?.parcels).toMatchObject([{ orderId: settled?.orderId }]);
    });

    it('merges a late answer: labels, codes and prices of the same order', async () => {
      const id = await createIn('uncertain', codeA);
      const settled = await settle(id, [codeA]);
      const parcel = parcelOf(codeA, { pickUpCode: 'P-1' });
      const answer = orderOf([shipmentOf([parcel], { trackingCode: 'DO-1' })], {
        uniqueId: 'ORD-1',
        rawAnswer: '{"a":1}',
      });
      const late = await records.completeCreate(id, answer, by('order-answer', 60));
      expect(late).toMatchObject({ orderId: settled?.orderId, command: { state: 'done', settledBy: null } });
      expect((await records.findByCode(codeA))?.parcels).toMatchObject([
        { pickUpCode: 'P-1', trackingCode: 'DO-1', orderUniqueId: 'ORD-1', missing: [], label: { state: 'pending' } },
      ]);
      expect(await records.order(late.orderId)).toMatchObject({
        rawAnswer: '{"a":1}',
        priceWithTax: 47.25,
        missing: [],
      });
    });

    it('merges the same answer from an imported file', async () => {
      const id = await createIn('uncertain', codeA);
      const orderId = (await settle(id, [codeA]))?.orderId ?? 0;
      expect(await records.order(orderId)).toMatchObject({ rawAnswer: '', missing: ['unique_id', 'shipments'] });
      const answer = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })], { rawAnswer: '{"a":1}' });
      expect(await records.importOrders([answer], by('import-file'))).toEqual([{ kind: 'completed', parcels: 0 }]);
      expect((await records.findByCode(codeA))?.parcels).toMatchObject([
        { orderId, label: { state: 'pending' }, missing: [] },
      ]);
      expect(await records.order(orderId)).toMatchObject({ rawAnswer: '{"a":1}', missing: [] });
      expect(await records.importOrders([answer], by('import-file'))).toEqual([{ kind: 'known' }]);
    });

    it('reports that an imported order settled one', async () => {
      const id = await createIn('uncertain', codeA);
      const answer = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })]);
      expect(await records.importOrders([answer], by('import-file'))).toMatchObject([{ kind: 'new', settles: id }]);
      expect(await records.command(id)).toMatchObject({ state: 'done', settledBy: 'import' });
    });
  });
}
