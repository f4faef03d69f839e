import type { Failure } from '../../../shared/contract/failure.ts';
import type { Command, CommandSettler, CommandState } from '../../../shared/orders/command.ts';
import type { OrderDraft, OrderTemplate, SavedAddress } from '../../../shared/orders/order-book.ts';
import type { OrderAlarm } from '../../../shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Parcel, Recipient } from '../../../shared/shipments/parcel.ts';
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

/** The label of an answered parcel that is one of the requested ones; the answer does not say which. */
export interface UnassignedLabelOfAnswer {
  pickUpCode: string | null;
  sizeCode: string | null;
  label: ChosenLabel;
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
  /** Absent: none. */
  unassignedLabels?: UnassignedLabelOfAnswer[];
}

/** An order to be stored. `rawAnswer` is the service's answer as received. */
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

/** Facts stored with an order's request before it is sent. */
export interface OrderIntent {
  /** Price with tax of the quote it was made with; null if there was none. */
  quotedPrice: number | null;
  /** See `orderFingerprint`; null where the order is not checked for duplicates. */
  fingerprint: string | null;
  /** Its labels print when it is created. Absent: they do not. An order that was uncertain in between does not print by itself. */
  printsLabels?: boolean;
}

/** The result of importing an order. */
export type ImportedOrder =
  /** `settles`: the uncertain create that this order settles; null for none. */
  | { kind: 'new'; parcels: number; settles: number | null }
  /** A missing value of a known order was added: a code, a recipient, a label's address, a parcel. */
  | { kind: 'completed'; parcels: number }
  | { kind: 'known' }
  | { kind: 'contradicts'; clash: ImportClash };

/** How an order to be imported contradicts the records. */
export type ImportClash =
  /** A parcel's code is known, in a shipment of another tracking code. */
  | { what: 'other shipment'; code: string; knownTrackingCode: string | null }
  /** A parcel known by one of its codes has a different second code. */
  | { what: 'other code'; code: string; otherCode: string; knownCode: string }
  /** A code is known in another order than the rest. */
  | { what: 'other order'; code: string; knownOrder: string | null }
  /** A code belongs to an order of this station that is waiting or being sent. */
  | { what: 'not answered yet'; code: string };

/** Orders that are created here or imported. */
export interface OrderRecords {
  /** Stores a create command in state `waiting` before it is sent. Without `intent` it has no quote and is not checked for duplicates. */
  beginCreate(request: OrderRequest, record: WriteContext, intent?: OrderIntent): Promise<Command>;
  /** The same for the correction of a rejected or undone order, which no list shows any more. Null where another order took its place. */
  beginCorrection(
    rejectedId: number,
    request: OrderRequest,
    record: WriteContext,
    intent?: OrderIntent,
  ): Promise<Moved<Command>>;
  /** True for a rejected or undone create that no other order corrected or replaced. */
  canBeCorrected(commandId: number): Promise<boolean>;
  /** True where the labels of that order print as soon as they are here. */
  printsLabels(orderId: number): Promise<boolean>;
  /** Those of them that were sent since that time and have a stored label that was never queued. */
  ordersToPrint(since: string): Promise<number[]>;
  /** From now on they do; null where that create is not done. */
  requestPrinting(commandId: number, record: WriteContext): Promise<Moved<Command>>;
  createRequest(commandId: number): Promise<OrderRequest | null>;
  /** Stores the body of a 2xx response to a create, before it is read. At most 4 MiB. */
  saveRawAnswer(commandId: number, rawBody: string): Promise<void>;
  /** Stores the order, its shipments and parcels, requests their labels, and ends the command, in one transaction. */
  completeCreate(
    commandId: number,
    order: NewOrder,
    record: WriteContext,
  ): Promise<{ command: Command; orderId: number; parcelIds: number[] }>;
  /** The results that importing these orders would have; changes nothing. */
  previewImport(orders: readonly NewOrder[]): Promise<ImportedOrder[]>;
  /**
   * Stores imported orders: all of them or, if one contradicts the records, none. Known values stay; missing values of known orders are
   * added. An order with exactly the custom codes of an uncertain create settles that create.
   */
  importOrders(orders: readonly NewOrder[], record: WriteContext): Promise<ImportedOrder[]>;
}

/** Spending on orders, by the time they were last sent; those waiting to be sent count too. */
export interface Spent {
  /** Orders known to exist. */
  orders: number;
  /** The sum of their charged prices, with tax. */
  charged: number;
  /** Of `orders`: those whose answer has no price. */
  unpriced: number;
  /** Orders that may exist. */
  uncertain: number;
  /** Quotes of unpriced, uncertain and pending orders, where they have one. */
  quoted: number;
}

/** What is asked of the records before an order is created. */
export interface OrderQuestion {
  /** The custom codes that the operator chose. */
  codes: readonly string[];
  /** See `orderFingerprint`. */
  fingerprint: string;
  /** Earlier orders are no duplicates, ISO 8601. */
  duplicatesSince: string;
  /** Spending is counted from then on, ISO 8601. */
  spentSince: string;
}

/** What the records say of an order before it is created. */
export interface OrderFacts {
  /** The first of its codes that cannot be given to another parcel; null where all are free. */
  usedCode: string | null;
  /** Orders and deletions that the service has not answered. */
  unanswered: number;
  /** The newest order with that fingerprint, neither rejected nor undone nor deleted whole, and its parcels. */
  duplicate: { command: Command; parcels: Parcel[] } | null;
  /** The newest such order of another bench, as far as it has reported it. */
  duplicateElsewhere: { bench: string; codes: string[]; createdAt: string } | null;
  spent: Spent;
}

/** Spending on orders, and possible duplicates. */
export interface SpendingRecords {
  /** Everything that decides whether an order may be created. */
  orderFacts(question: OrderQuestion): Promise<OrderFacts>;
  /** Spending on orders sent at or after `since` (ISO 8601), and on those that wait to be sent. */
  spentSince(since: string): Promise<Spent>;
  /** The time (ISO 8601) at which the orders sent since then reached `amount`; null if they did not. */
  whenSpent(since: string, amount: number): Promise<string | null>;
}

/** The lists of the order book. */
export type BookList = 'address' | 'template';

/** The order book. */
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

/** What confirmed that an uncertain order exists, and the states in which its command may be settled. */
export interface Settlement {
  by: CommandSettler;
  from: readonly CommandState[];
}

/** The order that replaces an uncertain one. */
export interface Replacement {
  /** With new codes. */
  request: OrderRequest;
  /** The failure shown for the old order. */
  failure: Failure;
  /** Replaces only if the old command was last updated at that time, ISO 8601. */
  unmovedSince: string;
}

/** A code of a replaced order, and the state of its deletion. */
export interface ReplacedCode {
  code: string;
  /** The newest deletion of that code since; null if it is no longer stored. */
  deletion: Pick<Command, 'state' | 'failure' | 'updatedAt'> | null;
}

/** Uncertain orders: settling them as existing, and replacing them. */
export interface UncertainOrderRecords {
  /** Uncertain creates with a code that was named by an event, oldest first. */
  namedCreates(limit: number): Promise<Command[]>;
  /**
   * Stores an existing order without its own answer, and ends its command, in one transaction: stored events of its codes are matched,
   * and deletions of its codes are linked to its parcels. If the codes belong to a known order, the command is linked to that order.
   */
  settleAsExisting(
    commandId: number,
    settlement: Settlement,
    order: NewOrder,
    record: WriteContext,
  ): Promise<Moved<Command>>;
  /**
   * Replaces an uncertain create, in one transaction: the old one is undone, deletions of its codes are started, the codes stay
   * monitored, and the new create is sent when the deletions are answered. Returns the new create.
   */
  replaceCreate(commandId: number, replacement: Replacement, record: WriteContext): Promise<Moved<Command>>;
  /** The codes of the order that a create replaced; empty for most. */
  replacedBy(commandId: number): Promise<ReplacedCode[]>;
  /**
   * Starts the second deletion of codes replaced at or before `before` (ISO 8601), a few at a time. `asked`: how many need confirmation,
   * as the old order may be the one that is kept. `nextAt`: when the next code without a second deletion was replaced, ISO 8601; null
   * where there is none.
   */
  deleteReplacedCodesAgain(
    before: string,
    at: string,
  ): Promise<{ begun: number; asked: number; nextAt: string | null }>;
  /** Alarms that were not dismissed, newest first. */
  orderAlarms(limit: number): Promise<OrderAlarm[]>;
  /** Alarms not yet reported, oldest first. */
  unreportedAlarms(limit: number): Promise<OrderAlarm[]>;
  markAlarmsReported(alarmIds: readonly number[], at: string): Promise<void>;
  /** False if it was dismissed before or does not exist. */
  dismissAlarm(alarmId: number, record: WriteContext): Promise<boolean>;
}
