import type { Failure, MessageOrSentence, Result } from '../../../shared/contract/failure.ts';
import { sentenceOf } from '../../../shared/contract/failure.ts';
import { type Command, type CommandState, commandActions } from '../../../shared/orders/command.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { isPickedUp, pickedUpQuestion } from '../../../shared/shipments/picked-up.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import { completeStoredAnswers } from '../orders/answered-order.ts';
import { instant } from '../ports/clock.ts';
import type { ReplacedCode } from '../ports/uncertain-order-records.ts';
import { createResendOrders } from './resend.ts';
import { createRetryPacing } from './retry-pacing.ts';
import { activityFor, createExchanges, type ExchangeParts } from './service-exchange.ts';

/** Most deletions and orders that wait at once; nothing more is taken until some have gone. */
export const maxOpenCommands = 1_000;

export interface OutboxParts extends ExchangeParts {
  /** What waited longer than this asks before it leaves, milliseconds. */
  shiftMs: () => number;
  onBug: (error: unknown) => void;
}

export interface Outbox {
  /** Sends what is new; with `now`, also what only pauses between attempts (but for what the service asked to wait). */
  wake(now?: boolean): void;
  /** Nothing new leaves now: the token is refused, or the service asked for a pause. */
  isSendingPaused(): boolean;
  /** A person wants it tried: also a token that was refused is tried once more. */
  retryWithToken(): void;
  /** A new token came, or the old one is taken again: what was blocked waits again, and goes. */
  tokenRenewed(): Promise<void>;
  /**
   * An order in doubt leaves once more, now or not at all: it never waits, and so is never sent by itself. Gives it as it is on its
   * way; what came of it is on disk later.
   */
  sendAgain(commandId: number): Promise<Result<Command>>;
  stop(): Promise<void>;
}

/**
 * Sends commands to the service: a few at once, those for one code in the order they were given, each recorded before and after
 * (see outbox-rules for what an answer means, outbox-pace for when the next may leave).
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const { records, clock, announce } = parts;
  const pace = createRetryPacing(parts);
  const exchanges = createExchanges(parts);
  const inFlight = new Map<number, Promise<void>>();
  let tokenRefused = false;
  let isRecovered = false;
  let cancelTimer: (() => void) | null = null;
  let isStopping = false;

  const note = (command: Command, what: string, outcome: string) => ({
    activity: activityFor(command, clock.now(), what, outcome),
  });
  const announceChange = (): void => announce('commands', 'station', 'deletions');

  /** True where it does not leave now, because a person is asked first. */
  const needsConfirmation = async (command: Command): Promise<boolean> => {
    const parcel = command.parcelId === null ? null : await records.parcel(command.parcelId);
    const replaced = command.kind === 'create' ? await records.replacedBy(command.id) : [];
    // First: agreeing to the other one would be taken for an answer to this.
    const question =
      confirmationAfterReplacement(command, replaced) ??
      confirmationBeforeSending(command, parcel, clock.now(), parts.shiftMs());
    if (!question) return false;
    const change = { state: 'asks', failure: question } as const;
    const moved = await records.moveCommand(
      command.id,
      ['waiting'],
      change,
      note(command, 'asks', sentenceOf(question.message)),
    );
    if (moved) announceChange();
    return true;
  };

  const perform = async (sending: Command): Promise<void> => {
    announceChange();
    const result = await exchanges.perform(sending);
    pace.after(result.answer);
    if (result.tokenRefused) tokenRefused = true;
    announceChange();
  };

  const send = async (command: Command): Promise<void> => {
    const change = { state: 'sending', attempt: true } as const;
    const record = note(command, `${command.kind} sent`, `attempt ${command.attempts + 1}`);
    const sending = await records.moveCommand(command.id, commandActions.send, change, record);
    if (!sending) return;
    await perform(sending);
  };

  /** What a bug or a full disk leaves behind is told as what it is: nobody knows how it ended. */
  const recordInterruptedExchange = async (command: Command, error: unknown): Promise<void> => {
    parts.onBug(error);
    pace.onLocalError();
    const state: CommandState = command.kind === 'delete' ? 'waiting' : 'uncertain';
    const record = note(command, `${command.kind} failed here`, state);
    await records.moveCommand(command.id, ['sending'], { state, requestLeft: true, failure: answerNotStored }, record);
    if (state === 'uncertain') parts.publish({ type: 'order uncertain' });
    announceChange();
  };

  const start = (command: Command, work: (command: Command) => Promise<void> = send): void => {
    const sent = work(command)
      .catch((error: unknown) => recordInterruptedExchange(command, error))
      .catch(parts.onBug)
      .finally(() => {
        inFlight.delete(command.id);
        queue.wake();
      });
    inFlight.set(command.id, sent);
  };

  const wakeAt = (moment: number): void => {
    cancelTimer = clock.after(Math.max(0, moment - clock.now()), () => queue.wake());
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    if (!isRecovered) await recover();
    const free = pace.maxAtOnce() - inFlight.size;
    if (stopping() || tokenRefused || free <= 0) return;
    const found = await records.dueCommands({
      now: clock.now(),
      pausesVoidBefore: instant(pace.pausesVoidBefore()),
      deletesFirst: pace.isServiceFailing(),
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
    for (const command of due) {
      if (await needsConfirmation(command)) unconfirmed += 1;
      else if (!stopping()) start(command);
    }
    if (unconfirmed > 0) {
      parts.publish({ type: 'confirmation needed', commands: unconfirmed });
      queue.wake();
    }
    if (found.nextAt !== null) wakeAt(found.nextAt);
  };

  /** A create whose answer was kept before the station died is read now. */
  const recover = async (): Promise<void> => {
    isRecovered = true;
    const completed = await completeStoredAnswers(records, clock);
    if (completed === 0) return;
    announce('commands', 'station', 'parcels');
    parts.publish({ type: 'order stored' });
  };

  const queue = createSerialQueue(pass, parts.onBug);

  const resend = createResendOrders({
    ...{ records, clock, pace },
    sendState: () => (isStopping ? 'stopping' : tokenRefused ? 'token refused' : 'open'),
    onSending: (command) => start(command, perform),
  });

  const renewToken = async (): Promise<void> => {
    tokenRefused = false;
    exchanges.resetRefusals();
    for (const command of await records.commands(['blocked'], maxOpenCommands)) {
      const change = { state: 'waiting', failure: null, notBefore: 0 } as const;
      await records.moveCommand(command.id, ['blocked'], change, note(command, 'token renewed', 'waiting'));
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
    isSendingPaused: () => tokenRefused || pace.pausedUntil() > clock.now(),
    retryWithToken() {
      tokenRefused = false;
      exchanges.resetRefusals();
      pace.retryNow();
      queue.wake();
    },
    tokenRenewed: renewToken,
    sendAgain: resend.send,
    async stop() {
      isStopping = true;
      cancelTimer?.();
      await Promise.all([queue.stop(), resend.settled()]);
      await Promise.all(inFlight.values());
      cancelTimer?.();
    },
  };
}

const answerNotStored: Failure = {
  code: 'unexpected',
  message: 'The station could not write down what the service answered.',
  next: 'Look whether the disk is full.',
};

/**
 * What a person must say before a command leaves; null where nothing is asked.
 * @param parcel the parcel a deletion is about, where it is known here
 * @param shiftMs what waited longer asks, milliseconds
 */
export function confirmationBeforeSending(
  command: Pick<Command, 'kind' | 'createdAt' | 'agreedAt' | 'knownPickedUp'>,
  parcel: Pick<Parcel, 'status'> | null,
  now: number,
  shiftMs: number,
): Failure | null {
  const isLate = command.kind === 'delete' && !command.knownPickedUp && parcel !== null && isPickedUp(parcel);
  if (isLate) return confirmation(pickedUpQuestion(parcel) ?? '', 'Send it, or take it back.');
  // Since a person last said that it is wanted.
  const confirmedAt = Date.parse(command.agreedAt ?? command.createdAt);
  if (now - confirmedAt <= shiftMs) return null;
  const what = command.kind === 'delete' ? 'This deletion' : 'This order';
  return confirmation(`${what} waited longer than a shift. Is it still wanted?`, 'Send it, or take it back.');
}

/**
 * A new order stands in the place of one in doubt: it leaves without a word only where the old one's codes are known to be gone.
 * @param replaced the codes it takes the place of; none for most orders
 */
export function confirmationAfterReplacement(
  command: Pick<Command, 'agreedAt'>,
  replaced: readonly ReplacedCode[],
): Failure | null {
  const remaining = replaced.find(
    ({ deletion }) => deletion !== null && deletion.state !== 'done' && !isConfirmed(command, deletion.updatedAt),
  );
  if (!remaining) return null;
  const { message = 'The service did not delete it.', serviceText } = remaining.deletion?.failure ?? {};
  return {
    ...confirmation(
      `The old code ${remaining.code} was not deleted: ${message} The old order may exist, and this would be a second one.`,
      'Send it all the same, or take it back.',
    ),
    ...(serviceText !== undefined && { serviceText }),
  };
}

/** Somebody said so after that moment, ISO 8601. */
const isConfirmed = ({ agreedAt }: Pick<Command, 'agreedAt'>, since: string): boolean =>
  agreedAt !== null && agreedAt >= since;

const confirmation = (message: MessageOrSentence, next: string): Failure => ({
  code: 'not-allowed-now',
  message,
  next,
});
