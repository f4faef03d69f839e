import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../../src/main/core/ports/webhook.ts';
import { eventSteps } from './event-fixtures.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  shipmentOf,
  storeLabelled,
  storeOrder,
} from './record-fixtures.ts';
import { eventOf, stateEvent, trackingCode } from './webhook-fixtures.ts';

/** One parcel deleted at the service, by an event that names it, and events that contradict a deletion. */
export function parcelDeletionsContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);
  const { shipment, storeParts, take, effects, unmatched } = eventSteps(records);

  const time = (second: number) => ({ trigger_datetime: atSecond(second).replace('Z', '+00:00') });
  const deleted = (named: object, second: number | null, arrival = 60): NewEvent =>
    eventOf('same.shipment.deleted', { ...named, ...(second !== null && time(second)) }, arrival);
  const parcels = (ids: readonly number[]) => Promise.all(ids.map((id) => records.parcel(id)));
  const areDeleted = async (ids: readonly number[]) =>
    (await parcels(ids)).map((parcel) => parcel !== null && parcel.deletedAt !== null);
  const states = async (ids: readonly number[]) => (await parcels(ids)).map((parcel) => parcel?.status?.state);
  const conflicts = async (ids: readonly number[]) =>
    (await parcels(ids)).map((parcel) => parcel?.deletionConflict?.state ?? null);
  const decide = (id: number, decision: 'exists' | 'deleted', second = 100) =>
    records.resolveDeletionConflict(id, decision, by('resolve-deletion-conflict', second));

  it('a label that was being sent when an event deleted its parcel is cancelled where nothing of it left', async () => {
    const parcelId = await storeLabelled(records, codeA);
    const { job } = await addJob(records, parcelId, 5);
    await records.movePrintJob(job.id, ['queued'], { state: 'sending', attempt: true }, by('print', 6));
    await take(deleted({ custom_code: codeA }, 10));
    expect(await areDeleted([parcelId])).toEqual([true]);
    await records.movePrintJob(job.id, ['sending'], { state: 'held', reasons: ['unreachable'] }, by('hold-print', 12));
    expect((await records.printJob(job.id))?.state).toBe('cancelled');
  });

  describe('a deletion that names one parcel', () => {
    it.each([
      ['its custom code', { custom_code: codeA }],
      ['its custom code beside the tracking code', { custom_code: codeA, tracking_code: trackingCode }],
      ['its custom code, nested', { tracking_code: trackingCode, parcel: { custom_code: codeA } }],
      ['its pick-up code', { pick_up_code: 'P-1', tracking_code: trackingCode }],
      ['its pick-up code as events spell it', { pickup_code: 'P-1' }],
    ])('by %s deletes it alone, and a deletion of its sibling that counts down is still sent', async (_by, named) => {
      const both = [parcelOf(codeA, { pickUpCode: 'P-1' }), parcelOf(codeB, { pickUpCode: 'P-2' })];
      const ids = await storeOrder(records, orderOf([shipmentOf(both, { trackingCode })]));
      const [one = 0, two = 0] = ids;
      await take(stateEvent('to_pick_up', 5));
      const own = await records.beginDelete({ customCode: codeA, parcelId: one, endsAt: 1 }, by('delete'));
      const sibling = await records.beginDelete({ customCode: codeB, parcelId: two, endsAt: 1 }, by('delete'));
      await take(deleted(named, 10));
      expect(await areDeleted(ids)).toEqual([true, false]);
      expect(await states(ids)).toEqual(['to_pick_up', 'to_pick_up']);
      expect((await records.command(own.command.id))?.state).toBe('done');
      expect((await records.command(sibling.command.id))?.state).toBe('counting');
      expect(await records.unrequestedDeletions(10)).toEqual([]);
      await reopen();
      await records.moveCommand(sibling.command.id, ['counting'], { state: 'waiting', notBefore: 0 }, by('delete'));
      const query = { now: 1, pausesVoidBefore: '', deletesFirst: false, limit: 10 };
      expect((await records.dueCommands(query)).due.map(({ codes }) => codes)).toEqual([[codeB]]);
    });

    it('leaves the labels of its siblings in the queue, and is reported for that parcel', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const queued = (await addJob(records, parcelId, 10)).job;
      const tracking = { tracking_code: trackingCode };
      await take(eventOf('same.parcel.created', { ...tracking, custom_code: codeA }));
      const [, sibling = 0] = await storeOrder(
        records,
        orderOf([shipmentOf([parcelOf(codeC), parcelOf(codeB)], { trackingCode: 'DO-2' })]),
      );
      await take(deleted({ custom_code: codeC, tracking_code: 'DO-2' }, 20));
      expect((await records.printJob(queued.id))?.state).toBe('queued');
      expect(await areDeleted([sibling])).toEqual([false]);
      expect(await records.unrequestedDeletions(10)).toMatchObject([{ codes: [codeC], copies: 0 }]);
      expect((await records.activity({ beforeId: null, limit: 1 }))[0]).toMatchObject({
        ...{ who: 'service', what: 'parcel-deleted', code: codeC },
      });
    });

    it('makes the shipment Deleted only with the last parcel, in any order with other events', async () => {
      const story = [
        stateEvent('to_pick_up', 5),
        deleted({ custom_code: codeA }, 10),
        deleted({ custom_code: codeB }, 20),
      ];
      const ids = await shipment([codeA, codeB]);
      await take(...story.slice(0, 2));
      expect(await states(ids)).toEqual(['to_pick_up', 'to_pick_up']);
      expect(await effects(ids[0] ?? 0)).toContainEqual(['deleted', 'parcel deleted']);
      await take(...story.slice(2));
      expect(await states(ids)).toEqual(['deleted', 'deleted']);
    });

    it('counts for the status with a sibling whose deletion the service answered, whichever comes first', async () => {
      for (const [index, isAnswerFirst] of [true, false].entries()) {
        const codes = [`NLA00000000000000${index}`, `NLB00000000000000${index}`] as const;
        const ids = await shipment([...codes], `DO-${index}`);
        const { command } = await records.beginDelete(
          { customCode: codes[1], parcelId: ids[1] ?? 0, endsAt: 1 },
          by('delete'),
        );
        await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-deletion'));
        if (isAnswerFirst) await records.completeDelete(command.id, by('deletion-answer', 30));
        await take(deleted({ custom_code: codes[0], index }, 10));
        if (!isAnswerFirst) await records.completeDelete(command.id, by('deletion-answer', 30));
        expect(await states(ids)).toEqual(['deleted', 'deleted']);
      }
    });

    it('before its order was known deletes it alone, and a parcel that becomes known later stays', async () => {
      await take(deleted({ custom_code: codeA, tracking_code: trackingCode }, 10));
      const [one = 0] = await storeParts(codeA);
      expect(await records.parcel(one)).toMatchObject({ deletedAt: atSecond(10), status: { state: 'deleted' } });
      const ids = await storeParts(codeA, codeB);
      expect(await areDeleted(ids)).toEqual([true, false]);
      expect(await states(ids)).toEqual([undefined, undefined]);
    });

    it('by a code that no parcel of the shipment has deletes none, until that parcel is known', async () => {
      const [one = 0] = await storeParts(codeA);
      await take(deleted({ custom_code: codeB, tracking_code: trackingCode }, 10));
      expect(await areDeleted([one])).toEqual([false]);
      expect((await unmatched()).events[0]?.unmatchedBecause).toBe('unknown parcel');
      const ids = await storeParts(codeA, codeB);
      expect(await areDeleted(ids)).toEqual([false, true]);
    });

    it('by a code that only one parcel can have, because the others have their own, deletes that one', async () => {
      const both = [parcelOf(null, { pickUpCode: 'P-1' }), parcelOf(codeB, { pickUpCode: 'P-2' })];
      const ids = await storeOrder(records, orderOf([shipmentOf(both, { trackingCode })]));
      await take(deleted({ custom_code: codeA, tracking_code: trackingCode }, 10));
      expect(await areDeleted(ids)).toEqual([true, false]);
    });
  });

  describe('a deletion that names the pick-up code of a label not yet assigned', () => {
    const waiting = { label: null, missing: ['custom_code', 'pick_up_code', 'label'] };
    const labelOf = (pickUpCode: string) => {
      const url = `https://labels.example/${pickUpCode}.zpl`;
      return {
        pickUpCode,
        sizeCode: 'small',
        label: { url, source: 'parcel zpl', format: 'zpl', pdfUrl: null } as const,
      };
    };
    const unassigned = (codes: readonly string[], more: Parameters<typeof parcelOf>[] = []) =>
      storeOrder(
        records,
        orderOf([
          shipmentOf([...codes.map((code) => parcelOf(code, waiting)), ...more.map((args) => parcelOf(...args))], {
            trackingCode,
            unassignedLabels: ['P-1', 'P-2'].map(labelOf),
          }),
        ]),
      );
    const assign = async (parcelId: number, pickUpCode: string) => {
      const orderId = (await records.parcel(parcelId))?.orderId ?? 0;
      const label = (await records.unassignedLabels(orderId)).find((one) => one.pickUpCode === pickUpCode);
      return records.assignLabels([{ labelId: label?.id ?? 0, parcelId }], by('assign-label', 30));
    };
    const deletion = deleted({ tracking_code: trackingCode, pick_up_code: 'P-1' }, 10);

    it('deletes none until the label is assigned, then its parcel alone, without a print in between', async () => {
      const ids = await unassigned([codeA, codeB]);
      const [one = 0, two = 0] = ids;
      await take(deletion);
      expect(await areDeleted(ids)).toEqual([false, false]);
      expect((await unmatched()).events[0]?.unmatchedBecause).toBe('unknown parcel');
      await reopen();
      expect(await assign(two, 'P-1')).toBe(true);
      expect(await areDeleted(ids)).toEqual([false, true]);
      expect((await unmatched()).events).toEqual([]);
      await expect(addJob(records, two, 40)).rejects.toThrow();
      expect(await assign(one, 'P-2')).toBe(true);
      expect(await areDeleted(ids)).toEqual([false, true]);
    });

    it('deletes none where it arrived before its order was known', async () => {
      await take(deletion);
      const ids = await unassigned([codeA, codeB]);
      expect(await areDeleted(ids)).toEqual([false, false]);
      expect(await assign(ids[0] ?? 0, 'P-1')).toBe(true);
      expect(await areDeleted(ids)).toEqual([true, false]);
    });

    it('deletes the only parcel that is left for it once the others have their labels', async () => {
      const ids = await unassigned([codeA, codeB]);
      await take(deletion);
      expect(await assign(ids[0] ?? 0, 'P-2')).toBe(true);
      expect(await areDeleted(ids)).toEqual([false, true]);
    });

    it('deletes the whole shipment where a parcel with a label of its own may be the deleted one', async () => {
      const ids = await unassigned([codeA, codeB], [[codeC]]);
      await take(deletion);
      expect(await areDeleted(ids)).toEqual([true, true, true]);
    });

    it('deletes the whole shipment where no label has that code', async () => {
      const ids = await unassigned([codeA, codeB]);
      await take(deleted({ tracking_code: trackingCode, pick_up_code: 'P-3' }, 10));
      expect(await areDeleted(ids)).toEqual([true, true]);
    });
  });

  describe('a parcel reported as deleted, and later as picked up', () => {
    const story: NewEvent[] = [
      deleted({ custom_code: codeA, tracking_code: trackingCode }, 10, 11),
      stateEvent('picked_up', 20, 21, { custom_code: codeA }),
      stateEvent('to_pick_up', 5, 6),
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];

    it.each(orders.flatMap((order) => [0, 1, 2, 3].map((knownAfter) => [order, knownAfter] as const)))(
      'is a conflict in any order of arrival: %j, its order known after %d of them',
      async (order, knownAfter) => {
        const events = order.flatMap((index) => story[index] ?? []);
        await take(...events.slice(0, knownAfter));
        const [one = 0, two = 0] = await shipment([codeA, codeB]);
        await take(...events.slice(knownAfter));
        expect(await records.parcel(one)).toMatchObject({
          deletedAt: atSecond(10),
          deletionConflict: { state: 'picked_up', at: atSecond(20) },
        });
        expect(await records.parcel(two)).toMatchObject({ deletedAt: null, deletionConflict: null });
      },
    );

    it('is none for a shipment whose other parcels explain the event, until they are deleted before it', async () => {
      const ids = await shipment([codeA, codeB]);
      await take(deleted({ custom_code: codeA }, 10), stateEvent('picked_up', 20));
      expect(await conflicts(ids)).toEqual([null, null]);
      await take(deleted({ custom_code: codeB }, 30));
      expect(await conflicts(ids)).toEqual([null, null]);
      await take(stateEvent('processing', 40));
      expect(await conflicts(ids)).toEqual(['processing', 'processing']);
      await take(stateEvent('deleted', 50, 61));
      expect(await conflicts(ids)).toEqual([null, null]);
    });

    it('is none where the event is older, has no own time, or does not prove that the parcel exists', async () => {
      const ids = await shipment([codeA]);
      await take(
        deleted({ custom_code: codeA }, 20, 21),
        stateEvent('picked_up', 19, 30),
        stateEvent('in_transit', null, 30),
        stateEvent('cancelled', 25, 30),
        stateEvent('scheduled', 26, 30),
        stateEvent('to_pick_up', 27, 30),
      );
      expect(await conflicts(ids)).toEqual([null]);
      expect(await areDeleted(ids)).toEqual([true]);
    });

    it('does not print, and no deletion of it leaves, until an operator decides', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const { command } = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-deletion'));
      await take(
        deleted({ custom_code: codeA }, 10),
        eventOf('same.shipment.picked_up', { custom_code: codeA, ...time(20) }),
      );
      await records.moveCommand(
        command.id,
        ['sending'],
        { state: 'waiting', requestLeft: true },
        by('deletion-answer'),
      );
      await reopen();
      const due = async () =>
        (await records.dueCommands({ now: 1, pausesVoidBefore: '', deletesFirst: false, limit: 10 })).due;
      expect(await conflicts([parcelId])).toEqual(['picked_up']);
      await expect(addJob(records, parcelId, 30)).rejects.toThrow();
      expect(await due()).toEqual([]);
      expect(await decide(parcelId, 'exists')).toBe(true);
      expect(await due()).toEqual([]);
      expect((await addJob(records, parcelId, 110)).job.state).toBe('queued');
      expect((await records.command(command.id))?.state).toBe('rejected');
    });

    it('exists if an operator says so: it can be printed and deleted again, and older reports change nothing', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const tracked = (event: string, second: number, more = {}) =>
        eventOf(`same.shipment.${event}`, { custom_code: codeA, ...time(second), ...more });
      await take(tracked('deleted', 10), tracked('picked_up', 20));
      expect(await decide(parcelId, 'exists')).toBe(true);
      expect(await decide(parcelId, 'exists')).toBe(false);
      await reopen();
      await take(tracked('deleted', 10, { again: true }), tracked('deleted', 15));
      expect(await records.parcel(parcelId)).toMatchObject({
        ...{ deletedAt: null, deletionConflict: null, deletion: null, status: { state: 'picked_up' } },
      });
      expect((await addJob(records, parcelId, 110)).job.state).toBe('queued');
      const begun = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 1 }, by('delete', 120));
      expect(begun.begun).toBe(true);
      await records.moveCommand(begun.command.id, ['counting'], { state: 'sending' }, by('send-deletion'));
      await records.completeDelete(begun.command.id, by('deletion-answer', 15));
      expect(await areDeleted([parcelId])).toEqual([true]);
      expect(await conflicts([parcelId])).toEqual([null]);
      expect((await records.activity({ beforeId: null, limit: 50 })).map(({ what }) => what)).toContain(
        'resolve-deletion-conflict',
      );
    });

    it('is deleted again by a report that is newer than what the operator knew', async () => {
      const [one = 0] = await shipment([codeA]);
      await take(deleted({ custom_code: codeA }, 10), stateEvent('picked_up', 20));
      await decide(one, 'exists');
      await take(deleted({ custom_code: codeA }, 30));
      expect(await records.parcel(one)).toMatchObject({ deletedAt: atSecond(30), deletionConflict: null });
    });

    it('stays deleted if an operator says so, until a newer event contradicts again', async () => {
      const [one = 0] = await shipment([codeA]);
      await take(deleted({ custom_code: codeA }, 10), stateEvent('picked_up', 20));
      expect(await decide(one, 'deleted')).toBe(true);
      await take(stateEvent('processing', 15));
      await reopen();
      expect(await records.parcel(one)).toMatchObject({ deletedAt: atSecond(10), deletionConflict: null });
      await take(stateEvent('in_transit', 30));
      expect(await conflicts([one])).toEqual(['in_transit']);
    });

    it('is a conflict also after the service answered the deletion of this station', async () => {
      const [one = 0] = await shipment([codeA]);
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: one, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-deletion'));
      await records.completeDelete(command.id, by('deletion-answer', 10));
      await take(stateEvent('picked_up', 9));
      expect(await conflicts([one])).toEqual([null]);
      await take(stateEvent('processing', 20));
      expect(await conflicts([one])).toEqual(['processing']);
    });
  });
}
