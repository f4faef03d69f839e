import type { Failure } from '../../../shared/contract/failure.ts';
import type { Command, CommandSettler, CommandState } from '../../../shared/orders/command.ts';
import type { OrderAlarm } from '../../../shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { NewOrder } from '../orders/answered-order.ts';
import type { Moved, WriteContext } from './records.ts';

/** By what an order in doubt is known to exist, and in which states its command may be to be settled so. */
export interface Settlement {
  by: CommandSettler;
  from: readonly CommandState[];
}

/** The order that takes the place of one in doubt. */
export interface Replacement {
  /** Carries new codes. */
  request: OrderRequest;
  /** Why the old order is done with. */
  failure: Failure;
  /** Only if the old order was last moved at that moment, ISO 8601. */
  unmovedSince: string;
}

/** A code of an order that was replaced, and what became of its deletion. */
export interface ReplacedCode {
  code: string;
  /** The newest deletion of that code since; null where it is forgotten. */
  deletion: Pick<Command, 'state' | 'failure' | 'updatedAt'> | null;
}

/** Orders in doubt: those that turn out to exist, and those that give way to new ones. */
export interface UncertainOrderRecords {
  /** Uncertain creates one of whose codes an event named, oldest first. */
  namedCreates(limit: number): Promise<Command[]>;
  /**
   * Stores an order that exists though its own answer never came, and ends its command, in one transaction: what waited for its
   * codes is matched, deletions of them become its parcels'. Where the codes are known in one order already, that is the order.
   */
  settleAsExisting(
    commandId: number,
    settlement: Settlement,
    order: NewOrder,
    record: WriteContext,
  ): Promise<Moved<Command>>;
  /**
   * An uncertain create gives way to a new one, in one transaction: the old one is undone, each of its codes is deleted and stays
   * watched, and the new one leaves when those deletions are answered. Gives the new one.
   */
  replaceCreate(commandId: number, replacement: Replacement, record: WriteContext): Promise<Moved<Command>>;
  /** The codes a create took the place of; none for most. */
  replacedBy(commandId: number): Promise<ReplacedCode[]>;
  /**
   * Begins the second deletion of codes replaced at or before a moment (ISO), each once, a few at a time. `nextAt`: when the next
   * code was replaced that still awaits its second deletion, ISO 8601; null where none does.
   */
  deleteReplacedCodesAgain(before: string, at: string): Promise<{ begun: number; nextAt: string | null }>;
  /** Alarms nobody has put away, newest first. */
  orderAlarms(limit: number): Promise<OrderAlarm[]>;
  /** Alarms nobody was told of, oldest first. */
  unreportedAlarms(limit: number): Promise<OrderAlarm[]>;
  markAlarmsReported(alarmIds: readonly number[], at: string): Promise<void>;
  /** False where it was put away before, or is not there. */
  dismissAlarm(alarmId: number, record: WriteContext): Promise<boolean>;
}
