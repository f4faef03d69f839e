import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

type OrderBookCall =
  | 'order-book.read'
  | 'order-book.save-address'
  | 'order-book.remove-address'
  | 'order-book.save-template'
  | 'order-book.remove-template'
  | 'order.draft-of'
  | 'order.check-code';

/** The calls about what is kept for the order form. `bench` gives the one of this moment. */
export function orderBookCalls(_bench: () => Bench): Handlers<OrderBookCall> {
  const notYet = async () => {
    throw new Error('Not built yet');
  };
  return {
    'order-book.read': notYet,
    'order-book.save-address': notYet,
    'order-book.remove-address': notYet,
    'order-book.save-template': notYet,
    'order-book.remove-template': notYet,
    'order.draft-of': notYet,
    'order.check-code': notYet,
  };
}
