import { describe, expect, it } from 'vitest';
import { message } from '../../../src/shared/messages/message.ts';
import { mayReplaceAfterMs } from '../../../src/shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { adjustableClock } from '../../helpers/adjustable-clock.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { failureOf } from '../../helpers/failure-of.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode, StationInNodeOptions } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();
const startStation = (options?: StationInNodeOptions): Promise<StationInNode> => openStation(opened, options);

const capped = (capPerHour: number): StationInNodeOptions => ({
  provisioning: {
    environments: [{ name: 'practice', kind: 'practice', currency: 'AED' }],
    spending: { capPerHour },
  },
});

const order = (person_name: string, ...weights: number[]): OrderRequest => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street, Flat 9', person_name, person_phone: '+971 50 000 0000' },
      parcels: (weights.length > 0 ? weights : [900]).map((values) => ({ unit: 'g', values })),
    },
  ],
});

async function created(one: StationInNode, request: OrderRequest, quotedPrice: number | null = null) {
  const { command } = await one.call('order.create', { request, quotedPrice });
  return one.until('order.progress', { commandId: command.id }, ({ state }) => state === 'created');
}

describe('duplicate check', () => {
  it('a possible duplicate is not created, and the existing order is named; confirmed, it is created', async () => {
    const station = await startStation();
    const first = await created(station, order('Aya Noor', 900, 400));
    const again = { request: order(' aya  NOOR ', 400, 900) };
    const refusal = await failureOf(station.call('order.create', again));
    expect(refusal.code).toBe('duplicate');
    expect(refusal.message).toEqual(
      message('order.duplicate', {
        code: first.parcels[0]?.customCode ?? null,
        others: 1,
        minutes: 0,
        deletion: 'none',
      }),
    );
    expect((await station.call('spending.read', null)).ordersToday).toBe(1);

    const { command } = await station.call('order.create', { ...again, evenIfDuplicate: true });
    await station.until('order.progress', { commandId: command.id }, ({ state }) => state === 'created');
    expect((await station.call('spending.read', null)).ordersToday).toBe(2);
  });

  it('an order requested three times at once is created once', async () => {
    const station = await startStation();
    const asked = [1, 2, 3].map(() => station.call('order.create', { request: order('Aya Noor') }));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('an order is no duplicate of a rejected one, nor of one for another receiver or weight', async () => {
    const station = await startStation();
    const refused = order('create-error-422');
    const { command } = await station.call('order.create', { request: refused });
    await station.until('order.progress', { commandId: command.id }, ({ state }) => state === 'rejected');
    await station.call('order.create', { request: refused });
    await created(station, order('Aya Noor'));
    await created(station, order('Omar Haddad'));
    await created(station, order('Aya Noor', 901));
  });
});

describe('spending limit', () => {
  it('an order over the limit is not created, and the failure has the amounts and the time at which it fits', async () => {
    const station = await startStation(capped(100));
    await created(station, order('Aya Noor'));
    await created(station, order('Omar Haddad'), 47.25);
    const refusal = await failureOf(station.call('order.create', { request: order('Lina Saleh') }));
    expect(refusal.code).toBe('over-spending-limit');
    expect(refusal.message).toMatchObject({
      code: 'order.over-spending-limit',
      params: {
        spent: { amount: 94.5, currency: 'AED' },
        cap: { amount: 100, currency: 'AED' },
        freeAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00/),
      },
    });
    expect(await station.call('spending.read', null)).toMatchObject({
      ordersToday: 2,
      lastHour: 94.5,
      capPerHour: 100,
    });

    await station.call('settings.save', { group: 'spending', value: { capPerHour: null } });
    await created(station, order('Lina Saleh'));
  });

  it('an uncertain order counts with its price, and the price of an order without a quote is requested first', async () => {
    const station = await startStation(capped(100));
    for (const name of ['Aya Noor create-lost-before', 'Omar Haddad create-lost-before']) {
      const { command } = await station.call('order.create', { request: order(name) });
      expect(command.quotedPrice).toBe(47.25);
      await station.until('order.progress', { commandId: command.id }, ({ state }) => state === 'uncertain');
    }
    expect((await failureOf(station.call('order.create', { request: order('Aya Noor') }))).code).toBe(
      'over-spending-limit',
    );
    const { ordersToday, chargedToday, uncertainToday, lastHour } = await station.call('spending.read', null);
    expect([ordersToday, chargedToday, uncertainToday, lastHour]).toEqual([0, 0, 2, 94.5]);
  });

  it('a replaced uncertain order counts as well as its replacement: it may be charged too', async () => {
    const clock = adjustableClock();
    const station = await startStation({ ...capped(60), clock });
    const { command } = await station.call('order.create', { request: order('Aya Noor create-lost-before') });
    const commandId = command.id;
    await station.until('order.progress', { commandId }, ({ state }) => state === 'uncertain');
    clock.advance(mayReplaceAfterMs);
    const refusal = await failureOf(station.call('order.replace', { commandId }));
    expect(refusal.code).toBe('over-spending-limit');
    expect((await station.call('order.progress', { commandId })).state).toBe('uncertain');
    await station.call('settings.save', { group: 'spending', value: { capPerHour: 100 } });
    await station.call('order.replace', { commandId });
  });

  it('an order whose price the service does not give is not created', async () => {
    const station = await startStation(capped(100));
    const refusal = await failureOf(station.call('order.create', { request: order('quote-error-500') }));
    expect(refusal.code).toBe('over-spending-limit');
    expect(refusal.message).toMatchObject({ code: 'order.price-unavailable' });
    expect((await station.call('commands.open', null)).length).toBe(0);
  });

  it('a limit below the price of one order has a failure of its own', async () => {
    const station = await startStation(capped(40));
    const refusal = await failureOf(station.call('order.create', { request: order('Aya Noor') }));
    expect(refusal.message).toMatchObject({ code: 'order.price-over-spending-limit' });
  });
});

describe('order price that differs from the quote', () => {
  it('is reported with both prices', async () => {
    const station = await startStation(capped(10_000));
    const {
      message: createdMessage,
      priceWithTax,
      command,
    } = await created(station, order('Aya Noor charged-more'), 47.25);
    expect([priceWithTax, command.quotedPrice]).toEqual([57.75, 47.25]);
    expect(createdMessage).toEqual(
      message('order.created-at-other-price', {
        charged: { amount: 57.75, currency: 'AED' },
        quoted: { amount: 47.25, currency: 'AED' },
      }),
    );
    expect((await created(station, order('Omar Haddad'), 47.25)).message).toEqual(message('order.created'));
  });
});
