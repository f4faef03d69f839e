import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { customCodeFault } from '../../../shared/orders/custom-code.ts';
import {
  type DraftAddress,
  maxOrderBookEntries,
  type OrderBook,
  type OrderDraft,
  type OrderTemplate,
  type SavedAddress,
} from '../../../shared/orders/order-book.ts';
import {
  longestField,
  maxParcelsPerOrder,
  type OrderRequest,
  type RequestAddress,
} from '../../../shared/orders/order-request.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import type { Announce } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import type { BookList, OrderBookRecords } from '../ports/order-records.ts';
import type { ShipmentRecords } from '../ports/shipment-records.ts';
import type { WriteContext } from '../ports/write-context.ts';
import { codeConflict } from './order-creation.ts';

export interface OrderBookParts {
  records: OrderBookRecords & ShipmentRecords & CommandRecords;
  clock: Clock;
  announce: Announce;
}

/** What the order form can be filled from. */
export interface OrderBookController {
  read(): Promise<OrderBook>;
  saveAddress(name: string, address: DraftAddress): Promise<Result<SavedAddress>>;
  saveTemplate(name: string, draft: OrderDraft): Promise<Result<OrderTemplate>>;
  remove(list: BookList, id: number): Promise<Result<null>>;
  noteUse(list: BookList, id: number): Promise<Result<null>>;
  /** The order a parcel came with, without its codes. */
  draftOf(parcelId: number): Promise<Result<OrderDraft>>;
  /** Why a custom code cannot be used here; null where it can. */
  checkCode(code: string): Promise<Message | null>;
}

export function createOrderBook({ records, clock, announce }: OrderBookParts): OrderBookController {
  const by = (what: ActivityKind, outcome: Message): WriteContext => ({
    activity: { at: instant(clock.now()), who: 'operator', what, code: null, outcome },
  });
  const saved = <T>(value: T | null, listFull: Failure): Result<T> => {
    if (value === null) return failed(listFull);
    announce('order book');
    return success(value);
  };

  return {
    async read() {
      const { lastRequest, ...lists } = await records.orderBook();
      return { ...lists, last: lastRequest && draftFromRequest(lastRequest) };
    },
    saveAddress: async (name, address) =>
      saved(
        await records.savePickUpAddress(
          { name, address },
          maxOrderBookEntries,
          by('save-address', message('journal.saved', { name })),
        ),
        addressesFull,
      ),
    saveTemplate: async (name, draft) =>
      saved(
        await records.saveTemplate(
          { name, draft },
          maxOrderBookEntries,
          by('save-template', message('journal.saved', { name })),
        ),
        templatesFull,
      ),
    async remove(list, id) {
      const what = list === 'address' ? 'remove-address' : 'remove-template';
      // One that is already gone counts as removed. The records know its name.
      if (await records.removeFromBook(list, id, by(what, message('journal.removed', { name: null }))))
        announce('order book');
      return success(null);
    },
    async noteUse(list, id) {
      if (await records.recordBookUse(list, id, instant(clock.now()))) announce('order book');
      return success(null);
    },
    async draftOf(parcelId) {
      const parcel = await records.parcel(parcelId);
      if (!parcel) return failed(unknownParcel);
      const order = await records.order(parcel.orderId);
      return success(
        order?.request
          ? draftFromRequest(order.request)
          : draftFromParcels(await records.parcelsOfOrder(parcel.orderId)),
      );
    },
    async checkCode(code) {
      return customCodeFault(code)?.message ?? (await codeConflict(records, code));
    },
  };
}

const addressesFull: Failure = {
  code: 'not-allowed-now',
  message: message('order-book.addresses-full', { limit: maxOrderBookEntries }),
};
const templatesFull: Failure = {
  code: 'not-allowed-now',
  message: message('order-book.templates-full', { limit: maxOrderBookEntries }),
};

const unknownParcel: Failure = { code: 'not-found-locally', message: message('order-book.unknown-parcel') };

/** A requested order without its codes. */
function draftFromRequest({ pick_up_address, drop_offs: [dropOff] }: OrderRequest): OrderDraft {
  return {
    pickUpAddress: filledIn(pick_up_address),
    dropOffAddress: filledIn(dropOff.address),
    parcels: dropOff.parcels.map(({ values }) => ({ grams: gramsText(values) })),
  };
}

/** What is known of an order that another system created: its receiver and the weights. */
function draftFromParcels(parcels: readonly Parcel[]): OrderDraft {
  const { name, phone, addressText } = parcels[0]?.recipient ?? { name: null, phone: null, addressText: null };
  const [first = { grams: '' }, ...rest] = parcels
    .slice(0, maxParcelsPerOrder)
    .map(({ weightGrams }) => ({ grams: weightGrams === null ? '' : gramsText(weightGrams) }));
  return {
    pickUpAddress: {},
    dropOffAddress: filledIn({
      text: text(addressText),
      person_name: text(name),
      person_phone: text(phone),
    }),
    parcels: [first, ...rest],
  };
}

const text = (known: string | null): string => (known ?? '').slice(0, longestField);

function filledIn(address: RequestAddress): DraftAddress {
  return Object.fromEntries(Object.entries(address).filter(([, text]) => text));
}

/** As typed: digits and a point, never an exponent. At most ten digits and nine decimals, 20 characters. */
function gramsText(grams: number): string {
  const digits = grams.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 9 });
  return grams > 0 && Number(digits) > 0 ? digits : '';
}
