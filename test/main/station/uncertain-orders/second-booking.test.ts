import { describe, expect, it } from 'vitest';
import { createUsedCodes } from '../../../../src/main/core/outbox/used-codes.ts';
import {
  defaultPracticeBehaviour,
  type PracticeBehaviour,
} from '../../../../src/shared/settings/practice-behaviour.ts';
import { failureOf } from '../../../helpers/failure-of.ts';
import { orderTo } from '../../../helpers/order-requests.ts';
import { testTimeout, uncertainOrderFixture } from './uncertain-order-fixture.ts';

const fixture = uncertainOrderFixture();

describe('uncertain order: sending it again to a service that never rejected a used code', {
  timeout: testTimeout,
}, () => {
  const areRejected = async () => (await fixture.station.call('order.used-codes', null)).areRejected;
  const unconfirmed = (commandId: number) => failureOf(fixture.station.call('order.send-again', { commandId }));
  const mayBookTwice = { code: 'not-allowed-now', message: { code: 'outbox.may-book-twice' } };

  it('needs confirmation, until the service rejects the codes once', async () => {
    await fixture.startSandbox({ usedCodes: 'rejected' });
    const { command } = await fixture.order('Aya create-once-lost-after');
    expect(await areRejected()).toBe(false);
    expect(await unconfirmed(command.id)).toMatchObject(mayBookTwice);
    expect(await fixture.settled(command.id)).toMatchObject({ state: 'uncertain', command: { attempts: 1 } });

    expect((await fixture.sendAgain(command.id)).state).toBe('created');
    expect(await areRejected()).toBe(true);
    await fixture.restartStation();
    expect(await areRejected()).toBe(true);

    const next = await fixture.station.call('order.create', {
      request: orderTo('Omar create-once-lost-after', ['NL4R6T8V2X4B6DNL7K2M']),
      evenIfDuplicate: true,
    });
    await fixture.settled(next.command.id);
    await fixture.station.call('order.send-again', { commandId: next.command.id });
    expect((await fixture.settled(next.command.id)).state).toBe('created');
    expect(await fixture.ordersAtService()).toHaveLength(2);
  });

  it('is known from the refusal of a first request, too', async () => {
    await fixture.startSandbox({ usedCodes: 'rejected' });
    expect((await fixture.order('Aya create-once-lost-after')).state).toBe('uncertain');
    expect(await areRejected()).toBe(false);
    const code = (await fixture.codesAtService())[0]?.[1] ?? '';
    await fixture.restartStation();
    const [uncertain] = await fixture.station.call('commands.open', null);
    await fixture.station.call('command.settle', { commandId: uncertain?.id ?? 0, isThere: false });
    const again = await fixture.station.call('order.create', {
      request: orderTo('Aya Noor', [code]),
      evenIfDuplicate: true,
    });
    expect((await fixture.settled(again.command.id)).state).toBe('rejected');
    expect(await areRejected()).toBe(true);
  });

  it('books a second time only where that was confirmed', async () => {
    await fixture.startSandbox({ usedCodes: 'accepted' });
    const { command } = await fixture.order('Aya create-once-lost-after');
    for (let times = 0; times < 3; times += 1) expect(await unconfirmed(command.id)).toMatchObject(mayBookTwice);
    expect(await fixture.ordersAtService()).toHaveLength(1);
    expect((await fixture.sendAgain(command.id)).state).toBe('created');
    expect(await areRejected()).toBe(false);
  });

  it.each([
    ['https://service.example', 'rejected', true],
    ['https://service.example', 'released-after-deletion', false],
    ['https://service.example', 'accepted', false],
    ['https://other.example', 'rejected', false],
  ] as const)('is known from a profile of this service alone: %s, used codes %s', async (baseUrl, usedCodes, known) => {
    const profile = {
      checkedAt: '2026-11-21T14:02:00.000Z',
      baseUrl,
      utcOffset: null,
      behaviour: { ...defaultPracticeBehaviour, usedCodes },
    };
    const records = { hasRejectedUsedCode: async () => false, noteUsedCodeRejection: async () => {} };
    const environment = { baseUrl: 'https://service.example', profile };
    const practiceUsedCodes = () => 'accepted' as const;
    const usedCodesOf = createUsedCodes({ environment, practiceUsedCodes, records, clock: fixture.clock });
    expect(await usedCodesOf.areRejected()).toBe(known);
  });

  it('is forgotten in practice while its service is set to treat used codes differently', async () => {
    const rejectedBy = new Set<string>();
    const records = {
      hasRejectedUsedCode: async (service: string) => rejectedBy.has(service),
      noteUsedCodeRejection: async (service: string) => void rejectedBy.add(service),
    };
    let present: PracticeBehaviour['usedCodes'] = 'rejected';
    const usedCodes = createUsedCodes({
      environment: {},
      practiceUsedCodes: () => present,
      records,
      clock: fixture.clock,
    });
    await usedCodes.noteRejection();
    expect(await usedCodes.areRejected()).toBe(true);
    present = 'accepted';
    expect(await usedCodes.areRejected()).toBe(false);
  });
});
