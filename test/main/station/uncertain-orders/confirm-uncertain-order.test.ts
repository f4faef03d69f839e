import { describe, expect, it } from 'vitest';
import { message } from '../../../../src/shared/messages/message.ts';
import { orderTo } from '../../../helpers/order-requests.ts';
import { codes, dropOffWithoutCodes, testTimeout, uncertainOrderFixture } from './uncertain-order-fixture.ts';

const fixture = uncertainOrderFixture();

describe('uncertain order: in practice mode, with its webhook', { timeout: testTimeout }, () => {
  it.each(['lost-after', '502-after'])(
    'one whose answer is %s is confirmed by its event, and not sent again',
    async (word) => {
      await fixture.startPractice();
      const { command } = await fixture.station.call('order.create', {
        request: orderTo(`Aya create-${word}`, codes),
        evenIfDuplicate: true,
      });
      const confirmed = await fixture.station.until(
        'order.progress',
        { commandId: command.id },
        (progress) => progress.state === 'created',
      );
      expect(confirmed.command).toMatchObject({ settledBy: 'webhook', attempts: 1 });
      expect(confirmed.message).toEqual(message('order.confirmed-without-labels', { by: 'webhook' }));
      const withStatus = await fixture.station.until('order.progress', { commandId: command.id }, ({ parcels }) =>
        parcels.every(({ status }) => status?.state === 'scheduled'),
      );
      expect(withStatus.parcels).toMatchObject(codes.map((customCode) => ({ customCode, label: null })));
      const { notices } = await fixture.station.call('station.read', null);
      expect(notices.map((notice) => notice.message)).toContainEqual(
        message('uncertain-order.confirmed-by-event', { code: codes[0] ?? null }),
      );
    },
  );

  it('one that never arrived stays uncertain, whatever events arrive for others', async () => {
    await fixture.startPractice();
    const lost = await fixture.order('Aya create-lost-before');
    const other = await fixture.station.call('order.create', {
      request: { ...orderTo('Omar', codes), drop_offs: [dropOffWithoutCodes('Omar')] },
      evenIfDuplicate: true,
    });
    await fixture.station.until('order.progress', { commandId: other.command.id }, ({ parcels }) =>
      parcels.some(({ status }) => status !== null),
    );
    expect((await fixture.settled(lost.command.id)).state).toBe('uncertain');
  });
});
