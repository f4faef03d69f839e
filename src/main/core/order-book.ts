import { customCodeFault } from '../../shared/custom-code.ts';
import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import {
  type DraftAddress,
  mostInBook,
  type OrderBook,
  type OrderDraft,
  type OrderTemplate,
  type SavedAddress,
} from '../../shared/order-book.ts';
import type { Announce } from './announce.ts';
import { draftOfParcels, draftOfRequest } from './order-draft.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { BookList } from './ports/order-book-records.ts';
import type { Records, WriteContext } from './ports/records.ts';
import { whyCodeTaken } from './taken-code.ts';

export interface OrderBookParts {
  records: Records;
  clock: Clock;
  announce: Announce;
}

/** What the order form may begin with. */
export interface OrderBookDesk {
  read(): Promise<OrderBook>;
  saveAddress(name: string, address: DraftAddress): Promise<Result<SavedAddress>>;
  saveTemplate(name: string, draft: OrderDraft): Promise<Result<OrderTemplate>>;
  remove(list: BookList, id: number): Promise<Result<null>>;
  noteUse(list: BookList, id: number): Promise<Result<null>>;
  /** The order a parcel came with, without its codes. */
  draftOf(parcelId: number): Promise<Result<OrderDraft>>;
  /** Why a custom code cannot be used here; null where it can. */
  checkCode(code: string): Promise<string | null>;
}

export function createOrderBook({ records, clock, announce }: OrderBookParts): OrderBookDesk {
  const by = (what: string, outcome: string): WriteContext => ({
    activity: { at: instant(clock.now()), who: 'operator', what, code: null, outcome },
  });
  const told = <T>(value: T | null, otherwise: Failure): Result<T> => {
    if (value === null) return failed(otherwise);
    announce('order book');
    return success(value);
  };

  return {
    async read() {
      const { lastRequest, ...lists } = await records.orderBook();
      return { ...lists, last: lastRequest && draftOfRequest(lastRequest) };
    },
    saveAddress: async (name, address) =>
      told(
        await records.savePickUpAddress({ name, address }, mostInBook, by('save pick-up address', name)),
        full('pick-up addresses'),
      ),
    saveTemplate: async (name, draft) =>
      told(await records.saveTemplate({ name, draft }, mostInBook, by('save order template', name)), full('templates')),
    async remove(list, id) {
      const what = list === 'address' ? 'remove pick-up address' : 'remove order template';
      // One that is gone already is as good as removed.
      if (await records.removeFromBook(list, id, by(what, ''))) announce('order book');
      return success(null);
    },
    async noteUse(list, id) {
      if (await records.noteBookUse(list, id, instant(clock.now()))) announce('order book');
      return success(null);
    },
    async draftOf(parcelId) {
      const parcel = await records.parcel(parcelId);
      if (!parcel) return failed(unknownParcel);
      const order = await records.order(parcel.orderId);
      return success(
        order?.request ? draftOfRequest(order.request) : draftOfParcels(await records.parcelsOfOrder(parcel.orderId)),
      );
    },
    async checkCode(code) {
      return customCodeFault(code)?.words ?? (await whyCodeTaken(records, code));
    },
  };
}

const full = (what: string): Failure => ({
  code: 'not-allowed-now',
  message: `${mostInBook} ${what} are kept already, and no more fit.`,
  next: 'Remove one that is not needed, then save this one.',
});

const unknownParcel: Failure = { code: 'not-found-here', message: 'This station does not know that parcel.' };
