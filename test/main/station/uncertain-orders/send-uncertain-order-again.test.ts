import { describe, expect, it } from 'vitest';
import type { OrderProgress } from '../../../../src/shared/orders/order-progress.ts';
import { failureOf } from '../../../helpers/failure-of.ts';
import { orderTo } from '../../../helpers/order-requests.ts';
import { codes, dropOffWithoutCodes, testTimeout, uncertainOrderFixture } from './uncertain-order-fixture.ts';

const fixture = uncertainOrderFixture();

describe('uncertain order: sending it again', { timeout: testTimeout }, () => {
  const again = async (receiver: string) => {
    await fixture.startSandbox();
    const { command } = await fixture.order(receiver);
    return fixture.sendAgain(command.id);
  };

  it.each(['lost-before', 'lost-after', '502-after', 'error-503', 'not-json'])(
    'leaves it uncertain when the answer is lost again (%s), with one order at most at the service',
    async (word) => {
      const still = await again(`Aya create-${word}`);
      expect(still).toMatchObject({ state: 'uncertain', command: { attempts: 2, requestLeft: true } });
      expect((await fixture.ordersAtService()).length).toBeLessThanOrEqual(1);
    },
  );

  it('leaves it uncertain while the service is unreachable: it does not wait to be sent automatically', async () => {
    await fixture.startSandbox();
    const { command } = await fixture.order('Aya create-once-lost-before');
    await fixture.service.close();
    const still = await fixture.sendAgain(command.id);
    expect(still).toMatchObject({ state: 'uncertain', command: { attempts: 2, failure: { code: 'no-route' } } });
    expect(await fixture.station.call('waiting.read', null)).toMatchObject({ orders: 0, decisions: 1 });
  });

  it('fails while the service asks to wait', async () => {
    await fixture.startSandbox();
    const { command } = await fixture.order('Aya create-once-lost-before');
    const other = await fixture.station.call('order.create', {
      request: {
        ...orderTo('Omar create-error-429', codes),
        drop_offs: [dropOffWithoutCodes('Omar create-error-429')],
      },
      evenIfDuplicate: true,
    });
    const tried = ({ command: { attempts } }: OrderProgress): boolean => attempts > 0;
    await fixture.station.until(
      'order.progress',
      { commandId: other.command.id },
      (progress) => tried(progress) && progress.state === 'waiting',
    );
    expect(
      await failureOf(fixture.station.call('order.send-again', { commandId: command.id, evenIfBookedTwice: true })),
    ).toMatchObject({
      code: 'too-many-requests',
    });
    expect(await fixture.settled(command.id)).toMatchObject({ state: 'uncertain', command: { attempts: 1 } });
  });
});
