import type { Failure, Result } from '../../../shared/contract/failure.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Quote } from '../../../shared/orders/quote.ts';

/** A quote as answered, and what the answer left out. */
export interface Figures {
  readonly quote: Quote;
  readonly missing: readonly string[];
}

/** `previous`: figures of the form before it changed. */
export type QuoteState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly previous: Figures | null }
  /** Of exactly the current form. */
  | { readonly kind: 'current'; readonly figures: Figures }
  /** The form has changed and is incomplete: no new price is requested. */
  | { readonly kind: 'stale'; readonly previous: Figures }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface QuoteControllerParts {
  readonly quote: (request: OrderRequest) => Promise<Result<{ quote: Quote; missing: string[] }>>;
  /** The price requested last is no longer needed. */
  readonly stopQuote: () => void;
  /** Runs `action` once after that many milliseconds; the returned function cancels it. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  readonly show: (state: QuoteState) => void;
}

/** Keeps the price of a form that is still being changed. */
export interface QuoteController {
  /** Requests the price: from now on it follows the form. */
  ask(request: OrderRequest): Promise<void>;
  /** The form has changed; null while it is incomplete. */
  changed(request: OrderRequest | null): void;
  /** The screen is hidden: nothing is requested until `changed` is called again. */
  pause(): void;
  /** The form was emptied: its price is no longer needed. */
  reset(): void;
}

/** How long the form must be unchanged before its price is requested again, milliseconds. */
const debounceMs = 600;

/** One request at a time: a request for a form that has changed is cancelled, and its answer is never shown. */
export function createQuoteController({ quote, stopQuote, after, show }: QuoteControllerParts): QuoteController {
  let isRequested = false;
  let newest: { readonly figures: Figures; readonly requestKey: string } | null = null;
  /** The form of the pending request. */
  let pendingKey: string | null = null;
  /** Answers to older requests are dropped. */
  let sequence = 0;
  let cancelTimer: (() => void) | null = null;

  const cancelPending = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    if (pendingKey === null) return;
    sequence += 1;
    pendingKey = null;
    stopQuote();
  };

  const ask = async (request: OrderRequest): Promise<void> => {
    const requestKey = JSON.stringify(request);
    if (pendingKey === requestKey) return;
    cancelTimer?.();
    cancelTimer = null;
    sequence += 1;
    const own = sequence;
    pendingKey = requestKey;
    show({ kind: 'loading', previous: newest?.figures ?? null });
    const answer = await quote(request);
    if (own !== sequence) return;
    pendingKey = null;
    newest = answer.ok ? { figures: answer.value, requestKey } : null;
    show(answer.ok ? { kind: 'current', figures: answer.value } : { kind: 'failed', failure: answer.failure });
  };

  return {
    async ask(request) {
      isRequested = true;
      await ask(request);
    },
    changed(request) {
      if (!isRequested) return;
      cancelPending();
      if (request !== null && newest?.requestKey === JSON.stringify(request)) {
        show({ kind: 'current', figures: newest.figures });
        return;
      }
      if (request === null) {
        show(newest === null ? { kind: 'none' } : { kind: 'stale', previous: newest.figures });
        return;
      }
      show({ kind: 'loading', previous: newest?.figures ?? null });
      cancelTimer = after(debounceMs, () => void ask(request));
    },
    pause: cancelPending,
    reset() {
      cancelPending();
      isRequested = false;
      newest = null;
      show({ kind: 'none' });
    },
  };
}
