import { describe, expect, test } from 'vitest';
import {
  createQuoteController,
  type QuoteState,
} from '../../../../../src/renderer/screens/new-order/quote/quote-controller.ts';
import { failed, type Result, success } from '../../../../../src/shared/contract/failure.ts';
import type { OrderRequest } from '../../../../../src/shared/orders/order-request.ts';
import type { Quote } from '../../../../../src/shared/orders/quote.ts';

type Answer = Result<{ quote: Quote; missing: string[] }>;

const of = (grams: number): OrderRequest => ({
  pick_up_address: { text: 'Dock 4' },
  drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: grams }] }],
});
const price = (price_with_tax: number): Answer => success({ quote: { price_with_tax }, missing: [] });

/** A desk whose questions and pauses wait for the test. */
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

describe('a quote', () => {
  test('is not asked by itself before somebody wanted one', () => {
    const { controller, asked, pause, state } = openController();
    controller.changed(of(900));
    expect([asked.length, pause(), state().kind]).toEqual([0, null, 'none']);
  });

  test('follows the form: old figures are out of date at once, new ones asked when the form stands still', async () => {
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

  test('is not asked while the form is not complete, and its old figures never stand for the new price', async () => {
    const one = await quoted(900, 47.25);
    one.controller.changed(null);
    expect(one.state().kind).toBe('stale');
    expect(one.pause()).toBeNull();
    one.controller.changed(of(1000));
    expect(one.state().kind).toBe('loading');
    expect(one.pause()).toBe(600);
  });

  test('of a form that is as it was before stands again without a question', async () => {
    const one = await quoted(900, 47.25);
    one.controller.changed(of(90));
    one.controller.changed(of(900));
    expect(one.state().kind).toBe('current');
    expect(one.pause()).toBeNull();
  });

  test('is taken back when the form changes while it is asked, and its answer never shown', async () => {
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

  test('wanted twice of the same form is asked once', () => {
    const { controller, asked } = openController();
    void controller.ask(of(900));
    void controller.ask(of(900));
    expect(asked).toHaveLength(1);
  });

  test('that failed is told, and asked again when the form changes', async () => {
    const { controller, asked, state, standStill } = openController();
    void controller.ask(of(900));
    await asked[0]?.answer(failed({ code: 'no-route', message: 'No way.' }));
    expect(state().kind).toBe('failed');
    controller.changed(of(901));
    standStill();
    expect(asked).toHaveLength(2);
  });

  test('is neither asked nor waited for while nobody looks, and follows again when somebody does', async () => {
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

  test('of an emptied form is forgotten: the next form is not asked about by itself', async () => {
    const one = await quoted(900, 47.25);
    one.controller.reset();
    one.controller.changed(of(1));
    expect(one.state().kind).toBe('none');
    expect(one.pause()).toBeNull();
  });
});
