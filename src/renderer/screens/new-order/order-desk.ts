import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure, Result } from '../../../shared/failure.ts';
import type { OrderProgress } from '../../../shared/order-progress.ts';
import type { OrderRequest } from '../../../shared/order-request.ts';
import type { Quote } from '../../../shared/quote.ts';
import { blankOrderForm, type FormFaults, type OrderForm, readOrderForm } from './order-form.ts';

export type QuoteState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'given'; readonly quote: Quote; readonly missing: readonly string[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The last order that was sent from here, and the form it was made of. */
export type SentOrder =
  | { readonly kind: 'none' }
  /** Handed to main, which has not yet said that it is on disk. `since` is milliseconds since 1970. */
  | { readonly kind: 'creating'; readonly form: OrderForm; readonly since: number }
  | {
      readonly kind: 'taken';
      readonly form: OrderForm;
      readonly since: number;
      readonly progress: OrderProgress;
      /** The operator knows that the same words make a second order now. */
      readonly mayRepeat: boolean;
    }
  /** Refused before anything left. */
  | { readonly kind: 'not taken'; readonly form: OrderForm; readonly failure: Failure };

export interface OrderDeskState {
  readonly form: OrderForm;
  /** What is wrong with the form; empty until something was asked of it. */
  readonly faults: FormFaults;
  readonly quote: QuoteState;
  readonly sent: SentOrder;
}

export interface OrderDeskParts {
  readonly quote: (request: OrderRequest) => Promise<Result<{ quote: Quote; missing: string[] }>>;
  readonly create: (request: OrderRequest) => Promise<Result<OrderProgress>>;
  readonly now: () => number;
}

export interface OrderDesk extends Pick<StoreApi<OrderDeskState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Writes into the form. A quote of the form before is no longer one of this form, and goes. */
  change(change: (form: OrderForm) => OrderForm): void;
  askQuote(): Promise<void>;
  /** Creates the order once; a second press while the first is on its way changes nothing. */
  create(): Promise<void>;
  /** What has become of the order since. */
  hear(progress: OrderProgress): void;
  /** Empties the form for another order. */
  startAnother(): void;
  /** The operator has made sure that an uncertain order does not exist: the same form may be sent again. */
  allowAgain(): void;
}

/** A press this soon after the form was emptied is the second half of a double press, not a blank order. */
const samePressMs = 2_000;

/** The order that is being written, its quote, and what became of the last one sent. */
export function createOrderDesk(parts: OrderDeskParts): OrderDesk {
  const store = createStore<OrderDeskState>(() => ({
    form: blankOrderForm,
    faults: {},
    quote: { kind: 'none' },
    sent: { kind: 'none' },
  }));
  /** Whether something was asked of this form: from then on its faults are kept up to date. */
  let asked = false;
  /** When a created order left the form empty, milliseconds since 1970. */
  let emptiedAt = Number.NEGATIVE_INFINITY;
  /** Answers to older questions are dropped. */
  let question = 0;

  const change = (next: OrderForm): void => {
    question += 1;
    const read = readOrderForm(next);
    store.setState({ form: next, faults: asked && !read.ok ? read.faults : {}, quote: { kind: 'none' } });
  };

  const readNow = (): OrderRequest | null => {
    asked = true;
    const read = readOrderForm(store.getState().form);
    store.setState({ faults: read.ok ? {} : read.faults });
    return read.ok ? read.request : null;
  };

  const allowAgain = (): void => {
    const { sent } = store.getState();
    if (sent.kind === 'taken') store.setState({ sent: { ...sent, mayRepeat: true } });
  };

  const startAnother = (): void => {
    asked = false;
    allowAgain();
    change(blankOrderForm);
  };

  /** A created order leaves an empty form, unless another order is already being written into it. */
  const hear = (progress: OrderProgress): void => {
    const { form, sent } = store.getState();
    if (sent.kind !== 'taken' || sent.progress.command.id !== progress.command.id) return;
    const wasCreated = sent.progress.word === 'Created';
    store.setState({ sent: { ...sent, progress } });
    if (progress.word !== 'Created' || wasCreated || !hasSameWords(form, sent.form)) return;
    emptiedAt = parts.now();
    startAnother();
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    change: (written) => change(written(store.getState().form)),
    async askQuote() {
      const request = readNow();
      if (!request || store.getState().quote.kind === 'asking') return;
      question += 1;
      const own = question;
      store.setState({ quote: { kind: 'asking' } });
      const answer = await parts.quote(request);
      if (own !== question) return;
      const quote: QuoteState = answer.ok
        ? { kind: 'given', ...answer.value }
        : { kind: 'failed', failure: answer.failure };
      store.setState({ quote });
    },
    async create() {
      const { form, sent } = store.getState();
      if (isOnItsWay(sent) || isSameOrder(form, sent)) return;
      if (form === blankOrderForm && parts.now() - emptiedAt < samePressMs) return;
      const request = readNow();
      if (!request) return;
      const since = parts.now();
      store.setState({ sent: { kind: 'creating', form, since } });
      const answer = await parts.create(request);
      if (!answer.ok) {
        store.setState({ sent: { kind: 'not taken', form, failure: answer.failure } });
        return;
      }
      // Taken first as still on its way, so that an order created at once is heard of like any other.
      const onItsWay: OrderProgress = { ...answer.value, word: 'Creating' };
      store.setState({ sent: { kind: 'taken', form, since, progress: onItsWay, mayRepeat: false } });
      hear(answer.value);
    },
    hear,
    startAnother,
    allowAgain,
  };
}

/** True while nobody can say yet what became of the order. */
export function isOnItsWay(sent: SentOrder): boolean {
  return sent.kind === 'creating' || (sent.kind === 'taken' && sent.progress.word === 'Creating');
}

/** True where the form is still the one that was sent, and sending it again could buy it twice. */
export function isSameOrder(form: OrderForm, sent: SentOrder): boolean {
  if (sent.kind !== 'taken' || sent.mayRepeat || sent.progress.word === 'Refused') return false;
  return hasSameWords(form, sent.form);
}

function hasSameWords(one: OrderForm, other: OrderForm): boolean {
  return JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other));
}

const wordsOf = (form: OrderForm) => [form.addresses, form.parcels.map(({ grams, customCode }) => [grams, customCode])];
