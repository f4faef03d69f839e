import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Command, commandActions, commandCan, commandOffers } from '../../../shared/orders/command.ts';
import { isPickedUp } from '../../../shared/shipments/picked-up.ts';
import type { Announce } from '../common/notices.ts';
import type { PublishEvent } from '../common/runtime-events.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records, WriteContext } from '../ports/records.ts';
import { settleAsExisting } from '../uncertain-orders/uncertain-orders.ts';
import type { Deletions } from './pending-deletions.ts';

/** Most orders in doubt looked through that an event named and that are not settled yet. */
const maxNamed = 200;

export interface OutboxActionsParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  deletions: Deletions;
  publish: PublishEvent;
}

/** What a person may do with a deletion or an order that waits (see the table `commandActions`). */
export interface OutboxActions {
  /** Takes it back before it leaves; null takes back the newest countdown. */
  undo(commandId: number | null): Promise<Result<Command>>;
  /** It asks, and may leave. */
  agree(commandId: number): Promise<Result<Command>>;
  retry(commandId: number): Promise<Result<Command>>;
  /** A deletion that the service refused begins anew, with its countdown. */
  deleteAgain(commandId: number): Promise<Result<Command>>;
  /** Somebody looked at the service: the order is there and is known from now on, or it is not and its codes are free again. Nothing is sent. */
  settle(commandId: number, isThere: boolean): Promise<Result<Command>>;
  dismiss(commandId: number): Promise<Result<null>>;
}

export function createOutboxActions(parts: OutboxActionsParts): OutboxActions {
  const { records, clock, deletions } = parts;

  const by = (command: Command | null, what: string, outcome = 'done'): WriteContext => ({
    activity: { at: instant(clock.now()), who: 'operator', what, code: command?.codes[0] ?? null, outcome },
  });
  const done = (command: Command | null): Result<Command> => {
    if (!command) return failed(stateChanged);
    parts.announce('commands', 'station', 'deletions', 'parcels');
    return success(command);
  };

  const undo = async (command: Command): Promise<Result<Command>> => {
    const record = by(command, `take back ${command.kind}`, 'taken back');
    const undone = commandOffers('undo', command) ? await records.undo(command.id, record) : null;
    if (!undone) return failed(undoRefusal((await records.command(command.id)) ?? command));
    parts.announce('deletions', 'print jobs', 'parcels', 'scans', 'commands', 'station');
    parts.publish({ type: 'command undone' });
    return success(undone);
  };

  const settleAsFound = async (command: Command): Promise<Result<Command>> => {
    const { activity } = by(command, 'settle order', 'it is there');
    const settled = await settleAsExisting(records, command.id, 'person', activity);
    if (settled.ok) parts.publish({ type: 'order stored' });
    return settled.ok ? done(settled.value) : settled;
  };

  return {
    async undo(commandId) {
      const command = commandId === null ? (await deletions.pending()).at(-1) : await records.command(commandId);
      return command ? undo(command) : failed(nothingToUndo);
    },
    async agree(commandId) {
      const command = await records.command(commandId);
      const parcel = command?.parcelId ? await records.parcel(command.parcelId) : null;
      const change = {
        state: 'waiting',
        failure: null,
        notBefore: 0,
        agreedAt: instant(clock.now()),
        ...(parcel && isPickedUp(parcel) && { knownPickedUp: true }),
      } as const;
      const record = by(command, `send ${command?.kind ?? ''}`.trim(), 'agreed');
      const agreed = await records.moveCommand(commandId, commandActions.agree, change, record);
      parts.publish({ type: 'send requested' });
      return done(agreed);
    },
    async retry(commandId) {
      const change = { state: 'waiting', failure: null, notBefore: 0 } as const;
      const record = by(await records.command(commandId), 'try again');
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
      await records.dismissCommand(commandId, by(command, 'put away', 'deleted again'));
      return done(begun.value.command);
    },
    async settle(commandId, isThere) {
      const command = await records.command(commandId);
      if (!command || !commandOffers('settle', command)) return failed(stateChanged);
      if (isThere) return settleAsFound(command);
      // An event told otherwise, and is about to settle it.
      if ((await records.namedCreates(maxNamed)).some(({ id }) => id === commandId)) return failed(stateChanged);
      const record = by(command, 'settle order', 'it is not there');
      const change = { state: 'undone', failure: orderNotFound } as const;
      return done(await records.moveCommand(commandId, commandActions.settle, change, record));
    },
    async dismiss(commandId) {
      const command = await records.command(commandId);
      if (!command || !commandCan('dismiss', command.state)) return failed(stateChanged);
      const hidden = await records.dismissCommand(commandId, by(command, 'put away'));
      const hiddenResult = done(hidden);
      return hiddenResult.ok ? success(null) : hiddenResult;
    },
  };
}

function undoRefusal({ kind, state, requestLeft }: Command): Failure {
  const what = kind === 'delete' ? 'deletion' : 'order';
  const failure = (message: string, next: string): Failure => ({ code: 'not-allowed-now', message, next });
  switch (state) {
    case 'undone':
      return failure(`This ${what} is taken back already.`, 'Nothing more has to be done.');
    case 'sending':
      return failure(`This ${what} is on its way to the service right now.`, 'Wait for the service’s answer.');
    case 'uncertain':
    case 'waiting':
    case 'asks':
    case 'blocked':
      if (!requestLeft) break;
      return failure(
        `This ${what} may have reached the service already: it cannot be taken back.`,
        kind === 'delete' ? 'Create the parcel again if it is still needed.' : 'Look for the order at the service.',
      );
    default:
      break;
  }
  return failure(
    `This ${what} has already been sent.`,
    kind === 'delete' ? 'Create the parcel again if it is still needed.' : 'Delete its parcels if they are not needed.',
  );
}

const nothingToUndo: Failure = {
  code: 'not-found-here',
  message: 'No deletion is counting down.',
  next: 'What was sent to the service cannot be taken back here.',
};

const orderNotFound: Failure = {
  code: 'not-found-here',
  message: 'Somebody looked: the service has no such order. Nothing was ordered.',
};

const stateChanged: Failure = {
  code: 'not-allowed-now',
  message: 'It has moved on meanwhile; nothing was changed.',
  next: 'Look again.',
};
