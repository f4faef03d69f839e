import type { Command } from '../../../shared/orders/command.ts';
import type { OrderDraft, OrderTemplate, SavedAddress } from '../../../shared/orders/order-book.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Moved, WriteContext } from './write-context.ts';

/** What is known beside an order's request when its intent is written down. */
export interface OrderIntent {
  /** Price with tax of the quote it was made with; null if there was none. */
  quotedPrice: number | null;
  /** See `orderFingerprint`; null: it is compared with no other order. */
  fingerprint: string | null;
}

/** What orders of this station cost, counted by the time they were last sent; those waiting to be sent count as well. */
export interface Spent {
  /** Orders known to exist. */
  orders: number;
  /** What their answers say, with tax. */
  charged: number;
  /** Of `orders`: those whose answer has no price. */
  unpriced: number;
  /** Orders that may exist. */
  uncertain: number;
  /** Quotes of unpriced, uncertain and pending orders, where they have one. */
  quoted: number;
}

/** What orders cost, and which of them are possible duplicates. */
export interface SpendingRecords {
  /** The newest order with that fingerprint requested at or after `since` (ISO) and neither rejected nor undone. */
  duplicateCreate(fingerprint: string, since: string): Promise<Command | null>;
  /** What was sent at or after `since` (ISO), and what waits to be sent. */
  spentSince(since: string): Promise<Spent>;
  /** The time (ISO) by which orders of at least `amount` had been sent since then; null if it was less. */
  whenSpent(since: string, amount: number): Promise<string | null>;
}

/** Which of the two lists of the order book. */
export type BookList = 'address' | 'template';

/** What is stored for the order form. */
export interface OrderBookRecords {
  /** Both lists, most recently used first, and the request of the newest create that was neither rejected nor undone. */
  orderBook(): Promise<{
    pickUpAddresses: SavedAddress[];
    templates: OrderTemplate[];
    lastRequest: OrderRequest | null;
  }>;
  /** Replaces the one of that name, ignoring case; `null` if there is none and the list is full. */
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
  /** False if it does not exist. */
  removeFromBook(list: BookList, id: number, record: WriteContext): Promise<boolean>;
  /** Moves it to the top of its list; false if it does not exist. */
  recordBookUse(list: BookList, id: number, at: string): Promise<boolean>;
}
