import { type Command, type CommandState, commandActions } from '../../shared/command.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import { completeAnswered } from './kept-answers.ts';
import { createSendingAgain } from './outbox-again.ts';
import { createExchanges, type ExchangeParts, noteOf } from './outbox-exchange.ts';
import { createPace } from './outbox-pace.ts';
import { questionAfterReplacing, questionBeforeSending } from './outbox-questions.ts';
import { instant } from './ports/clock.ts';
import { createLane } from './task-lane.ts';

/** Most deletions and orders that wait at once; nothing more is taken until some have gone. */
export const mostOpenCommands = 1_000;

export interface OutboxParts extends ExchangeParts {
  /** What waited longer than this asks before it leaves, milliseconds. */
  shiftMs: () => number;
  /** So many that were to leave ask instead. */
  onAsks: (count: number) => void;
  onBug: (error: unknown) => void;
}

export interface Outbox {
  /** Sends what is new; with `now`, also what only pauses between attempts (but for what the service asked to wait). */
  kick(now?: boolean): void;
  /** Nothing new leaves now: the token is refused, or the service asked for a pause. */
  isHeldUp(): boolean;
  /** A person wants it tried: also a token that was refused is tried once more. */
  tryNow(): void;
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
  const pace = createPace(parts);
  const exchanges = createExchanges(parts);
  const onTheWay = new Map<number, Promise<void>>();
  let tokenRefused = false;
  let isRecovered = false;
  let cancelTimer: (() => void) | null = null;
  let isStopping = false;

  const note = (command: Command, what: string, outcome: string) => ({
    activity: noteOf(command, clock.now(), what, outcome),
  });
  const tellScreens = (): void => announce('commands', 'station', 'deletions');

  /** True where it does not leave now, because a person is asked first. */
  const asks = async (command: Command): Promise<boolean> => {
    const parcel = command.parcelId === null ? null : await records.parcel(command.parcelId);
    const replaced = command.kind === 'create' ? await records.replacedBy(command.id) : [];
    // First: agreeing to the other one would be taken for an answer to this.
    const question =
      questionAfterReplacing(command, replaced) ?? questionBeforeSending(command, parcel, clock.now(), parts.shiftMs());
    if (!question) return false;
    const change = { state: 'asks', failure: question } as const;
    const asked = await records.moveCommand(command.id, ['waiting'], change, note(command, 'asks', question.message));
    if (asked) tellScreens();
    return true;
  };

  const tell = async (sending: Command): Promise<void> => {
    tellScreens();
    const told = await exchanges.tell(sending);
    pace.after(told.answer);
    if (told.tokenRefused) tokenRefused = true;
    tellScreens();
  };

  const send = async (command: Command): Promise<void> => {
    const change = { state: 'sending', attempt: true } as const;
    const record = note(command, `${command.kind} sent`, `attempt ${command.attempts + 1}`);
    const sending = await records.moveCommand(command.id, commandActions.send, change, record);
    if (!sending) return;
    await tell(sending);
  };

  /** What a bug or a full disk leaves behind is told as what it is: nobody knows how it ended. */
  const leaveInDoubt = async (command: Command, error: unknown): Promise<void> => {
    parts.onBug(error);
    pace.afterBug();
    const state: CommandState = command.kind === 'delete' ? 'waiting' : 'uncertain';
    const record = note(command, `${command.kind} failed here`, state);
    await records.moveCommand(command.id, ['sending'], { state, requestLeft: true, failure: brokeOff }, record);
    if (state === 'uncertain') parts.onDoubt();
    tellScreens();
  };

  const start = (command: Command, work: (command: Command) => Promise<void> = send): void => {
    const sent = work(command)
      .catch((error: unknown) => leaveInDoubt(command, error))
      .catch(parts.onBug)
      .finally(() => {
        onTheWay.delete(command.id);
        lane.kick();
      });
    onTheWay.set(command.id, sent);
  };

  const wakeAt = (moment: number): void => {
    cancelTimer = clock.after(Math.max(0, moment - clock.now()), () => lane.kick());
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    if (!isRecovered) await recover();
    const free = pace.mostAtOnce() - onTheWay.size;
    if (stopping() || tokenRefused || free <= 0) return;
    const found = await records.dueCommands({
      now: clock.now(),
      pausesVoidBefore: instant(pace.pausesVoidBefore()),
      deletesFirst: pace.isInDoubt(),
      limit: free + onTheWay.size,
    });
    if (stopping()) return;
    const quietUntil = Math.max(pace.quietUntil(), found.askedUntil);
    const due = found.due.filter((command) => !onTheWay.has(command.id)).slice(0, free);
    if (quietUntil > clock.now()) {
      if (due.length > 0 || found.nextAt !== null) wakeAt(quietUntil);
      return;
    }
    let asking = 0;
    for (const command of due) {
      if (await asks(command)) asking += 1;
      else if (!stopping()) start(command);
    }
    if (asking > 0) {
      parts.onAsks(asking);
      lane.kick();
    }
    if (found.nextAt !== null) wakeAt(found.nextAt);
  };

  /** A create whose answer was kept before the station died is read now. */
  const recover = async (): Promise<void> => {
    isRecovered = true;
    const completed = await completeAnswered(records, clock);
    if (completed === 0) return;
    announce('commands', 'station', 'parcels');
    parts.onOrderStored();
  };

  const lane = createLane(pass, parts.onBug);

  const again = createSendingAgain({
    ...{ records, clock, pace },
    standing: () => (isStopping ? 'stopping' : tokenRefused ? 'token refused' : 'open'),
    onSending: (command) => start(command, tell),
  });

  const unblock = async (): Promise<void> => {
    tokenRefused = false;
    exchanges.forgetRefusals();
    for (const command of await records.commands(['blocked'], mostOpenCommands)) {
      const change = { state: 'waiting', failure: null, notBefore: 0 } as const;
      await records.moveCommand(command.id, ['blocked'], change, note(command, 'token renewed', 'waiting'));
    }
    tellScreens();
    pace.hurry();
    lane.kick();
  };

  return {
    kick(now = false) {
      if (now) pace.hurry();
      else pace.endPause();
      lane.kick();
    },
    isHeldUp: () => tokenRefused || pace.quietUntil() > clock.now(),
    tryNow() {
      tokenRefused = false;
      exchanges.forgetRefusals();
      pace.hurry();
      lane.kick();
    },
    tokenRenewed: unblock,
    sendAgain: again.send,
    async stop() {
      isStopping = true;
      cancelTimer?.();
      await Promise.all([lane.stop(), again.settled()]);
      await Promise.all(onTheWay.values());
      cancelTimer?.();
    },
  };
}

const brokeOff: Failure = {
  code: 'unexpected',
  message: 'The station could not write down what the service answered.',
  next: 'Look whether the disk is full.',
};
