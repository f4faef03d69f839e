import { describe, expect, test } from 'vitest';
import {
  type CreateOptions,
  createNewOrderStore,
  isPending,
  isSameOrder,
  type NewOrderStore,
} from '../../../../src/renderer/screens/new-order/new-order-store.ts';
import { blankOrderForm, withAddress, withParcel } from '../../../../src/renderer/screens/new-order/order-form.ts';
import { failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import type { OrderProgress } from '../../../../src/shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';
import type { Quote } from '../../../../src/shared/orders/quote.ts';
import { command } from '../samples.ts';

type QuoteAnswer = Result<{ quote: Quote; missing: string[] }>;

/** A desk whose questions wait until the test answers them. */
function openStore() {
  const quotes: ((answer: QuoteAnswer) => void)[] = [];
  const creates: { request: OrderRequest; asked: CreateOptions; answer: (answer: Result<OrderProgress>) => void }[] =
    [];
  let pause: (() => void) | null = null;
  let now = 1_000_000;
  const store = createNewOrderStore({
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
  return { store, quotes, creates, pass, standStill };
}

const fill = (store: NewOrderStore, grams = '900') =>
  store.change((form) =>
    withParcel(
      withAddress(withAddress(form, 'pickUpAddress', { text: 'Dock 4' }), 'dropOffAddress', { text: '12 Palm Street' }),
      1,
      {
        grams,
      },
    ),
  );

const wordOf = (store: NewOrderStore) => {
  const { sent } = store.getState();
  return sent.kind === 'accepted' ? sent.progress.word : sent.kind;
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
    const { store, creates } = openStore();
    fill(store);
    const first = store.create();
    expect(store.getState().sent.kind).toBe('creating');
    await store.create();
    expect(creates).toHaveLength(1);
    creates[0]?.answer(success(progress('Creating')));
    await first;
    await store.create();
    expect(creates).toHaveLength(1);
    expect(isPending(store.getState().sent)).toBe(true);
  });

  test('an invalid form sends nothing and says what is wrong; mending a field takes its fault away', async () => {
    const { store, creates } = openStore();
    await store.create();
    expect(creates).toHaveLength(0);
    expect(store.getState().faults['pick_up_address.text']).toBe('Fill in the address');
    store.change((form) => withAddress(form, 'pickUpAddress', { text: 'Dock 4' }));
    expect(store.getState().faults['pick_up_address.text']).toBeUndefined();
    expect(store.getState().faults['drop_offs.0.address.text']).toBe('Fill in the address');
  });

  test('on Created the form is empty again, also when that is heard later', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(success(progress('Creating')));
    await created;
    expect(store.getState().form).not.toEqual(blankOrderForm);
    store.updateProgress(progress('Created'));
    expect(store.getState().form).toEqual(blankOrderForm);
    expect(store.getState().faults).toEqual({});
  });

  test('an order already being written when the last one is created stays', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(success(progress('Waiting')));
    await created;
    fill(store, '333');
    store.updateProgress(progress('Created'));
    expect(store.getState().form.parcels[0]?.grams).toBe('333');
  });

  test('news of an order created before does not empty the form again', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(success(progress('Created')));
    await created;
    fill(store);
    store.updateProgress(progress('Created'));
    expect(store.getState().form.parcels[0]?.grams).toBe('900');
  });

  test('the second half of a double press does not complain about the form that the first half emptied', async () => {
    const { store, creates, pass } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(success(progress('Created')));
    await created;
    await store.create();
    expect(store.getState().faults).toEqual({});
    pass(10_000);
    await store.create();
    expect(store.getState().faults).not.toEqual({});
    expect(creates).toHaveLength(1);
  });

  test.each(['Waiting', 'Uncertain'] as const)(
    '%s: the same order cannot be sent twice, another one can',
    async (word) => {
      const { store, creates } = openStore();
      fill(store);
      const created = store.create();
      creates[0]?.answer(success(progress(word)));
      await created;
      expect(isSameOrder(store.getState().form, store.getState().sent)).toBe(true);
      await store.create();
      expect(creates).toHaveLength(1);
      fill(store, '901');
      void store.create();
      expect(creates).toHaveLength(2);
    },
  );

  test('Uncertain: once it is known not to exist, the same order may be sent again', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(success(progress('Uncertain')));
    await created;
    store.updateProgress({ ...progress('Refused'), command: command({ state: 'undone' }) });
    void store.create();
    expect(creates).toHaveLength(2);
  });

  test('an order that gave way to a new one is heard of no more, the new one is', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(success(progress('Uncertain')));
    await created;
    store.trackReplacement({ ...progress('Creating'), command: command({ id: 77 }) });
    store.updateProgress(progress('Refused'));
    expect(wordOf(store)).toBe('Creating');
    expect(isSameOrder(store.getState().form, store.getState().sent)).toBe(true);
    store.updateProgress({ ...progress('Created'), command: command({ id: 77 }) });
    expect(wordOf(store)).toBe('Created');
    expect(store.getState().form).toEqual(blankOrderForm);
  });

  test('starting another order empties the form, and the same words are then a new order', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(success(progress('Waiting')));
    await created;
    store.startAnother();
    expect(store.getState().form).toEqual(blankOrderForm);
    fill(store);
    void store.create();
    expect(creates).toHaveLength(2);
  });

  test('a refused order keeps the form, to be corrected and sent', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(success(progress('Refused')));
    await created;
    expect(store.getState().form.parcels[0]?.grams).toBe('900');
    void store.create();
    expect(creates).toHaveLength(2);
  });

  test('what the station refuses before anything leaves is told with its words', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(failed({ code: 'conflict', message: 'Already known here.' }));
    await created;
    const { sent } = store.getState();
    expect(sent.kind === 'failed' && sent.failure.message).toBe('Already known here.');
  });
});

describe('an order much like one just made', () => {
  const duplicate = failed({ code: 'duplicate', message: 'An order like it was made here.' });

  async function askedOnce() {
    const one = openStore();
    fill(one.store);
    const created = one.store.create();
    one.creates[0]?.answer(duplicate);
    await created;
    return one;
  }

  test('is asked about in place: nothing is sent, refused or waiting', async () => {
    const { store, creates } = await askedOnce();
    expect(store.getState().duplicate?.failure.message).toBe('An order like it was made here.');
    expect(store.getState().sent).toEqual({ kind: 'none' });
    expect(creates[0]?.asked.evenIfDuplicate).toBe(false);
  });

  test('is made all the same where somebody says so, once', async () => {
    const { store, creates } = await askedOnce();
    void store.answerDuplicate(true);
    void store.answerDuplicate(true);
    expect(creates.map(({ asked }) => asked.evenIfDuplicate)).toEqual([false, true]);
    expect(store.getState().duplicate).toBeNull();
    expect(store.getState().sent.kind).toBe('creating');
  });

  test('is not made where somebody says no, and the form stays', async () => {
    const { store, creates } = await askedOnce();
    await store.answerDuplicate(false);
    expect(creates).toHaveLength(1);
    expect(store.getState().duplicate).toBeNull();
    expect(store.getState().form.parcels[0]?.grams).toBe('900');
  });

  test('is no longer asked about once the form is another one', async () => {
    const { store } = await askedOnce();
    fill(store, '901');
    expect(store.getState().duplicate).toBeNull();
  });

  test('leaves in sight what became of the order before', async () => {
    const { store, creates } = openStore();
    fill(store);
    const first = store.create();
    creates[0]?.answer(success(progress('Created')));
    await first;
    fill(store);
    const second = store.create();
    creates[1]?.answer(duplicate);
    await second;
    expect(wordOf(store)).toBe('Created');
    expect(store.getState().duplicate).not.toBeNull();
  });
});

describe('asking for a quote', () => {
  test('the answer is shown until the form changes, and asked anew when it stands still', async () => {
    const { store, quotes, standStill } = openStore();
    fill(store);
    const asked = store.askQuote();
    expect(store.getState().quote.kind).toBe('loading');
    quotes[0]?.(given);
    await asked;
    expect(store.getState().quote.kind).toBe('current');
    store.change((form) => withParcel(form, 1, { grams: '' }));
    expect(store.getState().quote.kind).toBe('stale');
    store.change((form) => withParcel(form, 1, { grams: '901' }));
    expect(quotes).toHaveLength(1);
    standStill();
    expect(quotes).toHaveLength(2);
  });

  test('an order is created with the price of exactly its form, or with none', async () => {
    const { store, quotes, creates } = openStore();
    fill(store);
    const asked = store.askQuote();
    quotes[0]?.(given);
    await asked;
    const created = store.create();
    expect(creates[0]?.asked.quotedPrice).toBe(47.25);
    creates[0]?.answer(failed({ code: 'conflict', message: 'Already known here.' }));
    await created;
    fill(store, '5000');
    void store.create();
    expect(creates[1]?.asked.quotedPrice).toBeNull();
  });

  test('a created order’s quote goes with its form', async () => {
    const { store, quotes, creates } = openStore();
    fill(store);
    const asked = store.askQuote();
    quotes[0]?.(given);
    await asked;
    const created = store.create();
    creates[0]?.answer(success(progress('Created')));
    await created;
    expect(store.getState().quote.kind).toBe('none');
    fill(store);
    expect(store.getState().quote.kind).toBe('none');
  });

  test('an invalid form asks nothing', async () => {
    const { store, quotes } = openStore();
    await store.askQuote();
    expect(quotes).toHaveLength(0);
    expect(store.getState().faults).not.toEqual({});
  });

  test('a failure is told with its next step', async () => {
    const { store, quotes } = openStore();
    fill(store);
    const asked = store.askQuote();
    quotes[0]?.(failed({ code: 'no-route', message: 'The service cannot be reached.', next: 'Look at the network.' }));
    await asked;
    const { quote } = store.getState();
    expect(quote.kind === 'failed' && quote.failure.next).toBe('Look at the network.');
  });
});
