import { createStore } from 'zustand/vanilla';
import type { Failure, Result } from '../../../shared/contract/failure.ts';
import type { OrderCorrection, OrderProgress } from '../../../shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { ReadableStore } from '../../data/query.ts';
import { type Complaints, complaintsAbout, remainingComplaints } from './field-complaints.ts';
import { blankOrderForm, type FieldMessages, formOfRequest, type OrderForm, readOrderForm } from './order-form.ts';
import { createQuoteController, type QuoteControllerParts, type QuoteState } from './quote-controller.ts';

/** The last order sent from here, and its form. */
export type SentOrder =
  | { readonly kind: 'none' }
  /** Sent to main, which has not yet confirmed that it is on disk. `since` is milliseconds since 1970. */
  | { readonly kind: 'creating'; readonly form: OrderForm; readonly since: number }
  | {
      readonly kind: 'accepted';
      readonly form: OrderForm;
      readonly since: number;
      readonly progress: OrderProgress;
      /** The operator knows that the same content creates a second order now. */
      readonly mayRepeat: boolean;
    }
  /** Rejected before anything was sent. */
  | { readonly kind: 'failed'; readonly form: OrderForm; readonly failure: Failure };

/** Asked before a possible duplicate is created. */
export interface DuplicateQuestion {
  /** Names the existing order. */
  readonly failure: Failure;
  /** Create and print was pressed. */
  readonly print: boolean;
}

/** The form corrects a rejected order: what is created from it takes that order's place. */
export interface Correcting {
  readonly commandId: number;
  /** What the service said of the order. */
  readonly complaints: Complaints;
}

export interface NewOrderState {
  readonly form: OrderForm;
  /** What is wrong with the form; empty until it was submitted. */
  readonly errors: FieldMessages;
  readonly quote: QuoteState;
  readonly sent: SentOrder;
  readonly duplicate: DuplicateQuestion | null;
  readonly correcting: Correcting | null;
}

/** What is sent beside the order itself. */
export interface CreateOptions {
  /** Price with tax of the quote of exactly this form; null where none is shown. */
  readonly quotedPrice: number | null;
  readonly evenIfDuplicate: boolean;
  /** Absent: as the settings say. */
  readonly print?: true;
  /** The rejected order that it corrects. */
  readonly corrects: number | null;
}

export interface NewOrderParts extends Pick<QuoteControllerParts, 'quote' | 'stopQuote' | 'after'> {
  readonly create: (request: OrderRequest, options: CreateOptions) => Promise<Result<OrderProgress>>;
  readonly now: () => number;
}

export interface NewOrderStore extends ReadableStore<NewOrderState> {
  /** Fills the form with another order. */
  load(form: OrderForm): void;
  /** Changes the form. Its quote is outdated then, and requested anew if one was requested before. */
  change(change: (form: OrderForm) => OrderForm): void;
  askQuote(): Promise<void>;
  /** Creates the order once; a second press while the first is pending does nothing. `print`: its labels print, whatever the settings. */
  create(options?: { print: boolean }): Promise<void>;
  /** The answer to the question about a possible duplicate. */
  answerDuplicate(createAnyway: boolean): Promise<void>;
  /** What has become of the order since. */
  updateProgress(progress: OrderProgress): void;
  /** Another order replaced the one that was sent: that one is tracked from now on. */
  trackReplacement(progress: OrderProgress): void;
  /** Fills the form with a rejected order, to be corrected. */
  correct(correction: OrderCorrection): void;
  /** Empties the form for another order. */
  startAnother(): void;
  /** The screen is shown: a requested quote follows the form. */
  resume(): void;
  /** The screen is not shown: no quote is requested. */
  pause(): void;
}

/** A press this soon after the form was emptied is the second half of a double press, not an attempt to send a blank order. */
const doublePressMs = 2_000;

/** The order in the form, its quote, and what became of the last one sent. */
export function createNewOrderStore(parts: NewOrderParts): NewOrderStore {
  const store = createStore<NewOrderState>(() => ({
    form: blankOrderForm,
    errors: {},
    quote: { kind: 'none' },
    sent: { kind: 'none' },
    duplicate: null,
    correcting: null,
  }));
  /** Whether this form was submitted: from then on its faults are kept up to date. */
  let wasSubmitted = false;
  /** When a created order left the form empty, milliseconds since 1970. */
  let emptiedAt = Number.NEGATIVE_INFINITY;
  const quotes = createQuoteController({ ...parts, show: (quote) => store.setState({ quote }) });

  const change = (next: OrderForm): void => {
    const read = readOrderForm(next);
    const { form, correcting } = store.getState();
    store.setState({
      form: next,
      errors: wasSubmitted && !read.ok ? read.errors : {},
      duplicate: null,
      correcting: correcting && {
        ...correcting,
        complaints: remainingComplaints(correcting.complaints, form, next),
      },
    });
    quotes.changed(read.ok ? read.value : null);
  };

  const readNow = (): OrderRequest | null => {
    wasSubmitted = true;
    const read = readOrderForm(store.getState().form);
    store.setState({ errors: read.ok ? {} : read.errors });
    return read.ok ? read.value : null;
  };

  const startAnother = (): void => {
    wasSubmitted = false;
    const { sent } = store.getState();
    if (sent.kind === 'accepted') store.setState({ sent: { ...sent, mayRepeat: true } });
    quotes.reset();
    store.setState({ correcting: null });
    change(blankOrderForm);
  };

  const create = async (evenIfDuplicate: boolean, print: boolean): Promise<void> => {
    const { form, sent, quote, correcting } = store.getState();
    if (isPending(sent) || isSameOrder(form, sent)) return;
    if (form === blankOrderForm && parts.now() - emptiedAt < doublePressMs) return;
    const request = readNow();
    if (!request) return;
    const since = parts.now();
    store.setState({ sent: { kind: 'creating', form, since }, duplicate: null });
    const quotedPrice = quote.kind === 'current' ? (quote.figures.quote.price_with_tax ?? null) : null;
    const answer = await parts.create(request, {
      ...{ quotedPrice, evenIfDuplicate, corrects: correcting?.commandId ?? null },
      ...(print && { print }),
    });
    if (answer.ok) {
      // Stored first as pending, so that an order created at once passes through `updateProgress` like any other.
      const pending: OrderProgress = { ...answer.value, state: 'creating' };
      // A rejected order that it corrected has its place taken.
      store.setState({
        sent: { kind: 'accepted', form, since, progress: pending, mayRepeat: false },
        correcting: null,
      });
      updateProgress(answer.value);
    } else if (answer.failure.code === 'duplicate' && hasSameContent(store.getState().form, form)) {
      // Nothing was done: the state of the previous order stays in sight.
      store.setState({ sent, duplicate: { failure: answer.failure, print } });
    } else {
      store.setState({ sent: { kind: 'failed', form, failure: answer.failure } });
    }
  };

  /** A created order leaves an empty form, unless another order is already being entered. */
  const updateProgress = (progress: OrderProgress): void => {
    const { form, sent } = store.getState();
    if (sent.kind !== 'accepted' || sent.progress.command.id !== progress.command.id) return;
    const wasCreated = sent.progress.state === 'created';
    store.setState({ sent: { ...sent, progress } });
    // What the form still holds corrects the rejected order, so that it is never ordered beside its correction.
    if (progress.state === 'rejected' && hasSameContent(form, sent.form)) startCorrecting(progress.command);
    if (progress.state !== 'created' || wasCreated || !hasSameContent(form, sent.form)) return;
    emptiedAt = parts.now();
    startAnother();
  };

  const startCorrecting = ({ id, failure }: Pick<OrderProgress['command'], 'id' | 'failure'>): void => {
    const { form, correcting } = store.getState();
    if (correcting?.commandId === id) return;
    store.setState({ correcting: { commandId: id, complaints: complaintsAbout(failure, form) } });
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    change: (update) => change(update(store.getState().form)),
    load(form) {
      store.setState({ correcting: null });
      change(form);
    },
    async askQuote() {
      const request = readNow();
      if (request) await quotes.ask(request);
    },
    create: ({ print } = { print: false }) => create(false, print),
    async answerDuplicate(createAnyway) {
      const { duplicate } = store.getState();
      if (!duplicate) return;
      store.setState({ duplicate: null });
      if (createAnyway) await create(true, duplicate.print);
    },
    updateProgress,
    trackReplacement(progress) {
      const { sent } = store.getState();
      if (sent.kind !== 'accepted') return;
      const since = parts.now();
      store.setState({ sent: { kind: 'accepted', form: sent.form, since, progress, mayRepeat: false } });
    },
    correct({ commandId, request, failure }) {
      wasSubmitted = false;
      const form = formOfRequest(request);
      store.setState({ correcting: null });
      change(form);
      store.setState({ correcting: { commandId, complaints: complaintsAbout(failure, form) } });
    },
    startAnother,
    resume() {
      const read = readOrderForm(store.getState().form);
      quotes.changed(read.ok ? read.value : null);
    },
    pause: quotes.pause,
  };
}

/** True while it is not known yet what became of the order. */
export function isPending(sent: SentOrder): boolean {
  return sent.kind === 'creating' || (sent.kind === 'accepted' && sent.progress.state === 'creating');
}

/** True where the form is still the one that was sent, and sending it again could create it twice. */
export function isSameOrder(form: OrderForm, sent: SentOrder): boolean {
  if (sent.kind !== 'accepted' || sent.mayRepeat) return false;
  // A created one may be repeated on purpose; main asks whether it is a duplicate.
  if (sent.progress.state === 'rejected' || sent.progress.state === 'created') return false;
  return hasSameContent(form, sent.form);
}

function hasSameContent(one: OrderForm, other: OrderForm): boolean {
  return JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));
}

const contentOf = ({ pickUpAddress, dropOffAddress, parcels }: OrderForm) => [
  pickUpAddress,
  dropOffAddress,
  parcels.map(({ grams, customCode }) => [grams, customCode]),
];
