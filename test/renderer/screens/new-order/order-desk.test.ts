import { describe, expect, test } from 'vitest';
import {
  createOrderDesk,
  isOnItsWay,
  isSameOrder,
  type OrderDesk,
} from '../../../../src/renderer/screens/new-order/order-desk.ts';
import { blankOrderForm, withAddress, withParcel } from '../../../../src/renderer/screens/new-order/order-form.ts';
import { failed, type Result, success } from '../../../../src/shared/failure.ts';
import type { OrderProgress } from '../../../../src/shared/order-progress.ts';
import type { OrderRequest } from '../../../../src/shared/order-request.ts';
import { command } from '../samples.ts';

type QuoteAnswer = Result<{ quote: Record<string, never>; missing: string[] }>;

/** A desk whose questions wait until the test answers them. */
function openDesk() {
  const quotes: ((answer: QuoteAnswer) => void)[] = [];
  const creates: { request: OrderRequest; answer: (answer: Result<OrderProgress>) => void }[] = [];
  let now = 1_000_000;
  const desk = createOrderDesk({
    quote: () => new Promise((resolve) => quotes.push(resolve)),
    create: (request) => new Promise((answer) => creates.push({ request, answer })),
    now: () => now,
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { desk, quotes, creates, pass };
}

const fill = (desk: OrderDesk, grams = '900') =>
  desk.change((form) =>
    withParcel(withAddress(withAddress(form, 'pickUpAddress', 'Dock 4'), 'dropOffAddress', '12 Palm Street'), 1, {
      grams,
    }),
  );

const progress = (word: OrderProgress['word']): OrderProgress => ({
  word,
  sentence: 'What is known.',
  command: command(),
  parcels: [],
  priceWithTax: null,
});

const given: QuoteAnswer = success({ quote: {}, missing: [] });

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
    desk.change((form) => withAddress(form, 'pickUpAddress', 'Dock 4'));
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

  test('Uncertain: once the operator knows that it does not exist, the same order may be sent again', async () => {
    const { desk, creates } = openDesk();
    fill(desk);
    const created = desk.create();
    creates[0]?.answer(success(progress('Uncertain')));
    await created;
    desk.allowAgain();
    void desk.create();
    expect(creates).toHaveLength(2);
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

describe('asking for a quote', () => {
  test('the answer is shown until the form changes', async () => {
    const { desk, quotes } = openDesk();
    fill(desk);
    const asked = desk.askQuote();
    expect(desk.getState().quote.kind).toBe('asking');
    quotes[0]?.(given);
    await asked;
    expect(desk.getState().quote.kind).toBe('given');
    desk.change((form) => withParcel(form, 1, { grams: '901' }));
    expect(desk.getState().quote.kind).toBe('none');
  });

  test('an answer to a form that has changed meanwhile is dropped', async () => {
    const { desk, quotes } = openDesk();
    fill(desk);
    const asked = desk.askQuote();
    fill(desk, '5000');
    quotes[0]?.(given);
    await asked;
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
