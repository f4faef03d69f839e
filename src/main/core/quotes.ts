import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { OrderRequest } from '../../shared/order-request.ts';
import type { Quote } from '../../shared/quote.ts';
import type { DeliveryService } from './ports/service.ts';

export interface Quotes {
  /** Asks the price of an order; changes nothing anywhere. A question asked meanwhile ends this one. */
  ask(request: OrderRequest): Promise<Result<{ quote: Quote; missing: string[] }>>;
  /** Nobody waits for a price any more. */
  stop(): void;
}

/** One price is asked at a time: of a form that has changed since, nobody wants to know it. */
export function createQuotes(service: Pick<DeliveryService, 'preview'>): Quotes {
  let asked: AbortController | null = null;

  const stop = (): void => {
    asked?.abort();
    asked = null;
  };

  return {
    stop,
    async ask(request) {
      stop();
      const own = new AbortController();
      asked = own;
      const answer = await service.preview(request, own.signal);
      if (own.signal.aborted) return failed(notWanted);
      asked = null;
      if (answer.kind !== 'answered') return failed(answer.failure);
      return success({ quote: answer.value, missing: answer.missing });
    },
  };
}

const notWanted: Failure = {
  code: 'not-allowed-now',
  message: 'This price was no longer wanted: the order changed, or another one was asked.',
};
