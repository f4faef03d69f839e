import { describe, expect, test } from 'vitest';
import { createQuoteController, type QuoteState } from '../../../../src/renderer/screens/new-order/quote-controller.ts';
import { failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';
import type { Quote } from '../../../../src/shared/orders/quote.ts';

type Answer = Result<{ quote: Quote; missing: string[] }>;

const of = (grams: number): OrderRequest => ({
  pick_up_address: { text: 'Dock 4' },
  drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: grams }] }],
});
const price = (price_with_tax: number): Answer => success({ quote: { price_with_tax }, missing: [] });

/** A controller whose calls and pauses the test controls. */
function openController() {
  const asked: { grams: number | undefined; answer: (answer: Answer) => Promise<void> }[] = [];
  let shown: QuoteState = { kind: 'none' };
  let stops = 0;
  let timer: { milliseconds: number; action: () => void } | null = null;
  const controller = createQuoteController({
    quote: (request) =>
      new Promise((resolve) => {
        const grams = request.drop_offs[0].parcels[0]?.values;
        asked.push({
          grams,
          async answer(answer) {
            resolve(answer);
            await Promise.resolve();
            await Promise.resolve();
          },
        });
      }),
    stopQuote() {
      stops += 1;
    },
    after(milliseconds, action) {
      const own = { milliseconds, action };
      timer = own;
      return () => {
        if (timer === own) timer = null;
      };
    },
    show: (state) => {
      shown = state;
    },
  });
  return {
    controller,
    asked,
    state: () => shown,
    stops: () => stops,
    /** The pause that runs, or null. */
    pause: () => timer?.milliseconds ?? null,
    standStill() {
      const due = timer;
      timer = null;
      due?.action();
    },
  };
}

async function quoted(grams: number, cost: number) {
  const one = openController();
  void one.controller.ask(of(grams));
  await one.asked[0]?.answer(price(cost));
  return one;
}

const costOf = (state: QuoteState): number | undefined => {
  if (state.kind === 'current') return state.figures.quote.price_with_tax;
  return 'previous' in state ? state.previous?.quote.price_with_tax : undefined;
};

describe('quote: following the form', () => {
  test('no price is requested before the operator asks for one', () => {
    const { controller, asked, pause, state } = openController();
    controller.changed(of(900));
    expect([asked.length, pause(), state().kind]).toEqual([0, null, 'none']);
  });

  test('figures are outdated as soon as the form changes, and requested anew when typing pauses', async () => {
    const one = await quoted(900, 47.25);
    one.controller.changed(of(5000));
    expect(one.state().kind).toBe('loading');
    expect(costOf(one.state())).toBe(47.25);
    expect(one.asked).toHaveLength(1);
    expect(one.pause()).toBe(600);
    one.controller.changed(of(5001));
    one.standStill();
    expect(one.asked.map(({ grams }) => grams)).toEqual([900, 5001]);
    await one.asked[1]?.answer(price(60));
    expect(one.state().kind).toBe('current');
    expect(costOf(one.state())).toBe(60);
  });

  test('no price is requested while the form is incomplete, and old figures are never shown as current', async () => {
    const one = await quoted(900, 47.25);
    one.controller.changed(null);
    expect(one.state().kind).toBe('stale');
    expect(one.pause()).toBeNull();
    one.controller.changed(of(1000));
    expect(one.state().kind).toBe('loading');
    expect(one.pause()).toBe(600);
  });

  test('a form changed back shows its figures again without a request', async () => {
    const one = await quoted(900, 47.25);
    one.controller.changed(of(90));
    one.controller.changed(of(900));
    expect(one.state().kind).toBe('current');
    expect(one.pause()).toBeNull();
  });

  test('a pending request is cancelled when the form changes, and its answer is never shown', async () => {
    const { controller, asked, state, stops, standStill } = openController();
    void controller.ask(of(900));
    controller.changed(of(901));
    expect(stops()).toBe(1);
    await asked[0]?.answer(price(1));
    expect(state()).toEqual({ kind: 'loading', previous: null });
    standStill();
    await asked[1]?.answer(price(2));
    expect(costOf(state())).toBe(2);
    expect(stops()).toBe(1);
  });

  test('the price of the same form is requested once', () => {
    const { controller, asked } = openController();
    void controller.ask(of(900));
    void controller.ask(of(900));
    expect(asked).toHaveLength(1);
  });

  test('a failure is shown, and the price requested again when the form changes', async () => {
    const { controller, asked, state, standStill } = openController();
    void controller.ask(of(900));
    await asked[0]?.answer(failed({ code: 'no-route', message: message('order.outbox-full') }));
    expect(state().kind).toBe('failed');
    controller.changed(of(901));
    standStill();
    expect(asked).toHaveLength(2);
  });

  test('nothing is requested or awaited while the screen is hidden, and the price follows again when it is shown', async () => {
    const one = await quoted(900, 47.25);
    one.controller.changed(of(901));
    one.controller.pause();
    expect(one.pause()).toBeNull();
    one.controller.changed(of(901));
    one.standStill();
    expect(one.asked).toHaveLength(2);
    one.controller.pause();
    expect(one.stops()).toBe(1);
  });

  test('an emptied form has no quote, and none is requested for the next one', async () => {
    const one = await quoted(900, 47.25);
    one.controller.reset();
    one.controller.changed(of(1));
    expect(one.state().kind).toBe('none');
    expect(one.pause()).toBeNull();
  });
});
