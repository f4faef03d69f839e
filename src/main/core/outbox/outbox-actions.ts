import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type Command, commandActions, commandCan, commandOffers } from '../../../shared/orders/command.ts';
import { isPickedUp } from '../../../shared/shipments/shipment-state.ts';
import { isSameQuestion } from '../../../shared/site/shared-question.ts';
import type { Announce } from '../notices.ts';
import { settleAsExisting } from '../orders/uncertain-orders.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import type { OrderRecords, UncertainOrderRecords } from '../ports/order-records.ts';
import type { ShipmentRecords } from '../ports/shipment-records.ts';
import type { WriteContext } from '../ports/write-context.ts';
import type { PublishEvent } from '../runtime-events.ts';
import type { Deletions } from './pending-deletions.ts';

/** Most unsettled uncertain orders named by an event that are searched. */
const maxNamed = 200;

export interface OutboxActionsParts {
  records: CommandRecords & OrderRecords & UncertainOrderRecords & ShipmentRecords;
  clock: Clock;
  announce: Announce;
  deletions: Pick<Deletions, 'begin' | 'pending'>;
  publish: PublishEvent;
}

/** What an operator may do with a deletion or an order that waits (see the table `commandActions`). */
export interface OutboxActions {
  /** Undoes it before it is sent; null undoes the newest countdown. */
  undo(commandId: number | null): Promise<Result<Command>>;
  /** Confirms a command that needs confirmation. */
  confirm(commandId: number, asked?: Message): Promise<Result<Command>>;
  retry(commandId: number): Promise<Result<Command>>;
  /** Starts a deletion that the service rejected again, with its countdown. */
  deleteAgain(commandId: number): Promise<Result<Command>>;
  /**
   * An operator checked at the service whether an uncertain order, or the parcel of an uncertain deletion, exists. Codes of an order
   * that does not exist are free again; a parcel that exists may be printed again. Nothing is sent.
   */
  settle(commandId: number, isThere: boolean): Promise<Result<Command>>;
  dismiss(commandId: number): Promise<Result<null>>;
}

export function createOutboxActions(parts: OutboxActionsParts): OutboxActions {
  const { records, clock, deletions } = parts;

  const by = (command: Command | null, what: ActivityKind, outcome: Message): WriteContext => ({
    activity: { at: instant(clock.now()), who: 'operator', what, code: command?.codes[0] ?? null, outcome },
  });
  const done = (command: Command | null): Result<Command> => {
    if (!command) return failed(stateChanged);
    parts.announce('commands', 'station', 'deletions', 'parcels');
    return success(command);
  };

  const undo = async (command: Command): Promise<Result<Command>> => {
    const record = by(command, undoActivity[command.kind], message('journal.command.undone'));
    const undone = commandOffers('undo', command) ? await records.undo(command.id, record) : null;
    if (!undone) return failed(undoRefusal((await records.command(command.id)) ?? command));
    parts.announce('deletions', 'print jobs', 'parcels', 'commands', 'station');
    parts.publish({ type: 'command undone', parcelId: undone.parcelId });
    return success(undone);
  };

  const confirmDeletion = async (command: Command): Promise<Result<Command>> => {
    const record = by(command, 'settle-deletion', message('journal.command.deleted'));
    const done = await records.confirmDelete(command.id, record);
    if (!done) return failed(stateChanged);
    parts.announce('deletions', 'print jobs', 'parcels', 'commands', 'station');
    parts.publish({ type: 'deletion confirmed' });
    return success(done);
  };

  const keepParcel = async (command: Command): Promise<Result<Command>> => {
    const failure = { ...parcelStillThere, ...serviceTextOf(command) };
    const change = { state: 'rejected', settledBy: 'operator', failure } as const;
    const record = by(command, 'settle-deletion', parcelStillThere.message);
    const kept = await records.moveCommand(command.id, commandActions.settleDeletion, change, record);
    if (!kept) return failed(stateChanged);
    parts.announce('deletions', 'print jobs', 'parcels', 'commands', 'station');
    parts.publish({ type: 'deletion rejected', parcelId: kept.parcelId });
    return success(kept);
  };

  const settleAsFound = async (command: Command): Promise<Result<Command>> => {
    const { activity } = by(command, 'settle-order', message('order.confirmed', { by: 'operator' }));
    const settled = await settleAsExisting(records, command.id, 'operator', activity);
    if (settled.ok) parts.publish({ type: 'order stored' });
    return settled.ok ? done(settled.value) : settled;
  };

  return {
    async undo(commandId) {
      const command = commandId === null ? (await deletions.pending()).at(-1) : await records.command(commandId);
      return command ? undo(command) : failed(nothingToUndo);
    },
    async confirm(commandId, asked) {
      const command = await records.command(commandId);
      if (asked && !isSameQuestion(command?.failure?.message, asked)) return failed(stateChanged);
      const parcel = command?.parcelId ? await records.parcel(command.parcelId) : null;
      const change = {
        state: 'waiting',
        failure: null,
        notBefore: 0,
        confirmedAt: instant(clock.now()),
        ...(parcel && isPickedUp(parcel) && { knownPickedUp: true }),
      } as const;
      const what = command?.kind === 'create' ? 'confirm-order' : 'confirm-deletion';
      const record = by(command, what, message('journal.command.confirmed'));
      const confirmed = await records.moveCommand(commandId, commandActions.confirm, change, record);
      parts.publish({ type: 'send requested' });
      return done(confirmed);
    },
    async retry(commandId) {
      const change = { state: 'waiting', failure: null, notBefore: 0 } as const;
      const record = by(await records.command(commandId), 'retry', message('journal.command.waiting'));
      const moved = await records.moveCommand(commandId, commandActions.retry, change, record);
      parts.publish({ type: 'send requested' });
      return done(moved);
    },
    async deleteAgain(commandId) {
      const command = await records.command(commandId);
      const [customCode] = command?.codes ?? [];
      if (!command || customCode === undefined || !commandOffers('deleteAgain', command)) return failed(stateChanged);
      const begun = await deletions.begin({ customCode, parcelId: command.parcelId });
      if (!begun.ok) return begun;
      await records.dismissCommand(
        commandId,
        by(command, 'dismiss', message('journal.command.deletion-started-again')),
      );
      return done(begun.value.command);
    },
    async settle(commandId, isThere) {
      const command = await records.command(commandId);
      if (command && commandOffers('settleDeletion', command)) {
        return isThere ? keepParcel(command) : confirmDeletion(command);
      }
      if (!command || !commandOffers('settle', command)) return failed(stateChanged);
      if (isThere) return settleAsFound(command);
      // An event says that it exists, and is about to settle it.
      if ((await records.namedCreates(maxNamed)).some(({ id }) => id === commandId)) return failed(stateChanged);
      const record = by(command, 'settle-order', orderNotFound.message);
      const change = { state: 'undone', failure: orderNotFound } as const;
      return done(await records.moveCommand(commandId, commandActions.settle, change, record));
    },
    async dismiss(commandId) {
      const command = await records.command(commandId);
      if (!command || !commandCan('dismiss', command.state)) return failed(stateChanged);
      const hidden = await records.dismissCommand(
        commandId,
        by(command, 'dismiss', message('journal.command.dismissed')),
      );
      const hiddenResult = done(hidden);
      return hiddenResult.ok ? success(null) : hiddenResult;
    },
  };
}

const undoActivity = { delete: 'undo-deletion', create: 'undo-order' } as const;

function undoRefusal({ kind, state, requestLeft }: Command): Failure {
  switch (state) {
    case 'undone':
      return notAllowed(message('outbox.already-undone', { kind }));
    case 'sending':
      return notAllowed(message('outbox.being-sent', { kind }));
    case 'uncertain':
    case 'waiting':
    case 'needs confirmation':
    case 'blocked':
      if (!requestLeft) break;
      return notAllowed(message('outbox.may-have-been-sent', { kind }));
    default:
      break;
  }
  return notAllowed(message('outbox.already-sent', { kind }));
}

const notAllowed = (reason: Message): Failure => ({ code: 'not-allowed-now', message: reason });

const nothingToUndo: Failure = { code: 'not-found-locally', message: message('outbox.nothing-to-undo') };

const orderNotFound: Failure = { code: 'not-found-locally', message: message('outbox.order-not-there') };

const parcelStillThere: Failure = { code: 'not-allowed-now', message: message('outbox.parcel-still-there') };

/** What the service said stays with the command. */
const serviceTextOf = ({ failure }: Command): Pick<Failure, 'serviceText'> =>
  failure?.serviceText === undefined ? {} : { serviceText: failure.serviceText };

const stateChanged: Failure = notAllowed(message('outbox.state-changed'));
