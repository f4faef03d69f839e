import type { Failure, Result } from '../../../shared/contract/failure.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type Command, type CommandState, commandActions } from '../../../shared/orders/command.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { pickedUpQuestion } from '../../../shared/shipments/shipment-state.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import { pause } from '../../concurrency/waiting.ts';
import { completeStoredAnswers } from '../orders/answered-order.ts';
import { instant } from '../ports/clock.ts';
import type { DueCommand } from '../ports/command-records.ts';
import type { ReplacedCode } from '../ports/order-records.ts';
import type { ParcelHolding } from '../ports/parcel-holding.ts';
import type { ShipmentRecords } from '../ports/shipment-records.ts';
import { createDeletionHolding, type DeletionStep } from './deletion-holding.ts';
import { createResendOrders } from './resend.ts';
import { createRetryPacing } from './retry-pacing.ts';
import { activityFor, answerActivity, createExchanges, type ExchangeParts } from './service-exchange.ts';

/** Most deletions and orders that may wait; more are refused until some are sent. */
export const maxOpenCommands = 1_000;

export interface OutboxParts extends ExchangeParts {
  records: ExchangeParts['records'] & ShipmentRecords;
  /** A command that waited longer than this needs confirmation before it is sent, milliseconds. */
  shiftMs: () => number;
  /** Absent where the environment is not shared with other benches. */
  holding?: ParcelHolding | undefined;
  onBug: (error: unknown) => void;
}

export interface Outbox {
  /** Sends new commands; with `now`, also those that pause between attempts, except where the service asked for the pause. */
  wake(now?: boolean): void;
  /** Nothing new is sent: the token was rejected, or the service asked for a pause. */
  isSendingPaused(): boolean;
  /** An operator retries: a token that was rejected is tried once more. */
  retryWithToken(): void;
  /** A new token was entered, or the old one is accepted again: blocked commands are sent. */
  tokenRenewed(): Promise<void>;
  /**
   * Sends an uncertain order once more, immediately or not at all: it never waits, and so is never sent automatically. Resolves while
   * it is being sent; the outcome is stored later. Where the service never rejected a used code, it may book the order a second time:
   * only where an operator confirmed that, `evenIfBookedTwice`.
   */
  sendAgain(commandId: number, evenIfBookedTwice: boolean): Promise<Result<Command>>;
  stop(): Promise<void>;
}

/**
 * Sends commands to the service: a few at once, those for one code in the order they were added, each recorded before and after.
 * answer-rules decides what an answer means, retry-pacing when the next command is sent.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { records, clock, announce } = parts;
  const pace = createRetryPacing(parts);
  const exchange = createExchanges(parts);
  const { holding } = parts;
  const deletionHolding =
    holding &&
    createDeletionHolding({ ...parts, holding, announceChange: () => announceChange(), onFree: () => queue.wake() });
  const inFlight = new Map<number, Promise<void>>();
  let tokenRejected = false;
  let isRecovered = false;
  /** How often a token was renewed or is to be tried again: an answer to an earlier request says nothing of it. */
  let tokenTrials = 0;
  const stopping = new AbortController();

  const note = (command: Command, what: ActivityKind, outcome: Message) => ({
    activity: activityFor(command, clock.now(), what, outcome),
  });
  const announceChange = (): void => announce('commands', 'station', 'deletions');

  /** Whether the command is sent now, waits for another bench, or needs confirmation, which is stored then. */
  const nextStep = async (command: DueCommand): Promise<DeletionStep> => {
    // This question first: a confirmation of the other one would count as an answer to both.
    const question =
      confirmationAfterReplacement(command, command.replaced) ??
      confirmationBeforeSending(command, command.parcel, clock.now(), parts.shiftMs());
    const step: DeletionStep = question
      ? { kind: 'confirm', question }
      : ((await deletionHolding?.next(command)) ?? { kind: 'send' });
    if (step.kind !== 'confirm') return step;
    const change = { state: 'needs confirmation', failure: step.question } as const;
    const moved = await records.moveCommand(
      command.id,
      ['waiting'],
      change,
      note(command, 'ask-confirmation', step.question.message),
    );
    if (moved) announceChange();
    return step;
  };

  /**
   * Does what could not be stored again every few seconds, until it is stored or the station stops: what the service answered is only in
   * memory until then. Nothing else is sent in its place.
   */
  const untilStored = async (store: () => Promise<unknown>): Promise<void> => {
    for (let failures = 0; ; failures += 1) {
      try {
        await store();
        return;
      } catch (error) {
        if (stopping.signal.aborted || !mayPass(error)) throw error;
        if (failures === 0) parts.onBug(error);
        if (failures === 0) pace.onLocalError();
        announceChange();
        await pause(storeAgainMs, stopping.signal, { timers: clock });
      }
    }
  };

  const perform = async (sending: Command, request: OrderRequest | null = null, mayBeDone = false): Promise<void> => {
    announceChange();
    const trial = tokenTrials;
    const { answer, tokenRejected: isRejected, record } = await exchange(sending, request, mayBeDone);
    await untilStored(record);
    pace.after(answer);
    if (isRejected && trial === tokenTrials) tokenRejected = true;
    announceChange();
    // The token was renewed in the meantime, or accepted again: the command must not stay blocked.
    if (isRejected && trial !== tokenTrials && !tokenRejected) await releaseBlocked();
  };

  const send = async (command: DueCommand, mayBeDone = false): Promise<void> => {
    const change = { state: 'sending', attempt: true } as const;
    const attempt = message('journal.command.attempt', { attempt: command.attempts + 1 });
    const record = note(command, sendActivity[command.kind], attempt);
    const sending = await records.moveCommand(command.id, commandActions.send, change, record);
    if (!sending) return;
    await perform(sending, command.request, mayBeDone);
  };

  /** After a bug or a full disk the outcome is unknown, and is recorded as such. */
  const recordInterruptedExchange = async (command: Command, error: unknown): Promise<void> => {
    parts.onBug(error);
    pace.onLocalError();
    const state: CommandState = command.kind === 'delete' ? 'waiting' : 'uncertain';
    const record = note(command, answerActivity[command.kind], answerNotStored.message);
    const change = { state, requestLeft: true, failure: answerNotStored };
    await untilStored(() => records.moveCommand(command.id, ['sending'], change, record));
    if (state === 'uncertain') parts.publish({ type: 'order uncertain' });
    announceChange();
  };

  const start = (command: Command, work: () => Promise<void>): void => {
    const sent = work()
      .catch((error: unknown) => recordInterruptedExchange(command, error))
      .catch(parts.onBug)
      .finally(() => {
        inFlight.delete(command.id);
        queue.wake();
      });
    inFlight.set(command.id, sent);
  };

  const wakeAt = (moment: number): void => {
    queue.wakeAfter(Math.max(0, moment - clock.now()));
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    if (!isRecovered) await recover();
    const free = pace.maxAtOnce() - inFlight.size;
    if (stopping() || tokenRejected || free <= 0) return;
    const found = await records.dueCommands({
      now: clock.now(),
      pausesVoidBefore: instant(pace.pausesVoidBefore()),
      deletesFirst: pace.isServiceFailing(),
      ...(deletionHolding && { except: deletionHolding.waiting() }),
      limit: free + inFlight.size,
    });
    if (stopping()) return;
    const pausedUntil = Math.max(pace.pausedUntil(), found.retryAfterAt);
    const due = found.due.filter((command) => !inFlight.has(command.id)).slice(0, free);
    if (pausedUntil > clock.now()) {
      if (due.length > 0 || found.nextAt !== null) wakeAt(pausedUntil);
      return;
    }
    let unconfirmed = 0;
    let unsent = 0;
    for (const command of due) {
      const step = await nextStep(command);
      if (step.kind === 'confirm') unconfirmed += 1;
      if (step.kind !== 'send') unsent += 1;
      else if (!stopping()) start(command, () => send(command, step.mayBeDone));
    }
    if (unconfirmed > 0) parts.publish({ type: 'confirmation needed', commands: unconfirmed });
    // Their places are free for those behind them.
    if (unsent > 0) queue.wake();
    if (found.nextAt !== null) wakeAt(found.nextAt);
  };

  /** Completes creates whose answer was stored before the process ended. */
  const recover = async (): Promise<void> => {
    isRecovered = true;
    const completed = await completeStoredAnswers(records, clock);
    if (completed === 0) return;
    announce('commands', 'station', 'parcels');
    parts.publish({ type: 'order stored' });
  };

  const queue = createTimedQueue(clock, pass, parts.onBug);

  const resend = createResendOrders({
    ...{ records, clock, pace, usedCodes: parts.usedCodes },
    sendState: () => (stopping.signal.aborted ? 'stopping' : tokenRejected ? 'token rejected' : 'open'),
    onSending: (command) => start(command, () => perform(command)),
  });

  const tryToken = (): void => {
    tokenRejected = false;
    tokenTrials += 1;
    parts.previousStatus.forget();
  };

  /** What was blocked is sent again. It is no further trial of the token: two answers could else outdate each other without end. */
  const releaseBlocked = async (): Promise<void> => {
    for (const command of await records.commands(['blocked'], maxOpenCommands)) {
      const change = { state: 'waiting', failure: null, notBefore: 0 } as const;
      await records.moveCommand(
        command.id,
        ['blocked'],
        change,
        note(command, 'renew-token', message('journal.command.waiting')),
      );
    }
    announceChange();
    pace.retryNow();
    queue.wake();
  };

  return {
    wake(now = false) {
      if (now) pace.retryNow();
      else pace.endPause();
      queue.wake();
    },
    isSendingPaused: () => tokenRejected || pace.pausedUntil() > clock.now(),
    retryWithToken() {
      tryToken();
      pace.retryNow();
      queue.wake();
    },
    tokenRenewed() {
      tryToken();
      return releaseBlocked();
    },
    sendAgain: resend.send,
    async stop() {
      stopping.abort();
      await Promise.all([deletionHolding?.stop(), queue.stop(), resend.settled()]);
      await Promise.all(inFlight.values());
    },
  };
}

const sendActivity = { delete: 'send-deletion', create: 'send-order' } as const;

/** How often what could not be stored is tried again, milliseconds. */
const storeAgainMs = 3_000;

/** Why records cannot be written now, but may be later. Any other error is a bug, or damage, and stays. */
const passingErrors: readonly string[] = [
  'storage.database-in-use',
  'storage.read-only',
  'storage.disk-error',
  'storage.disk-full',
  'storage.cannot-open',
  'storage.overloaded',
];

function mayPass(error: unknown): boolean {
  const failure = error instanceof Error && 'failure' in error ? (error.failure as Failure) : null;
  return failure !== null && passingErrors.includes(failure.message.code);
}

const answerNotStored: Failure = { code: 'unexpected', message: message('outbox.answer-not-stored') };

/**
 * The question before a command is sent; null where none is needed.
 * @param parcel the parcel of a deletion, where it is known here
 * @param shiftMs a command that waited longer needs confirmation, milliseconds
 */
export function confirmationBeforeSending(
  {
    kind,
    createdAt,
    confirmedAt,
    knownPickedUp,
    requestLeft,
  }: Pick<Command, 'kind' | 'createdAt' | 'confirmedAt' | 'knownPickedUp' | 'requestLeft'>,
  parcel: Pick<Parcel, 'status'> | null,
  now: number,
  shiftMs: number,
): Failure | null {
  const question = kind === 'delete' && !knownPickedUp && parcel !== null ? pickedUpQuestion(parcel) : null;
  if (question) return { code: 'not-allowed-now', message: question };
  const since = Date.parse(confirmedAt ?? createdAt);
  if (now - since <= shiftMs) return null;
  const mayBeDone = kind === 'delete' && requestLeft;
  const waited = mayBeDone ? message('outbox.deletion-may-be-done') : message('outbox.waited-too-long', { kind });
  return { code: 'not-allowed-now', message: waited };
}

/**
 * The question before an order that replaces an uncertain one is sent; null where every old code is known to be deleted.
 * @param replaced the codes that it replaces; none for most orders
 */
export function confirmationAfterReplacement(
  command: Pick<Command, 'confirmedAt'>,
  replaced: readonly ReplacedCode[],
): Failure | null {
  const remaining = replaced.find(
    ({ deletion }) => deletion !== null && deletion.state !== 'done' && !isConfirmed(command, deletion.updatedAt),
  );
  if (!remaining) return null;
  const { message: reason = null, serviceText } = remaining.deletion?.failure ?? {};
  return {
    code: 'not-allowed-now',
    message: message('outbox.replaced-code-not-deleted', { code: remaining.code, reason }),
    ...(serviceText !== undefined && { serviceText }),
  };
}

/** An operator confirmed it after that moment, ISO 8601. */
const isConfirmed = ({ confirmedAt }: Pick<Command, 'confirmedAt'>, since: string): boolean =>
  confirmedAt !== null && confirmedAt >= since;
