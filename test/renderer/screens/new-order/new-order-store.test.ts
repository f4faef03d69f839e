import { describe, expect, test } from 'vitest';
import {
  type CreateOptions,
  createNewOrderStore,
  isPending,
  isSameOrder,
  type NewOrderStore,
} from '../../../../src/renderer/screens/new-order/new-order-store.ts';
import { blankOrderForm, withAddress, withParcel } from '../../../../src/renderer/screens/new-order/order-form.ts';
import { type Failure, failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import type { OrderProgress } from '../../../../src/shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';
import type { Quote } from '../../../../src/shared/orders/quote.ts';
import { command } from '../samples.ts';

const codeInUse: Failure = {
  code: 'conflict',
  message: message('order.code-in-use', { code: 'NL7K2M9P4R6T8V2X4B6D' }),
};

type QuoteAnswer = Result<{ quote: Quote; missing: string[] }>;

/** A store whose calls wait until the test answers them. */
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

/** Fills the form and creates the order; the call answers with that state. */
async function createAnswered(
  store: NewOrderStore,
  creates: ReturnType<typeof openStore>['creates'],
  state: OrderProgress['state'],
): Promise<void> {
  fill(store);
  const created = store.create();
  creates[0]?.answer(success(progress(state)));
  await created;
}

const stateOf = (store: NewOrderStore) => {
  const { sent } = store.getState();
  return sent.kind === 'accepted' ? sent.progress.state : sent.kind;
};

const progress = (state: OrderProgress['state']): OrderProgress => ({
  state,
  message: message('order.sending'),
  command: command(),
  parcels: [],
  priceWithTax: null,
});

const given: QuoteAnswer = success({ quote: { price_with_tax: 47.25 }, missing: [] });

describe('new order: creating', () => {
  test('a press shows that the order is being created, and a second press sends nothing', async () => {
    const { store, creates } = openStore();
    fill(store);
    const first = store.create();
    expect(store.getState().sent.kind).toBe('creating');
    await store.create();
    expect(creates).toHaveLength(1);
    creates[0]?.answer(success(progress('creating')));
    await first;
    await store.create();
    expect(creates).toHaveLength(1);
    expect(isPending(store.getState().sent)).toBe(true);
  });

  test('an invalid form sends nothing and shows its faults; correcting a field removes its fault', async () => {
    const { store, creates } = openStore();
    await store.create();
    expect(creates).toHaveLength(0);
    expect(store.getState().errors['pick_up_address.text']).toEqual(message('order.address-missing'));
    store.change((form) => withAddress(form, 'pickUpAddress', { text: 'Dock 4' }));
    expect(store.getState().errors['pick_up_address.text']).toBeUndefined();
    expect(store.getState().errors['drop_offs.0.address.text']).toEqual(message('order.address-missing'));
  });

  test('a created order empties the form, also when the answer comes later', async () => {
    const { store, creates } = openStore();
    await createAnswered(store, creates, 'creating');
    expect(store.getState().form).not.toEqual(blankOrderForm);
    store.updateProgress(progress('created'));
    expect(store.getState().form).toEqual(blankOrderForm);
    expect(store.getState().errors).toEqual({});
  });

  test('an order already being entered when the last one is created stays', async () => {
    const { store, creates } = openStore();
    await createAnswered(store, creates, 'waiting');
    fill(store, '333');
    store.updateProgress(progress('created'));
    expect(store.getState().form.parcels[0]?.grams).toBe('333');
  });

  test('a further update of a created order does not empty the form again', async () => {
    const { store, creates } = openStore();
    await createAnswered(store, creates, 'created');
    fill(store);
    store.updateProgress(progress('created'));
    expect(store.getState().form.parcels[0]?.grams).toBe('900');
  });

  test('the second half of a double press shows no faults of the form that the first half emptied', async () => {
    const { store, creates, pass } = openStore();
    await createAnswered(store, creates, 'created');
    await store.create();
    expect(store.getState().errors).toEqual({});
    pass(10_000);
    await store.create();
    expect(store.getState().errors).not.toEqual({});
    expect(creates).toHaveLength(1);
  });

  test.each(['waiting', 'uncertain'] as const)(
    'an order that is %s cannot be sent twice, another one can',
    async (state) => {
      const { store, creates } = openStore();
      await createAnswered(store, creates, state);
      expect(isSameOrder(store.getState().form, store.getState().sent)).toBe(true);
      await store.create();
      expect(creates).toHaveLength(1);
      fill(store, '901');
      void store.create();
      expect(creates).toHaveLength(2);
    },
  );

  test('an uncertain order marked as not created can be sent again', async () => {
    const { store, creates } = openStore();
    await createAnswered(store, creates, 'uncertain');
    store.updateProgress({ ...progress('rejected'), command: command({ state: 'undone' }) });
    void store.create();
    expect(creates).toHaveLength(2);
  });

  test('a replaced order is no longer tracked, its replacement is', async () => {
    const { store, creates } = openStore();
    await createAnswered(store, creates, 'uncertain');
    store.trackReplacement({ ...progress('creating'), command: command({ id: 77 }) });
    store.updateProgress(progress('rejected'));
    expect(stateOf(store)).toBe('creating');
    expect(isSameOrder(store.getState().form, store.getState().sent)).toBe(true);
    store.updateProgress({ ...progress('created'), command: command({ id: 77 }) });
    expect(stateOf(store)).toBe('created');
    expect(store.getState().form).toEqual(blankOrderForm);
  });

  test('starting another order empties the form, and the same content is then a new order', async () => {
    const { store, creates } = openStore();
    await createAnswered(store, creates, 'waiting');
    store.startAnother();
    expect(store.getState().form).toEqual(blankOrderForm);
    fill(store);
    void store.create();
    expect(creates).toHaveLength(2);
  });

  test('a rejected order stays in the form, to be corrected and sent', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(success(progress('rejected')));
    await created;
    expect(store.getState().form.parcels[0]?.grams).toBe('900');
    void store.create();
    expect(creates).toHaveLength(2);
  });

  test('what is created from a rejected order takes its place, also where Create and print is pressed', async () => {
    const { store, creates } = openStore();
    await createAnswered(store, creates, 'creating');
    const failure = {
      ...codeInUse,
      fieldFaults: [{ path: 'drop_offs.0.parcels.0.values', text: 'too heavy' }],
    };
    const rejected = { ...progress('rejected'), command: { ...command({ state: 'rejected' }), failure } };
    store.updateProgress(rejected);
    const path = 'drop_offs.0.parcels.0.values';
    expect(store.getState().correcting?.complaints.fields[path]).toEqual(
      message('order.field-rejected', { text: 'too heavy' }),
    );
    fill(store, '400');
    expect(store.getState().correcting?.complaints.fields[path]).toBeUndefined();
    const corrected = store.create({ print: true });
    expect(creates[1]?.asked).toMatchObject({ corrects: rejected.command.id, print: true });
    creates[1]?.answer(success({ ...progress('waiting'), command: command({ id: 77 }) }));
    await corrected;
    expect(store.getState().correcting).toBeNull();
  });

  test('another order that is loaded into the form corrects nothing', async () => {
    const { store, creates } = openStore();
    await createAnswered(store, creates, 'rejected');
    expect(store.getState().correcting).not.toBeNull();
    store.load(blankOrderForm);
    fill(store, '500');
    void store.create();
    expect(creates[1]?.asked.corrects).toBeNull();
  });

  test('a failure before anything is sent is kept', async () => {
    const { store, creates } = openStore();
    fill(store);
    const created = store.create();
    creates[0]?.answer(failed(codeInUse));
    await created;
    const { sent } = store.getState();
    expect(sent.kind === 'failed' && sent.failure).toBe(codeInUse);
  });
});

describe('new order: possible duplicate', () => {
  const duplicateFailure: Failure = {
    code: 'duplicate',
    message: message('order.duplicate', { code: 'NL7K2M9P4R6T8V2X4B6D', others: 0, minutes: 1, deletion: 'none' }),
  };
  const duplicate = failed(duplicateFailure);

  async function askedOnce() {
    const one = openStore();
    fill(one.store);
    const created = one.store.create();
    one.creates[0]?.answer(duplicate);
    await created;
    return one;
  }

  test('is asked about: nothing is sent, rejected or waiting', async () => {
    const { store, creates } = await askedOnce();
    expect(store.getState().duplicate?.failure).toBe(duplicateFailure);
    expect(store.getState().sent).toEqual({ kind: 'none' });
    expect(creates[0]?.asked.evenIfDuplicate).toBe(false);
  });

  test('is created once when the operator confirms it', async () => {
    const { store, creates } = await askedOnce();
    void store.answerDuplicate(true);
    void store.answerDuplicate(true);
    expect(creates.map(({ asked }) => asked.evenIfDuplicate)).toEqual([false, true]);
    expect(store.getState().duplicate).toBeNull();
    expect(store.getState().sent.kind).toBe('creating');
  });

  test('is not created when the operator declines, and the form stays', async () => {
    const { store, creates } = await askedOnce();
    await store.answerDuplicate(false);
    expect(creates).toHaveLength(1);
    expect(store.getState().duplicate).toBeNull();
    expect(store.getState().form.parcels[0]?.grams).toBe('900');
  });

  test('is no longer asked about once the form changes', async () => {
    const { store } = await askedOnce();
    fill(store, '901');
    expect(store.getState().duplicate).toBeNull();
  });

  test('leaves the state of the previous order in sight', async () => {
    const { store, creates } = openStore();
    fill(store);
    const first = store.create();
    creates[0]?.answer(success(progress('created')));
    await first;
    fill(store);
    const second = store.create();
    creates[1]?.answer(duplicate);
    await second;
    expect(stateOf(store)).toBe('created');
    expect(store.getState().duplicate).not.toBeNull();
  });
});

describe('new order: quote', () => {
  test('the answer is shown until the form changes, and requested anew when typing pauses', async () => {
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
    creates[0]?.answer(failed(codeInUse));
    await created;
    fill(store, '5000');
    void store.create();
    expect(creates[1]?.asked.quotedPrice).toBeNull();
  });

  test('the quote of a created order is removed with its form', async () => {
    const { store, quotes, creates } = openStore();
    fill(store);
    const asked = store.askQuote();
    quotes[0]?.(given);
    await asked;
    const created = store.create();
    creates[0]?.answer(success(progress('created')));
    await created;
    expect(store.getState().quote.kind).toBe('none');
    fill(store);
    expect(store.getState().quote.kind).toBe('none');
  });

  test('an invalid form requests no quote', async () => {
    const { store, quotes } = openStore();
    await store.askQuote();
    expect(quotes).toHaveLength(0);
    expect(store.getState().errors).not.toEqual({});
  });

  test('a failure is kept', async () => {
    const { store, quotes } = openStore();
    fill(store);
    const asked = store.askQuote();
    const failure: Failure = { code: 'no-route', message: message('order.outbox-full') };
    quotes[0]?.(failed(failure));
    await asked;
    const { quote } = store.getState();
    expect(quote.kind === 'failed' && quote.failure).toBe(failure);
  });
});
