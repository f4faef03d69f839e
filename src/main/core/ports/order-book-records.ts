import type { OrderDraft, OrderTemplate, SavedAddress } from '../../../shared/order-book.ts';
import type { OrderRequest } from '../../../shared/order-request.ts';
import type { Moved, WriteContext } from './records.ts';

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
  noteBookUse(list: BookList, id: number, at: string): Promise<boolean>;
}
