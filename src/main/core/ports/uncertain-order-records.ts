import type { Failure } from '../../../shared/contract/failure.ts';
import type { Command, CommandSettler, CommandState } from '../../../shared/orders/command.ts';
import type { OrderAlarm } from '../../../shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { NewOrder } from './new-order.ts';
import type { Moved, WriteContext } from './write-context.ts';

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
