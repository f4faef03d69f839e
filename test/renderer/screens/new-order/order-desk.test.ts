import { describe, expect, test } from 'vitest';
import {
  type AskedOrder,
  createOrderDesk,
  isOnItsWay,
  isSameOrder,
  type OrderDesk,
} from '../../../../src/renderer/screens/new-order/order-desk.ts';
import { blankOrderForm, withAddress, withParcel } from '../../../../src/renderer/screens/new-order/order-form.ts';
import { failed, type Result, success } from '../../../../src/shared/failure.ts';
import type { OrderProgress } from '../../../../src/shared/order-progress.ts';
import type { OrderRequest } from '../../../../src/shared/order-request.ts';
import type { Quote } from '../../../../src/shared/quote.ts';
import { command } from '../samples.ts';

type QuoteAnswer = Result<{ quote: Quote; missing: string[] }>;

/** A desk whose questions wait until the test answers them. */
function openDesk() {
  const quotes: ((answer: QuoteAnswer) => void)[] = [];
  const creates: { request: OrderRequest; asked: AskedOrder; answer: (answer: Result<OrderProgress>) => void }[] = [];
  let pause: (() => void) | null = null;
  let now = 1_000_000;
  const desk = createOrderDesk({
    quote: () => new Promise((resolve) => quotes.push(resolve)),
    stopQuote: () => {},
    after(_milliseconds, action) {
      pause = action;
      return () => {
        pause = null;
      };
    },
    create: (request, asked) => new Promise((answer) => creates.push({ request, asked, answer })),
    now: () => now,
  });
  const standStill = () => pause?.();
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { desk, quotes, creates, pass, standStill };
}

const fill = (desk: OrderDesk, grams = '900') =>
  desk.change((form) =>
    withParcel(
      withAddress(withAddress(form, 'pickUpAddress', { text: 'Dock 4' }), 'dropOffAddress', { text: '12 Palm Street' }),
      1,
      {
        grams,
      },
    ),
  );

const wordOf = (desk: OrderDesk) => {
  const { sent } = desk.getState();
  return sent.kind === 'taken' ? sent.progress.word : sent.kind;
};

const progress = (word: OrderProgress['word']): OrderProgress => ({
  word,
  sentence: 'What is known.',
  command: command(),
  parcels: [],
  priceWithTax: null,
});

const given: QuoteAnswer = success({ quote: { price_with_tax: 47.25 }, missing: [] });

describe('creating an order', () => {
  test('a press shows Creating at once, and a second press sends nothing', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const first = desk.create();
    expect(desk.getState().sent.kind).toBe('creating');
    await desk.create();
    expect(creates).toHaveLength(1);
    creates[0]?.answer(success(progress('Creating')));
    await first;
    await desk.create();
    expect(creates).toHaveLength(1);
    expect(isOnItsWay(desk.getState().sent)).toBe(true);
  });

  test('an invalid form sends nothing and says what is wrong; mending a field takes its fault away', async () => {
    const { desk, creates } = openDesk();
    await desk.create();
    expect(creates).toHaveLength(0);
    expect(desk.getState().faults['pick_up_address.text']).toBe('Fill in the address');
    desk.change((form) => withAddress(form, 'pickUpAddress', { text: 'Dock 4' }));
    expect(desk.getState().faults['pick_up_address.text']).toBeUndefined();
    expect(desk.getState().faults['drop_offs.0.address.text']).toBe('Fill in the address');
  });

  test('on Created the form is empty again, also when that is heard later', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(success(progress('Creating')));
    await created;
    expect(desk.getState().form).not.toEqual(blankOrderForm);
    desk.hear(progress('Created'));
    expect(desk.getState().form).toEqual(blankOrderForm);
    expect(desk.getState().faults).toEqual({});
  });

  test('an order already being written when the last one is created stays', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(success(progress('Waiting')));
    await created;
    fill(desk, '333');
    desk.hear(progress('Created'));
    expect(desk.getState().form.parcels[0]?.grams).toBe('333');
  });

  test('news of an order created before does not empty the form again', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(success(progress('Created')));
    await created;
    fill(desk);
    desk.hear(progress('Created'));
    expect(desk.getState().form.parcels[0]?.grams).toBe('900');
  });

  test('the second half of a double press does not complain about the form that the first half emptied', async () => {
    const { desk, creates, pass } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(success(progress('Created')));
    await created;
    await desk.create();
    expect(desk.getState().faults).toEqual({});
    pass(10_000);
    await desk.create();
    expect(desk.getState().faults).not.toEqual({});
    expect(creates).toHaveLength(1);
  });

  test.each(['Waiting', 'Uncertain'] as const)(
    '%s: the same order cannot be sent twice, another one can',
    async (word) => {
      const { desk, creates } = openDesk();
      fill(desk);
      const created = desk.create();
      creates[0]?.answer(success(progress(word)));
      await created;
      expect(isSameOrder(desk.getState().form, desk.getState().sent)).toBe(true);
      await desk.create();
      expect(creates).toHaveLength(1);
      fill(desk, '901');
      void desk.create();
      expect(creates).toHaveLength(2);
    },
  );

  test('Uncertain: once it is known not to exist, the same order may be sent again', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(success(progress('Uncertain')));
    await created;
    desk.hear({ ...progress('Refused'), command: command({ state: 'undone' }) });
    void desk.create();
    expect(creates).toHaveLength(2);
  });

  test('an order that gave way to a new one is heard of no more, the new one is', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(success(progress('Uncertain')));
    await created;
    desk.follow({ ...progress('Creating'), command: command({ id: 77 }) });
    desk.hear(progress('Refused'));
    expect(wordOf(desk)).toBe('Creating');
    expect(isSameOrder(desk.getState().form, desk.getState().sent)).toBe(true);
    desk.hear({ ...progress('Created'), command: command({ id: 77 }) });
    expect(wordOf(desk)).toBe('Created');
    expect(desk.getState().form).toEqual(blankOrderForm);
  });

  test('starting another order empties the form, and the same words are then a new order', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(success(progress('Waiting')));
    await created;
    desk.startAnother();
    expect(desk.getState().form).toEqual(blankOrderForm);
    fill(desk);
    void desk.create();
    expect(creates).toHaveLength(2);
  });

  test('a refused order keeps the form, to be corrected and sent', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(success(progress('Refused')));
    await created;
    expect(desk.getState().form.parcels[0]?.grams).toBe('900');
    void desk.create();
    expect(creates).toHaveLength(2);
  });

  test('what the station refuses before anything leaves is told with its words', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(failed({ code: 'conflict', message: 'Already known here.' }));
    await created;
    const { sent } = desk.getState();
    expect(sent.kind === 'not taken' && sent.failure.message).toBe('Already known here.');
  });
});

describe('an order much like one just made', () => {
  const alike = failed({ code: 'alike', message: 'An order like it was made here.' });

  async function askedOnce() {
    const one = openDesk();
    fill(one.desk);
    const created = one.desk.create();
    one.creates[0]?.answer(alike);
    await created;
    return one;
  }

  test('is asked about in place: nothing is sent, refused or waiting', async () => {
    const { desk, creates } = await askedOnce();
    expect(desk.getState().alike?.failure.message).toBe('An order like it was made here.');
    expect(desk.getState().sent).toEqual({ kind: 'none' });
    expect(creates[0]?.asked.evenIfAlike).toBe(false);
  });

  test('is made all the same where somebody says so, once', async () => {
    const { desk, creates } = await askedOnce();
    void desk.answerAlike(true);
    void desk.answerAlike(true);
    expect(creates.map(({ asked }) => asked.evenIfAlike)).toEqual([false, true]);
    expect(desk.getState().alike).toBeNull();
    expect(desk.getState().sent.kind).toBe('creating');
  });

  test('is not made where somebody says no, and the form stays', async () => {
    const { desk, creates } = await askedOnce();
    await desk.answerAlike(false);
    expect(creates).toHaveLength(1);
    expect(desk.getState().alike).toBeNull();
    expect(desk.getState().form.parcels[0]?.grams).toBe('900');
  });

  test('is no longer asked about once the form is another one', async () => {
    const { desk } = await askedOnce();
    fill(desk, '901');
    expect(desk.getState().alike).toBeNull();
  });

  test('leaves in sight what became of the order before', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const first = desk.create();
    creates[0]?.answer(success(progress('Created')));
    await first;
    fill(desk);
    const second = desk.create();
    creates[1]?.answer(alike);
    await second;
    expect(wordOf(desk)).toBe('Created');
    expect(desk.getState().alike).not.toBeNull();
  });
});

describe('asking for a quote', () => {
  test('the answer is shown until the form changes, and asked anew when it stands still', async () => {
    const { desk, quotes, standStill } = openDesk();
    fill(desk);
    const asked = desk.askQuote();
    expect(desk.getState().quote.kind).toBe('asking');
    quotes[0]?.(given);
    await asked;
    expect(desk.getState().quote.kind).toBe('given');
    desk.change((form) => withParcel(form, 1, { grams: '' }));
    expect(desk.getState().quote.kind).toBe('out of date');
    desk.change((form) => withParcel(form, 1, { grams: '901' }));
    expect(quotes).toHaveLength(1);
    standStill();
    expect(quotes).toHaveLength(2);
  });

  test('an order is created with the price of exactly its form, or with none', async () => {
    const { desk, quotes, creates } = openDesk();
    fill(desk);
    const asked = desk.askQuote();
    quotes[0]?.(given);
    await asked;
    const created = desk.create();
    expect(creates[0]?.asked.quotedPrice).toBe(47.25);
    creates[0]?.answer(failed({ code: 'conflict', message: 'Already known here.' }));
    await created;
    fill(desk, '5000');
    void desk.create();
    expect(creates[1]?.asked.quotedPrice).toBeNull();
  });

  test('a created order’s quote goes with its form', async () => {
    const { desk, quotes, creates } = openDesk();
    fill(desk);
    const asked = desk.askQuote();
    quotes[0]?.(given);
    await asked;
    const created = desk.create();
    creates[0]?.answer(success(progress('Created')));
    await created;
    expect(desk.getState().quote.kind).toBe('none');
    fill(desk);
    expect(desk.getState().quote.kind).toBe('none');
  });

  test('an invalid form asks nothing', async () => {
    const { desk, quotes } = openDesk();
    await desk.askQuote();
    expect(quotes).toHaveLength(0);
    expect(desk.getState().faults).not.toEqual({});
  });

  test('a failure is told with its next step', async () => {
    const { desk, quotes } = openDesk();
    fill(desk);
    const asked = desk.askQuote();
    quotes[0]?.(failed({ code: 'no-route', message: 'The service cannot be reached.', next: 'Look at the network.' }));
    await asked;
    const { quote } = desk.getState();
    expect(quote.kind === 'failed' && quote.failure.next).toBe('Look at the network.');
  });
});
