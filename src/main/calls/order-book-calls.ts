import { success } from '../../shared/failure.ts';
import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

type OrderBookCall =
  | 'order-book.read'
  | 'order-book.save-address'
  | 'order-book.remove-address'
  | 'order-book.save-template'
  | 'order-book.remove-template'
  | 'order-book.note-use'
  | 'order.draft-of'
  | 'order.check-code';

/** The calls about what is kept for the order form. `bench` gives the one of this moment. */
export function orderBookCalls(bench: () => Bench): Handlers<OrderBookCall> {
  return {
    'order-book.read': async () => success(await bench().orderBook.read()),
    'order-book.save-address': ({ name, address }) => bench().orderBook.saveAddress(name, address),
    'order-book.remove-address': ({ addressId }) => bench().orderBook.remove('address', addressId),
    'order-book.save-template': ({ name, draft }) => bench().orderBook.saveTemplate(name, draft),
    'order-book.remove-template': ({ templateId }) => bench().orderBook.remove('template', templateId),
    'order-book.note-use': ({ what, id }) => bench().orderBook.noteUse(what, id),
    'order.draft-of': ({ parcelId }) => bench().orderBook.draftOf(parcelId),
    'order.check-code': async ({ code }) => success(await bench().orderBook.checkCode(code)),
  };
}
