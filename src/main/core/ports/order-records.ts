import type { Failure } from '../../../shared/contract/failure.ts';
import type { Command, CommandSettler, CommandState } from '../../../shared/orders/command.ts';
import type { OrderDraft, OrderTemplate, SavedAddress } from '../../../shared/orders/order-book.ts';
import type { OrderAlarm } from '../../../shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Recipient } from '../../../shared/shipments/parcel.ts';
import type { ChosenLabel } from '../printing/label-choice.ts';
import type { Moved, WriteContext } from './write-context.ts';

export interface NewParcel {
  customCode: string | null;
  pickUpCode: string | null;
  position: number;
  weightGrams: number | null;
  sizeCode: string | null;
  label: ChosenLabel | null;
  missing: string[];
}

export interface NewShipment {
  /** The drop-off shipment's `unique_id`. */
  trackingCode: string | null;
  /** The drop-off shipment's `id`. */
  dropOffId: number | null;
  pickUpUniqueId: string | null;
  pickUpId: number | null;
  shipmentOrderId: number | null;
  shipmentOrderUniqueId: string | null;
  pickUpDate: string | null;
  dropOffDate: string | null;
  /** The offset of the drop-off slot's times, minutes east of UTC; null or absent where it gives none. */
  utcOffset?: number | null;
  recipient: Recipient;
  parcels: NewParcel[];
}

/** An order as it is stored. `rawAnswer` is the service's answer as received. */
export interface NewOrder {
  uniqueId: string | null;
  createdAt: string | null;
  source: 'created here' | 'imported';
  request: OrderRequest | null;
  rawAnswer: string;
  priceWithTax: number | null;
  shipments: NewShipment[];
  missing: string[];
}

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

/** What confirmed that an uncertain order exists, and the states in which its command may be settled so. */
export interface Settlement {
  by: CommandSettler;
  from: readonly CommandState[];
}

/** The order that replaces an uncertain one. */
export interface Replacement {
  /** With new codes. */
  request: OrderRequest;
  /** What the old order shows from then on. */
  failure: Failure;
  /** Only if the old order was last moved at that time, ISO 8601. */
  unmovedSince: string;
}

/** A code of an order that was replaced, and what became of its deletion. */
export interface ReplacedCode {
  code: string;
  /** The newest deletion of that code since; null if it is no longer stored. */
  deletion: Pick<Command, 'state' | 'failure' | 'updatedAt'> | null;
}

/** Uncertain orders: those that turn out to exist, and those that are replaced by new ones. */
export interface UncertainOrderRecords {
  /** Uncertain creates one of whose codes an event named, oldest first. */
  namedCreates(limit: number): Promise<Command[]>;
  /**
   * Stores an order that exists although its own answer never came, and ends its command, in one transaction: events that waited for
   * its codes are matched, and deletions of them become its parcels'. Where the codes belong to a known order, that is the order.
   */
  settleAsExisting(
    commandId: number,
    settlement: Settlement,
    order: NewOrder,
    record: WriteContext,
  ): Promise<Moved<Command>>;
  /**
   * Replaces an uncertain create by a new one, in one transaction: the old one is undone, each of its codes is deleted and stays
   * monitored, and the new one is sent when those deletions are answered. Returns the new one.
   */
  replaceCreate(commandId: number, replacement: Replacement, record: WriteContext): Promise<Moved<Command>>;
  /** The codes that a create replaced; none for most. */
  replacedBy(commandId: number): Promise<ReplacedCode[]>;
  /**
   * Begins the second deletion of codes replaced at or before a moment (ISO), each once, a few at a time. `nextAt`: when the next
   * code was replaced that still awaits its second deletion, ISO 8601; null where none does.
   */
  deleteReplacedCodesAgain(before: string, at: string): Promise<{ begun: number; nextAt: string | null }>;
  /** Alarms that were not dismissed, newest first. */
  orderAlarms(limit: number): Promise<OrderAlarm[]>;
  /** Alarms not yet reported, oldest first. */
  unreportedAlarms(limit: number): Promise<OrderAlarm[]>;
  markAlarmsReported(alarmIds: readonly number[], at: string): Promise<void>;
  /** False if it was dismissed before or does not exist. */
  dismissAlarm(alarmId: number, record: WriteContext): Promise<boolean>;
}
