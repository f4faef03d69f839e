import { beforeEach, describe, expect, it } from 'vitest';
import { message } from '../../../../src/shared/messages/message.ts';
import { mayReplaceAfterMs, type OrderProgress } from '../../../../src/shared/orders/order-progress.ts';
import { failureOf } from '../../../helpers/failure-of.ts';
import { orderTo } from '../../../helpers/order-requests.ts';
import { codes, losses, testTimeout, uncertainOrderFixture } from './uncertain-order-fixture.ts';

const fixture = uncertainOrderFixture();

describe.each(losses)(
  'uncertain order: an order whose answer is $word',
  { timeout: testTimeout },
  ({ word, exists }) => {
    let uncertain: OrderProgress;
    let commandId: number;
    beforeEach(async () => {
      await fixture.startSandbox();
      uncertain = await fixture.order(`Aya create-once-${word}`);
      commandId = uncertain.command.id;
    });
    const madeFirst = exists ? 1 : 0;

    it('is uncertain and not sent again automatically, also after a restart', async () => {
      expect(uncertain).toMatchObject({ state: 'uncertain', command: { requestLeft: true, attempts: 1 } });
      fixture.clock.advance(3_600_000);
      await fixture.restartStation();
      expect(await fixture.settled(commandId)).toMatchObject({ state: 'uncertain', command: { attempts: 1 } });
      expect(await fixture.ordersAtService()).toHaveLength(madeFirst);
    });

    it('sent again with the same codes is one order, whichever request created it', async () => {
      const again = await fixture.sendAgain(commandId);
      expect(again).toMatchObject({
        state: 'created',
        command: { settledBy: exists ? 'rejection' : null, attempts: 2 },
      });
      expect(await fixture.codesAtService()).toEqual([codes]);
      expect(again.parcels.map(({ customCode }) => customCode)).toEqual(codes);
      if (!exists) return fixture.expectLabelsPrint(commandId);
      expect(again.message).toEqual(message('order.confirmed-without-labels', { by: 'rejection' }));
      expect(again.parcels).toMatchObject([{ label: null }, { label: null }]);
      expect((await fixture.importAnswer()).outcome).toBe('imported');
      await fixture.expectLabelsPrint(commandId);
      expect((await fixture.station.call('order.progress', { commandId })).message.code).toBe('order.confirmed');
    });

    it('marked as created is known from then on: found by a scan, and deleted', async () => {
      const seen = await fixture.station.call('command.settle', { commandId, isThere: true });
      expect(seen).toMatchObject({ state: 'done', settledBy: 'operator' });
      const [code = ''] = codes;
      const reading = { asTyped: code, asUsKeyboard: code, by: 'scanner' } as const;
      const found = await fixture.station.call('scan.submit', { reading, mode: 'print' });
      expect(found).toMatchObject({
        kind: 'no label',
        parcel: { customCode: code, label: null, missing: expect.arrayContaining(['parcel']) },
      });
      await fixture.station.call('parcel.delete', { parcelId: found.parcel?.id ?? 0 });
      const isAnswered = (state: string): boolean => state === 'done' || state === 'rejected';
      const deleted = await fixture.station.until('scan.answer', { scanId: found.scanId }, ({ parcel }) =>
        isAnswered(parcel?.deletion?.state ?? ''),
      );
      expect(deleted.parcel?.deletion?.state).toBe(exists ? 'done' : 'rejected');
      expect(await fixture.ordersAtService()).toHaveLength(madeFirst);
    });

    it('marked as not created frees its codes, and ordering again creates one order at most', async () => {
      await fixture.station.call('command.settle', { commandId, isThere: false });
      expect(await fixture.settled(commandId)).toMatchObject({ state: 'rejected', command: { state: 'undone' } });
      expect(await fixture.ordersAtService()).toHaveLength(madeFirst);
      const again = await fixture.order(`Aya create-once-${word}`);
      expect(again.state).toBe(exists ? 'rejected' : 'created');
      expect(await fixture.codesAtService()).toEqual([codes]);
    });

    it('can be replaced after ten minutes, and the service has the new order alone', async () => {
      expect(await failureOf(fixture.station.call('order.replace', { commandId }))).toMatchObject({
        code: 'not-allowed-now',
        message: {
          code: 'uncertain-order.too-early',
          params: { minutes: 10, at: expect.stringMatching(/^\d{4}-.*T/) },
        },
      });
      fixture.clock.advance(mayReplaceAfterMs);
      const fresh = await fixture.station.call('order.replace', { commandId });
      const newCodes = fresh.command.codes;
      expect(newCodes.filter((code) => codes.includes(code))).toEqual([]);
      // The fault keyword affects each order's first request: the new one is uncertain too.
      expect((await fixture.settled(fresh.command.id)).state).toBe('uncertain');
      expect(await fixture.codesAtService()).toEqual(exists ? [newCodes] : []);
      expect((await fixture.sendAgain(fresh.command.id)).state).toBe('created');
      expect(await fixture.codesAtService()).toEqual([newCodes]);
      expect(await fixture.settled(commandId)).toMatchObject({
        state: 'rejected',
        message: message('order.undone', { reason: message('uncertain-order.replaced') }),
      });
      expect(await fixture.station.call('commands.open', null)).toEqual([]);
      expect(
        await failureOf(
          fixture.station.call('order.create', { request: orderTo('Aya', codes), evenIfDuplicate: true }),
        ),
      ).toMatchObject({
        code: 'conflict',
      });
    });
  },
);

it.each(losses.filter(({ exists }) => exists))(
  'uncertain order: one whose answer is $word is confirmed by that answer in an imported file, which brings its labels',
  async ({ word }) => {
    await fixture.startSandbox();
    const { id: commandId } = (await fixture.order(`Aya create-once-${word}`)).command;
    expect((await fixture.importAnswer()).message).toMatchObject({ code: 'import.imported', params: { confirmed: 1 } });
    expect(await fixture.settled(commandId)).toMatchObject({ state: 'created', command: { settledBy: 'import' } });
    await fixture.expectLabelsPrint(commandId);
    expect(await fixture.codesAtService()).toEqual([codes]);
  },
  testTimeout,
);

describe('uncertain order: one whose answer lacks fields', { timeout: testTimeout }, () => {
  it('is not uncertain: no recovery action is possible, and a file may bring its labels', async () => {
    await fixture.startSandbox();
    const made = await fixture.order('Aya missing-fields');
    const { id: commandId } = made.command;
    expect(made).toMatchObject({ state: 'created', command: { settledBy: null } });
    fixture.clock.advance(mayReplaceAfterMs);
    for (const act of [
      () => fixture.station.call('order.send-again', { commandId, evenIfBookedTwice: true }),
      () => fixture.station.call('order.replace', { commandId }),
      () => fixture.station.call('command.settle', { commandId, isThere: true }),
      () => fixture.station.call('command.settle', { commandId, isThere: false }),
    ]) {
      expect(await failureOf(act())).toMatchObject({ code: 'not-allowed-now' });
    }
    expect((await fixture.importAnswer()).outcome).toBe('imported');
    await fixture.expectLabelsPrint(commandId);
    expect(await fixture.codesAtService()).toEqual([codes]);
  });
});
