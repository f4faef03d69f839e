import type { Command } from '../../shared/command.ts';
import type { Announce } from './announce.ts';
import { readOrderFacts } from './order-facts.ts';
import { afterCreate, afterDelete, type Verdict } from './outbox-rules.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Activity, Records } from './ports/records.ts';
import type { DeliveryService, ServiceAnswer } from './ports/service.ts';
import { pauseBeforeRetry } from './retry-schedule.ts';
import { createLane } from './task-lane.ts';

/** Most commands read from disk for one pass; what is behind them waits for the next. */
const commandsPerPass = 50;

export interface OutboxParts {
  records: Records;
  service: DeliveryService;
  clock: Clock;
  announce: Announce;
  random: () => number;
  /** An order's answer is on disk: its labels can be fetched. */
  onOrderStored: () => void;
  /** The service refused a deletion: the parcel lives, and its labels may print. */
  onDeleteRejected: () => void;
  onBug: (error: unknown) => void;
}

export interface Outbox {
  /** Sends what is due; with `now`, also what only pauses between attempts (but for what the service asked to wait). */
  kick(now?: boolean): void;
  /** A new token came: what was blocked waits again, and goes. */
  tokenRenewed(): Promise<void>;
  stop(): Promise<void>;
}

/** Sends commands to the service, oldest first, one at a time, each recorded before and after (see outbox-rules). */
export function createOutbox(parts: OutboxParts): Outbox {
  const { records, service, clock, announce, random } = parts;
  let tokenRefused = false;
  let previousStatus: number | null = null;
  let hurry = true; // At a start nothing waits out an old pause.
  let cancelTimer: (() => void) | null = null;

  const note = (command: Command, what: string, outcome: string): Activity => ({
    at: instant(clock.now()),
    who: 'station',
    what,
    code: command.codes[0] ?? null,
    outcome,
  });

  const settle = async (command: Command, verdict: Exclude<Verdict, { kind: 'done' }>): Promise<void> => {
    if (verdict.kind === 'blocked') tokenRefused = true;
    const activity = note(command, `${command.kind} answered`, `${verdict.kind}: ${verdict.failure.code}`);
    const failure = verdict.failure;
    if (verdict.kind === 'wait') {
      // Never sooner than our own pause: a service may ask to be called again after no time at all.
      const pause = Math.max(verdict.retryAfterMs ?? 0, pauseBeforeRetry(command.attempts, random()));
      const requestLeft = command.requestLeft || verdict.requestLeft;
      const change = { state: 'waiting', notBefore: clock.now() + pause, failure, requestLeft } as const;
      await records.moveCommand(command.id, ['sending'], change, { activity });
      return;
    }
    await records.moveCommand(command.id, ['sending'], { state: verdict.kind, failure }, { activity });
    if (verdict.kind === 'rejected' && command.kind === 'delete') parts.onDeleteRejected();
  };

  const sendDelete = async (command: Command, mayHaveLeft: boolean): Promise<void> => {
    const answer = await service.deleteByCustomCode(command.codes[0] ?? '');
    const verdict = afterDelete(answer, mayHaveLeft, previousStatus);
    previousStatus = statusOf(answer);
    if (verdict.kind !== 'done') return settle(command, verdict);
    await records.completeDelete(command.id, { activity: note(command, 'delete answered', 'deleted') });
    announce('parcels');
  };

  const sendCreate = async (command: Command): Promise<void> => {
    const request = await records.createRequest(command.id);
    if (!request) throw new Error(`Create command ${command.id} has no readable request`);
    const answer = await service.create(request);
    const verdict = afterCreate(answer, previousStatus);
    previousStatus = statusOf(answer);
    if ('rawBody' in answer) await records.keepRawAnswer(command.id, answer.rawBody);
    if (answer.kind !== 'answered' || verdict.kind !== 'done') {
      if (verdict.kind !== 'done') await settle(command, verdict);
      return;
    }
    const order = readOrderFacts(answer.value, answer.missing, answer.rawBody, request);
    await records.completeCreate(command.id, order, { activity: note(command, 'create answered', 'created') });
    announce('parcels');
    parts.onOrderStored();
  };

  const send = async (command: Command): Promise<void> => {
    const activity = note(command, `${command.kind} sent`, `attempt ${command.attempts + 1}`);
    const sending = await records.moveCommand(
      command.id,
      ['waiting'],
      { state: 'sending', attempt: true },
      { activity },
    );
    if (!sending) return;
    announce('commands', 'station', 'deletions');
    if (sending.kind === 'delete') await sendDelete(sending, command.requestLeft);
    else await sendCreate(sending);
    announce('commands', 'station', 'deletions');
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    const ignorePauses = hurry;
    hurry = false;
    const waiting = await records.commands(['waiting'], commandsPerPass);
    for (const command of waiting) {
      if (stopping() || tokenRefused) return;
      const askedToWait = command.failure?.code === 'too-many-requests';
      if (command.notBefore <= clock.now() || (ignorePauses && !askedToWait)) await send(command);
    }
    await scheduleNext();
  };

  const scheduleNext = async (): Promise<void> => {
    const waiting = await records.commands(['waiting'], commandsPerPass);
    if (waiting.length === 0 || tokenRefused) return;
    const soonest = Math.min(...waiting.map((command) => command.notBefore));
    cancelTimer = clock.after(Math.max(0, soonest - clock.now()), () => lane.kick());
  };

  const lane = createLane(pass, parts.onBug);

  return {
    kick(now = false) {
      hurry ||= now;
      lane.kick();
    },
    async tokenRenewed() {
      tokenRefused = false;
      previousStatus = null;
      const blocked = await records.commands(['blocked'], commandsPerPass);
      for (const command of blocked) {
        const activity = note(command, 'token renewed', 'waiting');
        await records.moveCommand(
          command.id,
          ['blocked'],
          { state: 'waiting', failure: null, notBefore: 0 },
          { activity },
        );
      }
      announce('commands', 'station');
      hurry = true;
      lane.kick();
    },
    async stop() {
      cancelTimer?.();
      await lane.stop();
      cancelTimer?.();
    },
  };
}

function statusOf(answer: ServiceAnswer<unknown>): number | null {
  return answer.kind === 'unanswered' ? null : answer.httpStatus;
}
