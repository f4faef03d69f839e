import type { Failure } from '../../../shared/contract/failure.ts';
import type { Command, CommandSettler, CommandState } from '../../../shared/orders/command.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Waiting } from '../../../shared/orders/waiting-work.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import type { ReplacedCode } from './order-records.ts';
import type { Moved, WriteContext } from './write-context.ts';

export interface NewDeletion {
  customCode: string;
  parcelId: number | null;
  /** When its countdown ends, milliseconds since 1970. */
  endsAt: number;
  /** An operator confirmed the deletion although the parcel was picked up. */
  knownPickedUp?: boolean;
}

/** Most commands; a deletion above them is not started. */
export interface CommandLimits {
  countdowns: number;
  unanswered: number;
}

/** Selects the waiting commands that may be sent. */
export interface DueQuery {
  /** Milliseconds since 1970. */
  now: number;
  /** The station's own pauses that began before this time (ISO 8601) are ignored, those requested by the service are not. */
  pausesVoidBefore: string;
  /** Deletions before creations, because they can be repeated safely. */
  deletesFirst: boolean;
  /** Commands left out, by id. */
  except?: readonly number[];
  limit: number;
}

/** A command that may be sent, with what decides whether it needs confirmation. */
export interface DueCommand extends Command {
  /** The parcel of a deletion, where it is known here. */
  parcel: Parcel | null;
  /** What an order sends; null for a deletion. */
  request: OrderRequest | null;
  /** The codes that an order replaces; none for most. */
  replaced: ReplacedCode[];
}

export interface DueCommands {
  /** Commands without an earlier unsettled command for the same code. */
  due: DueCommand[];
  /** When the next pause ends, milliseconds since 1970; null if there is none. */
  nextAt: number | null;
  /** The latest time until which the service asked to wait; 0 if it asked for none. */
  retryAfterAt: number;
}

export interface CommandChange {
  state: CommandState;
  attempt?: boolean;
  requestLeft?: boolean;
  notBefore?: number;
  retryAfterAt?: number;
  confirmedAt?: string;
  knownPickedUp?: boolean;
  settledBy?: CommandSettler;
  failure?: Failure | null;
}

/** The commands of one environment: deletions and creations sent to the service. */
export interface CommandRecords {
  /** False where as many deletions count down, or commands are unanswered, as there may be. */
  mayBeginDelete(limits: CommandLimits): Promise<boolean>;
  /**
   * Starts a deletion's countdown and cancels the parcel's unsent jobs, in one transaction. Where a deletion of that code is unsettled or
   * done, nothing changes: `begun` is false and `command` is that deletion.
   */
  beginDelete(
    deletion: NewDeletion,
    record: WriteContext,
  ): Promise<{ begun: boolean; command: Command; cancelledJobs: number }>;
  /** Undoes a command, if no request for it may have reached the service, and restores the jobs it cancelled. */
  undo(commandId: number, record: WriteContext): Promise<Moved<Command>>;
  /**
   * Ends the command and marks the parcel as deleted, in one transaction. `wasThere`: the service confirmed that it existed; if this is
   * the second deletion of a replaced order's code, and the first had found nothing, an alarm is raised.
   */
  completeDelete(commandId: number, record: WriteContext, wasThere?: boolean): Promise<Moved<Command>>;
  /** The same for an uncertain deletion: an operator checked that the parcel is deleted. */
  confirmDelete(commandId: number, record: WriteContext): Promise<Moved<Command>>;
  /** True where that service once rejected a used custom code; `service` is its address. */
  hasRejectedUsedCode(service: string): Promise<boolean>;
  noteUsedCodeRejection(service: string, at: string): Promise<void>;
  command(id: number): Promise<Command | null>;
  /** Oldest first. */
  commands(states: readonly CommandState[], limit: number): Promise<Command[]>;
  countCommands(states: readonly CommandState[]): Promise<number>;
  dueCommands(query: DueQuery): Promise<DueCommands>;
  /** True if an order that was or may have been created here has that custom code, also a replaced one. */
  isOrdered(customCode: string): Promise<boolean>;
  /** Uncertain creates with a completely stored answer. */
  answeredCreates(limit: number): Promise<{ commandId: number; rawBody: string }[]>;
  countWaiting(): Promise<Waiting>;
  moveCommand(
    id: number,
    from: readonly CommandState[],
    change: CommandChange,
    record: WriteContext,
  ): Promise<Moved<Command>>;
  /** Dismisses a rejected command or an uncertain order: no list shows it any more. */
  dismissCommand(id: number, record: WriteContext): Promise<Moved<Command>>;
}
