import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/shared/contract/failure.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { CommandState } from '../../../src/shared/orders/command.ts';
import {
  atSecond,
  by,
  codeA,
  codeB,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  requestFor,
  shipmentOf,
  storeOrder,
  storeParcels,
} from './record-fixtures.ts';

const notFound: Failure = { code: 'not-found', message: message('storage.failed', { detail: null }) };

/** Orders and their labels. */
export function ordersContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);

  const sendingCreate = async (...codes: string[]): Promise<number> => {
    const { id } = await records.beginCreate(requestFor(...codes), by('create-order'));
    await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
    return id;
  };

  describe('an order', () => {
    it('is stored as an intent with its request before it is sent', async () => {
      const command = await records.beginCreate(requestFor(codeA, codeB), by('create-order', 3));
      expect(command).toMatchObject({ kind: 'create', state: 'waiting', codes: [codeA, codeB], attempts: 0 });
      expect(command).toMatchObject({ requestLeft: false, orderId: null, failure: null });
      await reopen();
      expect(await records.createRequest(command.id)).toEqual(requestFor(codeA, codeB));
      expect(await records.command(command.id)).toEqual(command);
      expect(await records.createRequest(command.id + 1)).toBeNull();
    });

    it('takes the place of the rejected order that it corrects, once', async () => {
      const rejected = await sendingCreate(codeA);
      expect(await records.canBeCorrected(rejected)).toBe(false);
      expect(await records.beginCorrection(rejected, requestFor(codeA), by('create-order'))).toBeNull();
      await records.moveCommand(rejected, ['sending'], { state: 'rejected', failure: notFound }, by('order-answer'));
      expect(await records.canBeCorrected(rejected)).toBe(true);
      const corrected = await records.beginCorrection(rejected, requestFor(codeA), by('create-order', 9));
      expect(corrected).toMatchObject({ state: 'waiting', codes: [codeA], attempts: 0 });
      expect(await records.commands(['waiting', 'rejected'], 10)).toEqual([corrected]);
      expect(await records.beginCorrection(rejected, requestFor(codeA), by('create-order'))).toBeNull();
      expect(await records.countCommands(['waiting'])).toBe(1);
      await reopen();
      expect(await records.canBeCorrected(rejected)).toBe(false);
    });

    it('becomes parcels with all given values, dates and codes unchanged', async () => {
      const id = await sendingCreate(codeA, codeB);
      const parcels = [parcelOf(codeA, { pickUpCode: '0031' }), parcelOf(codeB, { label: null, missing: ['label'] })];
      const shipment = shipmentOf(parcels, { trackingCode: '007', dropOffId: 12 });
      const order = orderOf([shipment], { uniqueId: 'ORD-1', request: requestFor(codeA, codeB) });
      const stored = await records.completeCreate(id, order, by('order-answer', 9));

      expect(stored.command).toMatchObject({ state: 'done', orderId: stored.orderId, failure: null });
      const [first, second] = await records.parcelsOfOrder(stored.orderId);
      expect([first?.id, second?.id]).toEqual(stored.parcelIds);
      expect(first).toMatchObject({
        customCode: codeA,
        pickUpCode: '0031',
        trackingCode: '007',
        orderUniqueId: 'ORD-1',
        position: 1,
        parcelCount: 2,
        weightGrams: 900,
        pickUpDate: '2026-03-14',
        dropOffDate: '2026-03-15',
        recipient: { name: 'Aya Noor', postalCode: 'sw1a 1aa' },
        status: null,
        deletion: null,
        deletedAt: null,
        lastJob: null,
        copies: 0,
        label: { state: 'pending', source: 'parcel zpl', format: 'zpl', sha256: null },
      });
      expect(second).toMatchObject({ label: null, missing: ['label'], position: 2 });
      expect(await records.order(stored.orderId)).toEqual({
        id: stored.orderId,
        uniqueId: 'ORD-1',
        request: requestFor(codeA, codeB),
        rawAnswer: order.rawAnswer,
        priceWithTax: 47.25,
        missing: [],
      });
    });

    it('keeps the service’s answer unchanged, whatever it contains', async () => {
      const id = await sendingCreate(codeA);
      const rawAnswer = `\uFEFF{"é":"\u0000 🚚","long":"${'x'.repeat(1_000_000)}"}\r\n`;
      await records.saveRawAnswer(id, rawAnswer);
      await records.saveRawAnswer(id, rawAnswer);
      const { orderId } = await records.completeCreate(id, orderOf([], { rawAnswer }), by('order-answer'));
      await reopen();
      expect((await records.order(orderId))?.rawAnswer === rawAnswer).toBe(true);
    });

    it('is never lost, whatever happened to its command meanwhile', async () => {
      const states: CommandState[] = ['waiting', 'sending', 'uncertain', 'rejected', 'blocked'];
      for (const [index, state] of states.entries()) {
        const code = `A00000000000000${index}`;
        const id = await sendingCreate(code);
        await records.moveCommand(id, ['sending'], { state, failure: notFound }, by('retry'));
        if (state === 'rejected') await records.dismissCommand(id, by('dismiss'));
        const { command } = await records.completeCreate(
          id,
          orderOf([shipmentOf([parcelOf(code)])]),
          by('order-answer'),
        );
        expect(command).toMatchObject({ state: 'done', failure: null });
        expect((await records.findByCode(code))?.parcels).toHaveLength(1);
      }
    });

    it('received twice is one order, and receiving it with more parcels adds them', async () => {
      const id = await sendingCreate(codeA);
      const unnamed = orderOf([shipmentOf([parcelOf(codeA)])]);
      const first = await records.completeCreate(id, unnamed, by('order-answer'));
      expect(await records.completeCreate(id, unnamed, by('order-answer'))).toEqual(first);

      const named = orderOf([shipmentOf([parcelOf(codeB)])], { uniqueId: 'ORD-1' });
      const [parcel] = await storeOrder(records, named);
      const more = orderOf([shipmentOf([parcelOf(codeB), parcelOf('0123456789012345')])], { uniqueId: 'ORD-1' });
      const stored = await storeOrder(records, more);
      expect(stored[0]).toBe(parcel);
      expect(stored).toHaveLength(2);
      expect((await records.parcelsPage({ find: '', offset: 0, limit: 10 })).total).toBe(3);
    });

    it('is stored whole or not at all', async () => {
      const id = await sendingCreate(codeA);
      const order = orderOf([shipmentOf([parcelOf(codeA)])], { uniqueId: 'ORD-1' });
      const before = await records.activity({ beforeId: null, limit: 100 });
      const unwritable = { activity: { ...by('order-answer').activity, at: null as never } };
      await expect(records.completeCreate(id, order, unwritable)).rejects.toThrow(/NOT NULL/);
      expect(await records.findByCode(codeA)).toBeNull();
      expect((await records.command(id))?.state).toBe('sending');
      expect(await records.pendingLabels(10)).toEqual([]);
      expect(await records.activity({ beforeId: null, limit: 100 })).toEqual(before);
      expect((await records.completeCreate(id, order, by('order-answer'))).parcelIds).toHaveLength(1);
    });
  });

  describe('a label', () => {
    it('is pending as soon as its address is known, oldest first', async () => {
      const [first, second] = await storeParcels(records, codeA, codeB);
      const wanted = await records.pendingLabels(10);
      expect(wanted.map((label) => label.parcelId)).toEqual([first, second]);
      expect(wanted[0]).toMatchObject({ state: 'pending', url: `https://labels.example/${codeA}.zpl`, failure: null });
      expect(await records.pendingLabels(1)).toHaveLength(1);
    });

    it('is stored byte for byte, whatever it contains', async () => {
      const [parcelId = 0] = await storeParcels(records, codeA);
      const [label] = await records.pendingLabels(1);
      const all = Uint8Array.from({ length: 1024 }, (_, index) => index % 256);
      const bytes = all.subarray(256, 768); // A window on a larger piece of memory.
      await records.saveLabel(label?.id ?? 0, { bytes, sha256: 'abc', format: 'pdf' }, by('download-label'));
      await reopen();
      expect(await records.labelBytes('abc')).toEqual(new Uint8Array(bytes));
      expect((await records.parcel(parcelId))?.label).toMatchObject({ state: 'stored', sha256: 'abc', format: 'pdf' });
      expect(await records.pendingLabels(10)).toEqual([]);
      expect(await records.labelBytes('abd')).toBeNull();
    });

    it('shared by two parcels is stored once and used for both', async () => {
      await storeParcels(records, codeA, codeB);
      for (const label of await records.pendingLabels(10)) {
        await records.saveLabel(
          label.id,
          { bytes: Uint8Array.of(1, 2), sha256: 'same', format: 'zpl' },
          by('download-label'),
        );
      }
      expect(await records.labelBytes('same')).toEqual(Uint8Array.of(1, 2));
      expect((await records.findByCode(codeB))?.parcels[0]?.label?.state).toBe('stored');
    });

    it('that failed has its reason, and is downloaded again on request', async () => {
      const [parcelId = 0] = await storeParcels(records, codeA);
      const [label] = await records.pendingLabels(1);
      await records.failLabel(label?.id ?? 0, notFound, by('download-label'));
      expect((await records.parcel(parcelId))?.label).toMatchObject({ state: 'failed', failure: notFound });
      expect(await records.pendingLabels(1)).toEqual([]);
      await records.retryLabel(label?.id ?? 0);
      expect((await records.pendingLabels(1))[0]).toMatchObject({ id: label?.id, state: 'pending', failure: null });
    });

    it('that is delayed has its reason and the time of the next attempt until it is stored or fails', async () => {
      const ids = await storeParcels(records, codeA, codeB);
      const [one, other] = await records.pendingLabels(10);
      const nextAttemptAt = atSecond(30);
      await records.delayLabels({ except: [other?.id ?? 0] }, { failure: notFound, nextAttemptAt });
      const shown = async () => (await Promise.all(ids.map((id) => records.parcel(id)))).map((parcel) => parcel?.label);
      expect(await shown()).toMatchObject([
        { state: 'pending', failure: notFound, nextAttemptAt },
        { state: 'pending', failure: null, nextAttemptAt: null },
      ]);
      await records.delayLabels({ only: [other?.id ?? 0] }, { failure: notFound, nextAttemptAt });
      await records.delayLabels({ except: [one?.id ?? 0] }, null);
      expect(await shown()).toMatchObject([{ nextAttemptAt }, { failure: null, nextAttemptAt: null }]);
      await records.failLabel(one?.id ?? 0, notFound, by('download-label'));
      await records.delayLabels({ except: [] }, { failure: notFound, nextAttemptAt });
      expect(await shown()).toMatchObject([{ state: 'failed', nextAttemptAt: null }, { nextAttemptAt }]);
      const file = { bytes: Uint8Array.of(1), sha256: 'one', format: 'zpl' } as const;
      await records.saveLabel(other?.id ?? 0, file, by('download-label'));
      expect(await shown()).toMatchObject([{}, { state: 'stored', failure: null, nextAttemptAt: null }]);
    });

    it('that is stored stays stored after a late failure or another request', async () => {
      const [parcelId = 0] = await storeParcels(records, codeA);
      const [label] = await records.pendingLabels(1);
      await records.saveLabel(
        label?.id ?? 0,
        { bytes: Uint8Array.of(7), sha256: 'seven', format: 'zpl' },
        by('download-label'),
      );
      await records.failLabel(label?.id ?? 0, notFound, by('download-label'));
      await records.retryLabel(label?.id ?? 0);
      expect((await records.parcel(parcelId))?.label).toMatchObject({
        state: 'stored',
        sha256: 'seven',
        failure: null,
      });
    });
  });
}
