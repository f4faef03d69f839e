import { describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { lateDeletion } from '../../../src/shared/orders/order-progress.ts';
import {
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  duplicateOf,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  requestFor,
  shipmentOf,
} from './record-fixtures.ts';
import { codeD, codeE, gaveWay, lost, uncertainOrderSteps } from './uncertain-order-fixtures.ts';

/** Uncertain orders that are replaced by new ones. */
export function replacedOrdersContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);
  const { createIn, take, dueIds, replace, replaced, answer } = uncertainOrderSteps(records);

  describe('an order that is replaced by a new one', () => {
    it('is undone, its codes are deleted, and the new one is sent once that is answered', async () => {
      const { oldId, newId, deletions } = await replaced();
      expect(await records.command(oldId)).toMatchObject({ state: 'undone', failure: gaveWay });
      expect(deletions).toMatchObject([
        { codes: [codeA], parcelId: null, requestLeft: true },
        { codes: [codeB], parcelId: null, requestLeft: true },
      ]);
      expect(await records.command(newId)).toMatchObject({
        state: 'waiting',
        codes: [codeC, codeD],
        quotedPrice: 47.25,
      });
      expect((await duplicateOf(records, 'duplicate', atSecond(0)))?.id).toBe(newId);

      const [first, second] = deletions.map(({ id }) => id);
      expect(await dueIds()).toEqual([first, second]);
      await answer(first ?? 0, 'done');
      expect(await dueIds()).toEqual([second]);
      await reopen();
      await answer(second ?? 0, 'done');
      expect(await dueIds()).toEqual([newId]);
      expect(await records.replacedBy(newId)).toMatchObject([
        { code: codeA, deletion: { state: 'done' } },
        { code: codeB, deletion: { state: 'done' } },
      ]);
      expect(await records.replacedBy(oldId)).toEqual([]);
    });

    it('is replaced only if its state has not changed since an operator saw it', async () => {
      const id = await createIn('uncertain', codeA, codeB);
      expect(await replace(id, { unmovedSince: atSecond(4) })).toBeNull();
      expect(await records.commands(['waiting'], 10)).toEqual([]);
      await records.moveCommand(id, ['uncertain'], { state: 'sending' }, by('retry', 6));
      expect(await replace(id, { unmovedSince: atSecond(6) })).toBeNull();
      expect(await replace(999)).toBeNull();
    });

    it('is not replaced once an event named it: it is not uncertain any more', async () => {
      const id = await createIn('uncertain', codeA, codeB);
      await take('same.shipment.scheduled', { custom_code: codeB });
      expect(await replace(id)).toBeNull();
      expect(await records.commands(['waiting'], 10)).toEqual([]);
      expect((await records.namedCreates(10)).map((command) => command.id)).toEqual([id]);
    });

    it('reserves its codes, and events that name them do not concern the new one', async () => {
      const { newId } = await replaced();
      expect(await records.isOrdered(codeA)).toBe(true);
      expect(await records.isOrdered(codeC)).toBe(true);
      // A batch gets the same answer before it orders anything.
      expect(await records.findKnownCodes([codeA, codeE])).toEqual([codeA]);
      await records.moveCommand(newId, ['waiting'], { state: 'uncertain' }, by('order-answer'));
      expect(await take('same.shipment.scheduled', { custom_code: codeA })).toMatchObject({ namesCreate: false });
      expect(await records.namedCreates(10)).toEqual([]);
      expect(await take('same.shipment.scheduled', { custom_code: codeC })).toMatchObject({ namesCreate: true });
    });

    it('reports a rejected deletion, and the newer one that succeeded', async () => {
      const { newId, deletions } = await replaced();
      await answer(deletions[0]?.id ?? 0, 'rejected');
      expect((await records.replacedBy(newId))[0]?.deletion).toMatchObject({ state: 'rejected', failure: lost });
      const { command } = await records.beginDelete(
        { customCode: codeA, parcelId: null, endsAt: 1 },
        by('delete', 120),
      );
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-order'));
      await records.completeDelete(command.id, by('deletion-answer', 121));
      expect((await records.replacedBy(newId))[0]?.deletion).toMatchObject({ state: 'done' });
    });

    it('does not delay a later deletion of its old code behind the new order', async () => {
      const { deletions } = await replaced();
      await answer(deletions[0]?.id ?? 0, 'rejected');
      const { command } = await records.beginDelete(
        { customCode: codeA, parcelId: null, endsAt: 1 },
        by('delete', 120),
      );
      await records.moveCommand(command.id, ['counting'], { state: 'waiting', notBefore: 0 }, by('end-countdown'));
      expect(await dueIds()).toEqual([deletions[1]?.id, command.id]);
    });
  });

  describe('the codes of a replaced order', () => {
    const later = atSecond(2_000);

    it('are deleted a second time when due, once, also after a restart', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      expect(await records.deleteReplacedCodesAgain(atSecond(99), later)).toEqual({
        begun: 0,
        asked: 0,
        nextAt: atSecond(100),
      });
      await reopen();
      expect(await records.deleteReplacedCodesAgain(atSecond(100), later)).toMatchObject({ begun: 2, nextAt: null });
      expect(await records.deleteReplacedCodesAgain(later, later)).toMatchObject({ begun: 0, nextAt: null });
      const again = (await records.commands(['waiting'], 10)).filter(({ kind }) => kind === 'delete');
      expect(again).toMatchObject([
        { codes: [codeA], requestLeft: true },
        { codes: [codeB], requestLeft: true },
      ]);
    });

    it('are deleted as the parcel that has them now, not as one whose code differs by case', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      for (const code of [codeA, codeB.toLowerCase()]) {
        await records.importOrders(
          [orderOf([shipmentOf([parcelOf(code)])], { source: 'imported' })],
          by('import-file'),
        );
      }
      const [parcel] = (await records.findByCode(codeA))?.parcels ?? [];
      await records.deleteReplacedCodesAgain(later, later);
      const again = (await records.commands(['waiting'], 10)).filter(({ kind }) => kind === 'delete');
      expect(again).toMatchObject([
        { codes: [codeA], parcelId: parcel?.id },
        { codes: [codeB], parcelId: null },
      ]);
    });

    it('are deleted a second time even if the clock was set back: the time counts from then', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      expect(await records.deleteReplacedCodesAgain(atSecond(1), atSecond(40))).toMatchObject({
        begun: 0,
        nextAt: atSecond(40),
      });
      expect(await records.deleteReplacedCodesAgain(atSecond(40), atSecond(80))).toMatchObject({
        begun: 2,
        nextAt: null,
      });
    });

    it('do not make the new order need confirmation while the second deletion waits behind the first', async () => {
      const { newId, deletions } = await replaced();
      await records.deleteReplacedCodesAgain(later, later);
      for (const { id } of deletions) await answer(id, 'done', false, 2_005);
      expect(await dueIds()).toContain(newId);
      expect(await records.replacedBy(newId)).toMatchObject([
        { code: codeA, deletion: { state: 'done' } },
        { code: codeB, deletion: { state: 'done' } },
      ]);
    });

    /** The second deletions, once they are due. */
    const secondDeletions = async (asked: number) => {
      const result = await records.deleteReplacedCodesAgain(later, later);
      expect(result).toMatchObject({ begun: 2 - asked, asked });
      const all = await records.commands(['waiting', 'needs confirmation'], 10);
      return all.filter(({ kind, createdAt }) => kind === 'delete' && createdAt === later);
    };

    it('ask before the second deletion if the new order was undone and the old one was not deleted: it may be kept', async () => {
      const { newId, deletions } = await replaced();
      await answer(deletions[0]?.id ?? 0, 'rejected');
      await answer(deletions[1]?.id ?? 0, 'done');
      await records.undo(newId, by('undo-order', 120));
      const [kept, gone] = await secondDeletions(1);
      expect(kept).toMatchObject({ codes: [codeA], state: 'needs confirmation', requestLeft: false });
      expect(gone).toMatchObject({ codes: [codeB], state: 'waiting' });
      expect(await records.undo(kept?.id ?? 0, by('undo-deletion', 2_001))).toMatchObject({ state: 'undone' });
    });

    it('ask before the second deletion if an event named the old order since its first deletion, whatever was dismissed', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      await take('same.shipment.picked_up', { custom_code: codeA }, 200);
      const [alarm] = await records.orderAlarms(10);
      await records.dismissAlarm(alarm?.id ?? 0, by('dismiss'));
      expect(await secondDeletions(1)).toMatchObject([
        { codes: [codeA], state: 'needs confirmation' },
        { codes: [codeB], state: 'waiting' },
      ]);
    });

    it('do not ask where the first deletion was done after the event that named the old order', async () => {
      const { deletions } = await replaced();
      await take('same.shipment.scheduled', { custom_code: codeA }, 105);
      for (const { id } of deletions) await answer(id, 'done', true);
      await secondDeletions(0);
    });

    it('ask before the second deletion if the new order’s parcels were deleted', async () => {
      const { newId, deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'rejected');
      await records.moveCommand(newId, ['waiting'], { state: 'sending' }, by('send-order', 120));
      const order = orderOf([shipmentOf([parcelOf(codeC), parcelOf(codeD)])]);
      const { parcelIds } = await records.completeCreate(newId, order, by('order-answer', 121));
      const remove = (customCode: string, parcelId: number | undefined) =>
        records.beginDelete({ customCode, parcelId: parcelId ?? null, endsAt: 1 }, by('delete', 130));
      await remove(codeC, parcelIds[0]);
      await remove(codeD, parcelIds[1]);
      await secondDeletions(2);
    });

    it('do not ask while the order that replaced the new one is there', async () => {
      const { newId, deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'rejected');
      await records.moveCommand(newId, ['waiting'], { state: 'uncertain' }, by('order-answer', 200));
      await replace(newId, { request: requestFor(codeE), unmovedSince: atSecond(200) });
      expect(await records.deleteReplacedCodesAgain(atSecond(100), later)).toMatchObject({ begun: 4, asked: 0 });
    });

    const secondDeletion = async (wasThereFirst: boolean, wasThereThen: boolean) => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done', wasThereFirst);
      await records.deleteReplacedCodesAgain(later, later);
      const [again] = (await records.commands(['waiting'], 10)).filter(({ kind }) => kind === 'delete');
      await answer(again?.id ?? 0, 'done', wasThereThen, 2_010);
      return records.orderAlarms(10);
    };

    it('raise an alarm if the second deletion found what the first had not', async () => {
      expect(await secondDeletion(false, true)).toMatchObject([
        { code: codeA, event: lateDeletion, at: atSecond(2_010), newCodes: [codeC, codeD] },
      ]);
    });

    it('raise none if both found nothing, or the service answers every deletion the same', async () => {
      expect(await secondDeletion(false, false)).toEqual([]);
    });

    it('raise none if the first deletion had found the order already', async () => {
      expect(await secondDeletion(true, true)).toEqual([]);
    });

    it('raise none if the first deletion was rejected and its replacement found the order', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'rejected');
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-order', 120));
      await records.completeDelete(command.id, by('deletion-answer', 121), true);
      await records.deleteReplacedCodesAgain(later, later);
      const [again] = (await records.commands(['waiting'], 10)).filter(({ kind }) => kind === 'delete');
      await answer(again?.id ?? 0, 'done', true, 2_010);
      expect(await records.orderAlarms(10)).toEqual([]);
    });

    it('raise an alarm when an event names one, reported once and open until dismissed', async () => {
      await replaced();
      const data = { codes: [codeA.toLowerCase()] };
      expect(await take('same.shipment.picked_up', data)).toMatchObject({ outcome: 'stored', alarms: true });
      expect(await take('same.shipment.in_transit', data, 40)).toMatchObject({ alarms: false });
      await reopen();
      const [alarm] = await records.unreportedAlarms(10);
      expect(alarm).toMatchObject({ code: codeA, event: 'same.shipment.picked_up', at: atSecond(30) });
      await records.markAlarmsReported([alarm?.id ?? 0], atSecond(50));
      expect(await records.unreportedAlarms(10)).toEqual([]);
      expect(await records.orderAlarms(10)).toEqual([alarm]);
      expect(await records.dismissAlarm(alarm?.id ?? 0, by('dismiss'))).toBe(true);
      expect(await records.dismissAlarm(alarm?.id ?? 0, by('dismiss'))).toBe(false);
      expect(await records.orderAlarms(10)).toEqual([]);
      expect(await take('same.shipment.delivered', data, 60)).toMatchObject({ alarms: true });
    });

    it('raise none for an event of their deletion, a repeated event, or an event of other codes', async () => {
      await replaced();
      expect(await take('same.shipment.deleted', { custom_code: codeA })).toMatchObject({ alarms: false });
      expect(await take('same.parcel.deleted', { custom_code: codeA })).toMatchObject({ alarms: false });
      expect(await take('same.shipment.scheduled', { custom_code: codeC })).toMatchObject({ alarms: false });
      expect(await records.orderAlarms(10)).toEqual([]);
    });

    it('can be deleted again once an alarm reports that the order exists, although it was deleted before', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      const again = () => records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete', 300));
      expect(await again()).toMatchObject({ begun: false });
      await take('same.shipment.picked_up', { custom_code: codeA }, 200);
      expect(await again()).toMatchObject({ begun: true });
    });

    it('give an alarm the codes of the last replacement', async () => {
      const { newId } = await replaced();
      await records.moveCommand(newId, ['waiting'], { state: 'uncertain' }, by('order-answer', 200));
      const codeE = 'NLEEEEEEEEEEEEEEEEEE';
      await replace(newId, { request: requestFor(codeE), unmovedSince: atSecond(200) });
      await take('same.shipment.picked_up', { custom_code: codeA }, 210);
      expect(await records.orderAlarms(10)).toMatchObject([{ code: codeA, newCodes: [codeE] }]);
    });

    const age = async () => {
      const tomorrow = '2026-03-16T00:00:00.000Z';
      let from: Awaited<ReturnType<Records['removeOld']>>['next'] = null;
      do from = (await records.removeOld(tomorrow, from)).next;
      while (from);
    };
    const deleteAgain = async (): Promise<void> => {
      await records.deleteReplacedCodesAgain(later, later);
      for (const { id, kind } of await records.commands(['waiting', 'needs confirmation'], 10)) {
        if (kind !== 'delete') continue;
        await records.moveCommand(id, ['needs confirmation'], { state: 'waiting' }, by('confirm-deletion', 2_005));
        await answer(id, 'done', true, 2_010);
      }
    };

    it('are kept until their second deletion is answered, whatever their age', async () => {
      const { oldId, newId, deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      await records.moveCommand(newId, ['waiting'], { state: 'undone' }, by('undo-deletion', 120));
      await age();
      expect(await records.command(oldId)).not.toBeNull();
      await records.deleteReplacedCodesAgain(later, later);
      await age();
      await deleteAgain();
      expect(await records.orderAlarms(10)).toHaveLength(2);
    });

    it('are kept while an alarm is open, whatever their age', async () => {
      const { oldId, newId, deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done', true);
      await records.moveCommand(newId, ['waiting'], { state: 'undone' }, by('undo-deletion', 120));
      await take('same.shipment.picked_up', { custom_code: codeA }, 130);
      await deleteAgain();
      await age();
      const [alarm] = await records.orderAlarms(10);
      expect(alarm?.code).toBe(codeA);
      expect(await records.command(oldId)).not.toBeNull();
      await records.dismissAlarm(alarm?.id ?? 0, by('dismiss'));
      await age();
      expect(await records.command(oldId)).toBeNull();
      expect(await records.isOrdered(codeA)).toBe(false);
    });
  });
}
