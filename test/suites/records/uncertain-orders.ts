import { beforeEach, describe, expect, it } from 'vitest';
import { orderFromRequest } from '../../../src/main/core/orders/answered-order.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { Replacement } from '../../../src/main/core/ports/uncertain-order-records.ts';
import type { Failure } from '../../../src/shared/contract/failure.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { CommandState } from '../../../src/shared/orders/command.ts';
import { lateDeletion } from '../../../src/shared/orders/order-progress.ts';

import {
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  type OpenedRecords,
  type OpenForTest,
  orderOf,
  parcelOf,
  requestFor,
  shipmentOf,
} from './record-fixtures.ts';
import { eventOf } from './webhook-fixtures.ts';

const codeD = 'NLDDDDDDDDDDDDDDDDDD';
const codeE = 'NLEEEEEEEEEEEEEEEEEE';
const lost: Failure = { code: 'cut-off', message: message('storage.answer-interrupted') };
const gaveWay: Failure = { code: 'not-allowed-now', message: message('storage.closed') };

/** Orders nobody knows the end of. */
export function uncertainOrdersContract(open: OpenForTest): void {
  let opened: OpenedRecords;
  let records: Records;
  beforeEach(async () => {
    opened = await open();
    records = opened.records;
  });

  const createIn = async (state: CommandState, ...codes: string[]): Promise<number> => {
    const intent = { quotedPrice: 47.25, fingerprint: 'duplicate' };
    const { id } = await records.beginCreate(requestFor(...codes), by('create order'), intent);
    if (state === 'waiting') return id;
    await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('create sent'));
    if (state !== 'sending') {
      await records.moveCommand(id, ['sending'], { state, requestLeft: true, failure: lost }, by('lost', 5));
    }
    return id;
  };
  const take = async (name: string, data: Record<string, unknown>, second = 30) =>
    (await records.storeEvents([eventOf(name, data, second)]))[0];
  const settle = (id: number, codes: string[], from: CommandState = 'uncertain') =>
    records.settleAsExisting(
      id,
      { by: 'webhook', from: [from] },
      orderFromRequest(requestFor(...codes)),
      by('settle', 40),
    );

  describe('an order in doubt that an event names', () => {
    it('is told, also where the event came while it was on its way, and through a restart', async () => {
      const sending = await createIn('sending', codeA);
      const other = await createIn('uncertain', codeB);
      await take('same.shipment.scheduled', { custom_codes: [codeA] });
      expect(await records.namedCreates(10)).toEqual([]);
      await records.moveCommand(sending, ['sending'], { state: 'uncertain', failure: lost }, by('lost', 31));
      records = await opened.reopen();
      expect((await records.namedCreates(10)).map(({ id }) => id)).toEqual([sending]);
      await take('same.parcel.created', { custom_code: codeB }, 50);
      expect((await records.namedCreates(10)).map(({ id }) => id)).toEqual([sending, other]);
      expect(await records.namedCreates(1)).toHaveLength(1);
    });
  });

  describe('settling an order as existing', () => {
    it('makes its parcels known, gives them the status that was told and ends its command, in one transaction', async () => {
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
      expect(line).toMatchObject({ what: 'settle', at: atSecond(40) });
    });

    it('claims deletions of its codes: one done before, one still waiting', async () => {
      const id = await createIn('uncertain', codeA, codeB);
      for (const code of [codeA, codeB]) {
        const { command } = await records.beginDelete({ customCode: code, parcelId: null, endsAt: 1 }, by('delete'));
        await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('sent'));
        if (code === codeA) await records.completeDelete(command.id, by('deleted', 20));
      }
      const settled = await settle(id, [codeA, codeB]);
      expect(await records.parcelsOfOrder(settled?.orderId ?? 0)).toMatchObject([
        { customCode: codeA, deletedAt: atSecond(20) },
        { customCode: codeB, deletedAt: null, deletion: { state: 'sending' } },
      ]);
    });

    it('does not take a deletion for its own that was answered before it was asked for', async () => {
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('sent'));
      await records.completeDelete(command.id, by('deleted', 1));
      const id = await createIn('uncertain', codeA);
      const settled = await settle(id, [codeA]);
      expect(await records.parcelsOfOrder(settled?.orderId ?? 0)).toMatchObject([
        { customCode: codeA, deletedAt: null, deletion: null },
      ]);
    });

    it('by an imported file does not take such a deletion for its own either', async () => {
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('sent'));
      await records.completeDelete(command.id, by('deleted', 1));
      const id = await createIn('uncertain', codeA);
      const answer = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })]);
      expect(await records.importOrders([answer], by('import'))).toMatchObject([{ kind: 'new', settles: id }]);
      expect((await records.findByCode(codeA))?.parcels).toMatchObject([{ deletedAt: null, deletion: null }]);
    });

    it.each(['waiting', 'sending', 'rejected'] as const)('does nothing while its command is %s', async (state) => {
      const id = await createIn(state, codeA);
      expect(await settle(id, [codeA])).toBeNull();
      expect(await records.findByCode(codeA)).toBeNull();
      expect((await records.command(id))?.state).toBe(state);
    });

    it('happens once, and never twice into two orders', async () => {
      const id = await createIn('uncertain', codeA);
      expect(await settle(id, [codeA])).not.toBeNull();
      expect(await settle(id, [codeA])).toBeNull();
      expect((await records.findByCode(codeA))?.parcels).toHaveLength(1);
    });

    it('takes the order its codes are known in already', async () => {
      const shipment = shipmentOf([parcelOf(codeA), parcelOf(codeB)]);
      const [imported] = await records.importOrders([orderOf([shipment], { source: 'imported' })], by('import'));
      expect(imported).toMatchObject({ kind: 'new', settles: null });
      const id = await createIn('uncertain', codeA);
      const settled = await settle(id, [codeA]);
      expect((await records.findByCode(codeA))?.parcels).toMatchObject([{ orderId: settled?.orderId }]);
    });

    it('leaves room for the answer that comes after all: labels, codes and prices of the same order', async () => {
      const id = await createIn('uncertain', codeA);
      const settled = await settle(id, [codeA]);
      const parcel = parcelOf(codeA, { pickUpCode: 'P-1' });
      const answer = orderOf([shipmentOf([parcel], { trackingCode: 'DO-1' })], {
        uniqueId: 'ORD-1',
        rawAnswer: '{"a":1}',
      });
      const late = await records.completeCreate(id, answer, by('create answered', 60));
      expect(late).toMatchObject({ orderId: settled?.orderId, command: { state: 'done', settledBy: null } });
      expect((await records.findByCode(codeA))?.parcels).toMatchObject([
        { pickUpCode: 'P-1', trackingCode: 'DO-1', orderUniqueId: 'ORD-1', missing: [], label: { state: 'wanted' } },
      ]);
      expect(await records.order(late.orderId)).toMatchObject({
        rawAnswer: '{"a":1}',
        priceWithTax: 47.25,
        missing: [],
      });
    });

    it('leaves room for the same answer in an imported file', async () => {
      const id = await createIn('uncertain', codeA);
      const orderId = (await settle(id, [codeA]))?.orderId ?? 0;
      expect(await records.order(orderId)).toMatchObject({ rawAnswer: '', missing: ['unique_id', 'shipments'] });
      const answer = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })], { rawAnswer: '{"a":1}' });
      expect(await records.importOrders([answer], by('import'))).toEqual([{ kind: 'completed', parcels: 0 }]);
      expect((await records.findByCode(codeA))?.parcels).toMatchObject([
        { orderId, label: { state: 'wanted' }, missing: [] },
      ]);
      expect(await records.order(orderId)).toMatchObject({ rawAnswer: '{"a":1}', missing: [] });
      expect(await records.importOrders([answer], by('import'))).toEqual([{ kind: 'known' }]);
    });

    it('says of an imported order that it settled one', async () => {
      const id = await createIn('uncertain', codeA);
      const answer = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })]);
      expect(await records.importOrders([answer], by('import'))).toMatchObject([{ kind: 'new', settles: id }]);
      expect(await records.command(id)).toMatchObject({ state: 'done', settledBy: 'import' });
    });
  });

  const dueIds = async (): Promise<number[]> => {
    const query = { now: 0, pausesVoidBefore: '', deletesFirst: false, limit: 20 };
    return (await records.dueCommands(query)).due.map(({ id }) => id);
  };
  const replace = (id: number, change: Partial<Replacement> = {}) =>
    records.replaceCreate(
      id,
      { request: requestFor(codeC, codeD), failure: gaveWay, unmovedSince: atSecond(5), ...change },
      by('replace', 100),
    );
  const replaced = async () => {
    const oldId = await createIn('uncertain', codeA, codeB);
    const created = await replace(oldId);
    if (!created) throw new Error('It was not replaced');
    const deletions = await records.commands(['waiting'], 10);
    return { oldId, newId: created.id, deletions: deletions.filter(({ kind }) => kind === 'delete') };
  };
  const answer = async (deletionId: number, state: 'done' | 'rejected', wasThere = false, second = 110) => {
    await records.moveCommand(deletionId, ['waiting'], { state: 'sending', attempt: true }, by('sent', second));
    if (state === 'done') await records.completeDelete(deletionId, by('deleted', second), wasThere);
    else await records.moveCommand(deletionId, ['sending'], { state, failure: lost }, by('refused', second));
  };

  describe('an order that gives way to a new one', () => {
    it('is undone, its codes are deleted, and the new one leaves when that is answered', async () => {
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
      expect((await records.duplicateCreate('duplicate', atSecond(0)))?.id).toBe(newId);

      const [first, second] = deletions.map(({ id }) => id);
      expect(await dueIds()).toEqual([first, second]);
      await answer(first ?? 0, 'done');
      expect(await dueIds()).toEqual([second]);
      records = await opened.reopen();
      await answer(second ?? 0, 'done');
      expect(await dueIds()).toEqual([newId]);
      expect(await records.replacedBy(newId)).toMatchObject([
        { code: codeA, deletion: { state: 'done' } },
        { code: codeB, deletion: { state: 'done' } },
      ]);
      expect(await records.replacedBy(oldId)).toEqual([]);
    });

    it('gives way only as long as it was not moved since somebody looked at it', async () => {
      const id = await createIn('uncertain', codeA, codeB);
      expect(await replace(id, { unmovedSince: atSecond(4) })).toBeNull();
      expect(await records.commands(['waiting'], 10)).toEqual([]);
      await records.moveCommand(id, ['uncertain'], { state: 'sending' }, by('again', 6));
      expect(await replace(id, { unmovedSince: atSecond(6) })).toBeNull();
      expect(await replace(999)).toBeNull();
    });

    it('does not give way once an event named it: it is not in doubt any more', async () => {
      const id = await createIn('uncertain', codeA, codeB);
      await take('same.shipment.scheduled', { custom_code: codeB });
      expect(await replace(id)).toBeNull();
      expect(await records.commands(['waiting'], 10)).toEqual([]);
      expect((await records.namedCreates(10)).map((command) => command.id)).toEqual([id]);
    });

    it('keeps its codes taken for new orders, and events that name them say nothing of the new one', async () => {
      const { newId } = await replaced();
      expect(await records.isOrdered(codeA)).toBe(true);
      expect(await records.isOrdered(codeC)).toBe(true);
      // A batch is told the same before it orders anything.
      const query = { codes: [codeA, codeE], fingerprints: [], since: atSecond(0) };
      expect((await records.findKnown(query)).codes).toEqual([codeA]);
      await records.moveCommand(newId, ['waiting'], { state: 'uncertain' }, by('lost'));
      expect(await take('same.shipment.scheduled', { custom_code: codeA })).toMatchObject({ namesCreate: false });
      expect(await records.namedCreates(10)).toEqual([]);
      expect(await take('same.shipment.scheduled', { custom_code: codeC })).toMatchObject({ namesCreate: true });
    });

    it('tells of a deletion that was refused, and of the newer one that went well', async () => {
      const { newId, deletions } = await replaced();
      await answer(deletions[0]?.id ?? 0, 'rejected');
      expect((await records.replacedBy(newId))[0]?.deletion).toMatchObject({ state: 'rejected', failure: lost });
      const { command } = await records.beginDelete(
        { customCode: codeA, parcelId: null, endsAt: 1 },
        by('delete', 120),
      );
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('sent'));
      await records.completeDelete(command.id, by('deleted', 121));
      expect((await records.replacedBy(newId))[0]?.deletion).toMatchObject({ state: 'done' });
    });

    it('does not hold up a later deletion of its old code behind the new order', async () => {
      const { deletions } = await replaced();
      await answer(deletions[0]?.id ?? 0, 'rejected');
      const { command } = await records.beginDelete(
        { customCode: codeA, parcelId: null, endsAt: 1 },
        by('delete', 120),
      );
      await records.moveCommand(command.id, ['counting'], { state: 'waiting', notBefore: 0 }, by('due'));
      expect(await dueIds()).toEqual([deletions[1]?.id, command.id]);
    });
  });

  describe('the codes of an order that gave way', () => {
    const later = atSecond(2_000);

    it('are deleted once more when their time has come, once, and through a restart', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      expect(await records.deleteReplacedCodesAgain(atSecond(99), later)).toEqual({ begun: 0, nextAt: atSecond(100) });
      records = await opened.reopen();
      expect(await records.deleteReplacedCodesAgain(atSecond(100), later)).toEqual({ begun: 2, nextAt: null });
      expect(await records.deleteReplacedCodesAgain(later, later)).toEqual({ begun: 0, nextAt: null });
      const again = (await records.commands(['waiting'], 10)).filter(({ kind }) => kind === 'delete');
      expect(again).toMatchObject([
        { codes: [codeA], requestLeft: true },
        { codes: [codeB], requestLeft: true },
      ]);
    });

    it('are deleted as the parcel that carries them by now, not as one whose code differs by case', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      for (const code of [codeA, codeB.toLowerCase()]) {
        await records.importOrders([orderOf([shipmentOf([parcelOf(code)])], { source: 'imported' })], by('import'));
      }
      const [parcel] = (await records.findByCode(codeA))?.parcels ?? [];
      await records.deleteReplacedCodesAgain(later, later);
      const again = (await records.commands(['waiting'], 10)).filter(({ kind }) => kind === 'delete');
      expect(again).toMatchObject([
        { codes: [codeA], parcelId: parcel?.id },
        { codes: [codeB], parcelId: null },
      ]);
    });

    it('are deleted once more although the clock was set back: counted from then on', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      expect(await records.deleteReplacedCodesAgain(atSecond(1), atSecond(40))).toEqual({
        begun: 0,
        nextAt: atSecond(40),
      });
      expect(await records.deleteReplacedCodesAgain(atSecond(40), atSecond(80))).toEqual({ begun: 2, nextAt: null });
    });

    it('are no reason to ask about the new order while the second deletion waits behind the first', async () => {
      const { newId, deletions } = await replaced();
      await records.deleteReplacedCodesAgain(later, later);
      for (const { id } of deletions) await answer(id, 'done', false, 2_005);
      expect(await dueIds()).toContain(newId);
      expect(await records.replacedBy(newId)).toMatchObject([
        { code: codeA, deletion: { state: 'done' } },
        { code: codeB, deletion: { state: 'done' } },
      ]);
    });

    const secondDeletion = async (wasThereFirst: boolean, wasThereThen: boolean) => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done', wasThereFirst);
      await records.deleteReplacedCodesAgain(later, later);
      const [again] = (await records.commands(['waiting'], 10)).filter(({ kind }) => kind === 'delete');
      await answer(again?.id ?? 0, 'done', wasThereThen, 2_010);
      return records.orderAlarms(10);
    };

    it('raise an alarm where the second deletion found what the first had not', async () => {
      expect(await secondDeletion(false, true)).toMatchObject([
        { code: codeA, event: lateDeletion, at: atSecond(2_010), newCodes: [codeC, codeD] },
      ]);
    });

    it('raise none where both found nothing, or the service answers every deletion alike', async () => {
      expect(await secondDeletion(false, false)).toEqual([]);
    });

    it('raise none where the first deletion had found the order already', async () => {
      expect(await secondDeletion(true, true)).toEqual([]);
    });

    it('raise none where the first deletion was refused, and the one begun in its place found the order', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'rejected');
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('sent', 120));
      await records.completeDelete(command.id, by('deleted', 121), true);
      await records.deleteReplacedCodesAgain(later, later);
      const [again] = (await records.commands(['waiting'], 10)).filter(({ kind }) => kind === 'delete');
      await answer(again?.id ?? 0, 'done', true, 2_010);
      expect(await records.orderAlarms(10)).toEqual([]);
    });

    it('raise an alarm when an event names one, told once, standing until it is put away', async () => {
      await replaced();
      const data = { codes: [codeA.toLowerCase()] };
      expect(await take('same.shipment.picked_up', data)).toMatchObject({ outcome: 'stored', alarms: true });
      expect(await take('same.shipment.in_transit', data, 40)).toMatchObject({ alarms: false });
      records = await opened.reopen();
      const [alarm] = await records.unreportedAlarms(10);
      expect(alarm).toMatchObject({ code: codeA, event: 'same.shipment.picked_up', at: atSecond(30) });
      await records.markAlarmsReported([alarm?.id ?? 0], atSecond(50));
      expect(await records.unreportedAlarms(10)).toEqual([]);
      expect(await records.orderAlarms(10)).toEqual([alarm]);
      expect(await records.dismissAlarm(alarm?.id ?? 0, by('put away'))).toBe(true);
      expect(await records.dismissAlarm(alarm?.id ?? 0, by('put away'))).toBe(false);
      expect(await records.orderAlarms(10)).toEqual([]);
      expect(await take('same.shipment.delivered', data, 60)).toMatchObject({ alarms: true });
    });

    it('raise none by news of their deletion, by the same event again, or by an event of other codes', async () => {
      await replaced();
      expect(await take('same.shipment.deleted', { custom_code: codeA })).toMatchObject({ alarms: false });
      expect(await take('same.parcel.deleted', { custom_code: codeA })).toMatchObject({ alarms: false });
      expect(await take('same.shipment.scheduled', { custom_code: codeC })).toMatchObject({ alarms: false });
      expect(await records.orderAlarms(10)).toEqual([]);
    });

    it('may be deleted by hand anew once an alarm says that the order is there, though it was deleted before', async () => {
      const { deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      const again = () => records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete', 300));
      expect(await again()).toMatchObject({ begun: false });
      await take('same.shipment.picked_up', { custom_code: codeA }, 200);
      expect(await again()).toMatchObject({ begun: true });
    });

    it('name in an alarm the codes of the last order in the line', async () => {
      const { newId } = await replaced();
      await records.moveCommand(newId, ['waiting'], { state: 'uncertain' }, by('lost', 200));
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
      for (const { id, kind } of await records.commands(['waiting'], 10)) {
        if (kind === 'delete') await answer(id, 'done', true, 2_010);
      }
    };

    it('are remembered until their second deletion is answered, whatever their age', async () => {
      const { oldId, newId, deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done');
      await records.moveCommand(newId, ['waiting'], { state: 'undone' }, by('taken back', 120));
      await age();
      expect(await records.command(oldId)).not.toBeNull();
      await records.deleteReplacedCodesAgain(later, later);
      await age();
      await deleteAgain();
      expect(await records.orderAlarms(10)).toHaveLength(2);
    });

    it('are remembered as long as an alarm stands, whatever their age', async () => {
      const { oldId, newId, deletions } = await replaced();
      for (const { id } of deletions) await answer(id, 'done', true);
      await records.moveCommand(newId, ['waiting'], { state: 'undone' }, by('taken back', 120));
      await take('same.shipment.picked_up', { custom_code: codeA }, 130);
      await deleteAgain();
      await age();
      const [alarm] = await records.orderAlarms(10);
      expect(alarm?.code).toBe(codeA);
      expect(await records.command(oldId)).not.toBeNull();
      await records.dismissAlarm(alarm?.id ?? 0, by('put away'));
      await age();
      expect(await records.command(oldId)).toBeNull();
      expect(await records.isOrdered(codeA)).toBe(false);
    });
  });
}
