import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { type Command, commandActions, commandOffers } from '../../../shared/orders/command.ts';
import { createMutex } from '../../concurrency/mutex.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { RetryPacing } from './retry-pacing.ts';
import type { UsedCodes } from './used-codes.ts';

export interface ResendOrdersParts {
  records: Pick<Records, 'command' | 'dueCommands' | 'moveCommand'>;
  clock: Clock;
  pace: Pick<RetryPacing, 'endPause' | 'pausedUntil'>;
  usedCodes: Pick<UsedCodes, 'areRejected'>;
  /** Whether the outbox sends anything at all. */
  sendState: () => 'open' | 'stopping' | 'token rejected';
  /** The command is stored as being sent: send it. */
  onSending: (command: Command) => void;
}

/** An operator sends an uncertain order once more: immediately or not at all, so that it is never sent automatically. */
export interface ResendOrders {
  /** Resolves with the command while it is being sent. */
  send(commandId: number, evenIfBookedTwice: boolean): Promise<Result<Command>>;
  /** Resolves when the last of them was sent or rejected. */
  settled(): Promise<unknown>;
}

export function createResendOrders(parts: ResendOrdersParts): ResendOrders {
  const { records, clock, pace, usedCodes, sendState, onSending } = parts;

  /** Why nothing is sent now; null where it may be. The outbox's own pauses are no reason: an operator is waiting. */
  const sendRefusal = async (): Promise<Failure | null> => {
    const current = sendState();
    if (current === 'stopping') return stationClosing;
    if (current === 'token rejected') return tokenRejected;
    pace.endPause();
    const now = clock.now();
    const { retryAfterAt } = await records.dueCommands({
      ...{ now, pausesVoidBefore: instant(now), deletesFirst: false, limit: 0 },
    });
    return Math.max(pace.pausedUntil(), retryAfterAt) > now ? serviceAskedToWait : null;
  };

  const sendNow = async (commandId: number, evenIfBookedTwice: boolean): Promise<Result<Command>> => {
    const command = await records.command(commandId);
    if (!command || !commandOffers('sendAgain', command)) return failed(notUncertain);
    if (!evenIfBookedTwice && !(await usedCodes.areRejected())) return failed(mayBookTwice);
    const refusal = await sendRefusal();
    if (refusal) return failed(refusal);
    const at = instant(clock.now());
    const code = command.codes[0] ?? null;
    const change = { state: 'sending', attempt: true, requestLeft: true } as const;
    const attempt = message('journal.command.attempt', { attempt: command.attempts + 1 });
    const record = {
      activity: { at, who: 'operator', what: 'send-order-again', code, outcome: attempt },
    } as const;
    const sending = await records.moveCommand(commandId, commandActions.sendAgain, change, record);
    if (!sending) return failed(notUncertain);
    onSending(sending);
    return success(sending);
  };

  /** One after another, so that closing the station can wait for the last of them. */
  const mutex = createMutex();
  return {
    send: (commandId, evenIfBookedTwice) => mutex.runExclusive(() => sendNow(commandId, evenIfBookedTwice)),
    settled: mutex.idle,
  };
}

const notUncertain: Failure = { code: 'not-allowed-now', message: message('outbox.not-uncertain') };

const mayBookTwice: Failure = { code: 'not-allowed-now', message: message('outbox.may-book-twice') };

const stationClosing: Failure = { code: 'not-allowed-now', message: message('service.station-closing') };

const tokenRejected: Failure = { code: 'token-rejected', message: message('outbox.token-rejected') };

const serviceAskedToWait: Failure = { code: 'too-many-requests', message: message('outbox.pause-requested') };
