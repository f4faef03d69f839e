import type { Failure, Result } from '../../../shared/failure.ts';
import type { OrderRequest } from '../../../shared/order-request.ts';
import type { Quote } from '../../../shared/quote.ts';

/** A quote as it was answered, and what the answer left out. */
export interface Figures {
  readonly quote: Quote;
  readonly missing: readonly string[];
}

/** `before`: figures of the form as it was; they are no price of the form as it is. */
export type QuoteState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking'; readonly before: Figures | null }
  /** Of exactly this form. */
  | { readonly kind: 'given'; readonly figures: Figures }
  /** The form has changed, and is not asked about as long as it is not whole. */
  | { readonly kind: 'out of date'; readonly before: Figures }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface QuoteDeskParts {
  readonly quote: (request: OrderRequest) => Promise<Result<{ quote: Quote; missing: string[] }>>;
  /** Nobody waits for the price asked last. */
  readonly stopQuote: () => void;
  /** Runs `action` once after that many milliseconds; the returned function takes it back. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  readonly show: (state: QuoteState) => void;
}

/** The price of a form that is still being written. */
export interface QuoteDesk {
  /** Somebody wants the price: from now on it follows the form. */
  ask(request: OrderRequest): Promise<void>;
  /** The form is another one; null while it is not whole. */
  changed(request: OrderRequest | null): void;
  /** Nobody looks: nothing is asked until the form is told again. */
  pause(): void;
  /** The form was emptied: nobody wants its price. */
  forget(): void;
}

/** How long the form stands still before its price is asked again, milliseconds. */
const stillMs = 600;

/** One price at a time: a question about a form that has changed is taken back, and its answer never shown. */
export function createQuoteDesk({ quote, stopQuote, after, show }: QuoteDeskParts): QuoteDesk {
  let isWanted = false;
  let newest: { readonly figures: Figures; readonly of: string } | null = null;
  /** The form that is asked about. */
  let askedAbout: string | null = null;
  /** Answers to older questions are dropped. */
  let question = 0;
  let cancelTimer: (() => void) | null = null;

  const takeBack = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    if (askedAbout === null) return;
    question += 1;
    askedAbout = null;
    stopQuote();
  };

  const ask = async (request: OrderRequest): Promise<void> => {
    const of = JSON.stringify(request);
    if (askedAbout === of) return;
    cancelTimer?.();
    cancelTimer = null;
    question += 1;
    const own = question;
    askedAbout = of;
    show({ kind: 'asking', before: newest?.figures ?? null });
    const answer = await quote(request);
    if (own !== question) return;
    askedAbout = null;
    newest = answer.ok ? { figures: answer.value, of } : null;
    show(answer.ok ? { kind: 'given', figures: answer.value } : { kind: 'failed', failure: answer.failure });
  };

  return {
    async ask(request) {
      isWanted = true;
      await ask(request);
    },
    changed(request) {
      if (!isWanted) return;
      takeBack();
      if (request !== null && newest?.of === JSON.stringify(request)) {
        show({ kind: 'given', figures: newest.figures });
        return;
      }
      if (request === null) {
        show(newest === null ? { kind: 'none' } : { kind: 'out of date', before: newest.figures });
        return;
      }
      show({ kind: 'asking', before: newest?.figures ?? null });
      cancelTimer = after(stillMs, () => void ask(request));
    },
    pause: takeBack,
    forget() {
      takeBack();
      isWanted = false;
      newest = null;
      show({ kind: 'none' });
    },
  };
}
