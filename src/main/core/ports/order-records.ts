import type { Command } from '../../../shared/orders/command.ts';
import type { OrderDraft, OrderTemplate, SavedAddress } from '../../../shared/orders/order-book.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Moved, WriteContext } from './records.ts';

/** What is known beside an order's request when its intent is written down. */
export interface OrderIntent {
  /** Price with tax of the quote it was made with; null where there was none. */
  quotedPrice: number | null;
  /** See `likenessOf`; null: it is compared with none. */
  fingerprint: string | null;
}

/** What orders of this station cost, counted by the moment they last left; those that wait to leave count as well. */
export interface Spent {
  /** Orders known to exist. */
  orders: number;
  /** What their answers told, with tax. */
  charged: number;
  /** Of `orders`: those whose answer told no price. */
  unpriced: number;
  /** Orders that may exist. */
  uncertain: number;
  /** Quotes of what is unpriced, in doubt or on its way, where they have one. */
  quoted: number;
}

/** What orders cost, and which of them look alike. */
export interface SpendingRecords {
  /** The newest order of that likeness that was asked for at or after `since` (ISO) and neither rejected nor taken back. */
  duplicateCreate(fingerprint: string, since: string): Promise<Command | null>;
  /** What left at or after `since` (ISO), and what is to leave. */
  spentSince(since: string): Promise<Spent>;
  /** The moment (ISO) by which at least `amount` of what left since then had left; null where less did. */
  whenSpent(since: string, amount: number): Promise<string | null>;
}

/** Which of the two lists of the order book. */
export type BookList = 'address' | 'template';

/** What is kept for the order form. */
export interface OrderBookRecords {
  /** Both lists, those used last first, and the request of the newest create that was neither refused nor taken back. */
  orderBook(): Promise<{
    pickUpAddresses: SavedAddress[];
    templates: OrderTemplate[];
    lastRequest: OrderRequest | null;
  }>;
  /** In the place of the one that has the name, without case; `null` where there is none and the list holds `most` already. */
  savePickUpAddress(
    address: { name: string; address: SavedAddress['address'] },
    most: number,
    record: WriteContext,
  ): Promise<Moved<SavedAddress>>;
  saveTemplate(
    template: { name: string; draft: OrderDraft },
    most: number,
    record: WriteContext,
  ): Promise<Moved<OrderTemplate>>;
  /** False where it is not there. */
  removeFromBook(list: BookList, id: number, record: WriteContext): Promise<boolean>;
  /** It comes first in its list from now on; false where it is not there. */
  recordBookUse(list: BookList, id: number, at: string): Promise<boolean>;
}
