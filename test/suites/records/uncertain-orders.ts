import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/shared/orders/command.ts';
import {
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  requestFor,
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

  describe('an order that counts as not created, and that an event names', () => {
    const scheduled = (code: string) => take('same.shipment.scheduled', { custom_code: code }, 50);
    const refusedBy429 = async (code: string, state: 'waiting' | 'blocked' = 'waiting'): Promise<number> => {
      const id = await createIn('sending', code);
      await records.moveCommand(id, ['sending'], { state, requestLeft: false, failure: lost }, by('order-answer', 5));
      return id;
    };
    const undone = async (code: string): Promise<number> => {
      const id = await createIn('uncertain', code);
      await records.moveCommand(id, ['uncertain'], { state: 'undone', failure: lost }, by('settle-order', 10));
      return id;
    };
    const corrected = async (id: number, code: string): Promise<Command> => {
      const command = await records.beginCorrection(id, requestFor(code), by('create-order', 20));
      if (!command) return expect.fail('It cannot be corrected');
      return command;
    };
    const isUncertain = async (id: number): Promise<void> => {
      expect((await records.namedCreates(10)).map((command) => command.id)).toEqual([id]);
      const message = { code: 'uncertain-order.exists-after-all', params: { code: codeA } };
      expect(await records.command(id)).toMatchObject({ state: 'uncertain', requestLeft: true, failure: { message } });
    };

    it.each(['waiting', 'blocked'] as const)('is not sent again while it is %s', async (state) => {
      const id = await refusedBy429(codeA, state);
      expect(await scheduled(codeA)).toMatchObject({ namesCreate: true, alarms: false });
      await isUncertain(id);
    });

    it('is not sent again if the event came while it was sent and the service then asked to wait', async () => {
      const id = await createIn('sending', codeA);
      await scheduled(codeA);
      const change = { state: 'waiting', requestLeft: false, failure: lost } as const;
      const moved = await records.moveCommand(id, ['sending'], change, by('order-answer', 55));
      expect(moved).toMatchObject({ state: 'uncertain', requestLeft: true });
      expect((await records.namedCreates(10)).map((command) => command.id)).toEqual([id]);
    });

    it('is uncertain again although an operator marked it as not created', async () => {
      const id = await undone(codeA);
      expect(await scheduled(codeA)).toMatchObject({ namesCreate: true, alarms: false });
      await isUncertain(id);
    });

    it('raises an alarm that names both orders if it was corrected, and is shown again', async () => {
      const id = await undone(codeA);
      await records.beginCorrection(id, requestFor(codeB), by('create-order', 20));
      expect(await scheduled(codeA)).toMatchObject({ namesCreate: true, alarms: true });
      await isUncertain(id);
      expect(await records.orderAlarms(10)).toMatchObject([
        { code: codeA, event: 'same.shipment.scheduled', newCodes: [codeB] },
      ]);
      expect(await records.deleteReplacedCodesAgain(atSecond(9_000), atSecond(9_000))).toMatchObject({
        begun: 0,
        asked: 0,
      });
      expect(await settle(id, [codeA])).toMatchObject({ state: 'done' });
      // The operator keeps both.
      const [alarm] = await records.orderAlarms(10);
      await records.dismissAlarm(alarm?.id ?? 0, by('dismiss'));
      expect(await take('same.shipment.picked_up', { custom_code: codeA }, 60)).toMatchObject({ alarms: false });
      expect(await records.orderAlarms(10)).toEqual([]);
    });

    it.each(['waiting', 'blocked'] as const)(
      'keeps its correction back that is %s, until an operator sends it',
      async (state) => {
        const id = await undone(codeA);
        const command = await corrected(id, codeB);
        if (state === 'blocked') {
          await records.moveCommand(command.id, ['waiting'], { state: 'sending' }, by('send-order', 21));
          await records.moveCommand(command.id, ['sending'], { state, failure: lost }, by('order-answer', 22));
        }
        expect(await scheduled(codeA)).toMatchObject({ namesCreate: true, alarms: true });
        const message = { code: 'outbox.replaced-code-not-deleted', params: { code: codeA } };
        expect(await records.command(command.id)).toMatchObject({ state: 'needs confirmation', failure: { message } });
      },
    );

    it('keeps the correction of its rejected correction back', async () => {
      const id = await undone(codeA);
      const first = await corrected(id, codeB);
      await records.moveCommand(first.id, ['waiting'], { state: 'sending' }, by('send-order', 21));
      await records.moveCommand(first.id, ['sending'], { state: 'rejected', failure: lost }, by('order-answer', 22));
      const command = await corrected(first.id, codeC);
      expect(await scheduled(codeA)).toMatchObject({ alarms: true });
      expect(await records.command(command.id)).toMatchObject({ state: 'needs confirmation' });
    });

    it('stays as it is if it was never sent, was ordered again under the same code, or the event is of a deletion', async () => {
      const unsent = await createIn('waiting', codeA);
      expect(await scheduled(codeA)).toMatchObject({ namesCreate: false });
      expect((await records.command(unsent))?.state).toBe('waiting');
      const old = await undone(codeB);
      expect(await take('same.shipment.deleted', { custom_code: codeB }, 50)).toMatchObject({ namesCreate: false });
      const again = await createIn('uncertain', codeB);
      await scheduled(codeB);
      expect((await records.command(old))?.state).toBe('undone');
      expect((await records.namedCreates(10)).map((command) => command.id)).toEqual([again]);
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
