import { afterEach, describe, expect, it } from 'vitest';
import { mayReplaceAfterMs } from '../../../src/shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { adjustableClock } from '../../helpers/adjustable-clock.ts';
import { failureOf } from '../../helpers/failure-of.ts';
import { type StationInNode, type StationInNodeOptions, startStationInNode } from '../../helpers/station-in-node.ts';

const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function station(options: StationInNodeOptions = {}): Promise<StationInNode> {
  const started = await startStationInNode(options);
  opened.push({
    async close() {
      await started.close();
      expect(started.bugs).toEqual([]);
    },
  });
  return started;
}

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
  return one.until('order.progress', { commandId: command.id }, ({ word }) => word === 'Created');
}

describe('an order much like one just made', () => {
  it('is not made, and says which order it is like; made all the same where somebody was asked', async () => {
    const bench = await station();
    const first = await created(bench, order('Aya Noor', 900, 400));
    const again = { request: order(' aya  NOOR ', 400, 900) };
    const refusal = await failureOf(bench.call('order.create', again));
    expect(refusal.code).toBe('duplicate');
    expect(refusal.message).toContain(`${first.parcels[0]?.customCode} and 1 more`);
    expect(refusal.message).toMatch(/ago/);
    expect((await bench.call('spending.read', null)).ordersToday).toBe(1);

    const { command } = await bench.call('order.create', { ...again, evenIfDuplicate: true });
    await bench.until('order.progress', { commandId: command.id }, ({ word }) => word === 'Created');
    expect((await bench.call('spending.read', null)).ordersToday).toBe(2);
  });

  it('that is asked for in the same moment is made once', async () => {
    const bench = await station();
    const asked = [1, 2, 3].map(() => bench.call('order.create', { request: order('Aya Noor') }));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is made without a question once the older one was refused, or is for somebody else', async () => {
    const bench = await station();
    const refused = order('create-error-422');
    const { command } = await bench.call('order.create', { request: refused });
    await bench.until('order.progress', { commandId: command.id }, ({ word }) => word === 'Refused');
    await bench.call('order.create', { request: refused });
    await created(bench, order('Aya Noor'));
    await created(bench, order('Omar Haddad'));
    await created(bench, order('Aya Noor', 901));
  });
});

describe('a cap per hour', () => {
  it('is not passed: the order is not made, and the words say what went and where the cap is set', async () => {
    const bench = await station(capped(100));
    await created(bench, order('Aya Noor'));
    await created(bench, order('Omar Haddad'), 47.25);
    const refusal = await failureOf(bench.call('order.create', { request: order('Lina Saleh') }));
    expect(refusal.code).toBe('over-cap');
    expect(refusal.message).toContain('94.50 AED');
    expect(refusal.message).toContain('100.00 AED');
    expect(refusal.next).toMatch(/again at \d{2}:\d{2}\. The cap is set under Settings, Spending\.$/);
    expect(await bench.call('spending.read', null)).toMatchObject({ ordersToday: 2, lastHour: 94.5, capPerHour: 100 });

    await bench.call('settings.save', { group: 'spending', value: { capPerHour: null } });
    await created(bench, order('Lina Saleh'));
  });

  it('counts an order in doubt with its price, and an order without a quote is asked its price first', async () => {
    const bench = await station(capped(100));
    for (const name of ['Aya Noor create-lost-before', 'Omar Haddad create-lost-before']) {
      const { command } = await bench.call('order.create', { request: order(name) });
      expect(command.quotedPrice).toBe(47.25);
      await bench.until('order.progress', { commandId: command.id }, ({ word }) => word === 'Uncertain');
    }
    expect((await failureOf(bench.call('order.create', { request: order('Aya Noor') }))).code).toBe('over-cap');
    const { ordersToday, chargedToday, uncertainToday, lastHour } = await bench.call('spending.read', null);
    expect([ordersToday, chargedToday, uncertainToday, lastHour]).toEqual([0, 0, 2, 94.5]);
  });

  it('is not passed by an order that takes the place of one in doubt: the old one may be charged as well', async () => {
    const clock = adjustableClock();
    const bench = await station({ ...capped(60), clock });
    const { command } = await bench.call('order.create', { request: order('Aya Noor create-lost-before') });
    const commandId = command.id;
    await bench.until('order.progress', { commandId }, ({ word }) => word === 'Uncertain');
    clock.advance(mayReplaceAfterMs);
    const refusal = await failureOf(bench.call('order.replace', { commandId }));
    expect(refusal.code).toBe('over-cap');
    expect((await bench.call('order.progress', { commandId })).word).toBe('Uncertain');
    await bench.call('settings.save', { group: 'spending', value: { capPerHour: 100 } });
    await bench.call('order.replace', { commandId });
  });

  it('lets nothing through whose price the service does not tell', async () => {
    const bench = await station(capped(100));
    const refusal = await failureOf(bench.call('order.create', { request: order('quote-error-500') }));
    expect(refusal.code).toBe('over-cap');
    expect(refusal.message).toContain('without a price');
    expect((await bench.call('commands.open', null)).length).toBe(0);
  });

  it('smaller than one order says that this order alone costs more', async () => {
    const bench = await station(capped(40));
    const refusal = await failureOf(bench.call('order.create', { request: order('Aya Noor') }));
    expect(refusal.next).toContain('This order alone costs more.');
  });
});

describe('an order that is charged differently from its quote', () => {
  it('says both figures', async () => {
    const bench = await station(capped(10_000));
    const { sentence, priceWithTax, command } = await created(bench, order('Aya Noor charged-more'), 47.25);
    expect([priceWithTax, command.quotedPrice]).toEqual([57.75, 47.25]);
    expect(sentence).toContain('charged differently from the quote: 57.75 AED, quoted 47.25 AED');
    expect((await created(bench, order('Omar Haddad'), 47.25)).sentence).not.toContain('differently');
  });
});
