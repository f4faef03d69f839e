import { ofParcels } from '../../../shared/contract/changes.ts';
import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import type { DeletionDecision } from '../../../shared/shipments/deletion-conflict.ts';
import { parcelCode } from '../../../shared/shipments/parcel.ts';
import { createMutex } from '../../concurrency/mutex.ts';
import type { Announce } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { CommandLimits, CommandRecords, NewDeletion } from '../ports/command-records.ts';
import type { JournalRecords } from '../ports/scan-records.ts';
import type { ShipmentRecords } from '../ports/shipment-records.ts';
import type { EventRecords } from '../ports/webhook.ts';
import { activityAt } from '../ports/write-context.ts';
import type { PublishEvent } from '../runtime-events.ts';
import { maxOpenCommands } from './outbox.ts';

/** Most countdowns at once. More point to a faulty scanner, and none is added until some have ended. */
export const maxCountdowns = 200;

/** How long after a countdown's end that could not be stored the next try is made, milliseconds. */
const endAgainMs = 3_000;

export interface DeletionsParts {
  records: CommandRecords & ShipmentRecords & EventRecords & Pick<JournalRecords, 'isCapReached'>;
  clock: Clock;
  announce: Announce;
  undoSeconds: () => number;
  publish: PublishEvent;
  onBug: (error: unknown) => void;
}

export interface BegunDeletion {
  /** False where a deletion of that code already counts down, waits or is done: `command` is that one. */
  begun: boolean;
  command: Command;
}

export interface Deletions {
  /** Fails where the service cannot delete the code, too many commands count down or wait, or a lead's badge is needed. */
  begin(deletion: Omit<NewDeletion, 'endsAt'>): Promise<Result<BegunDeletion>>;
  /** When a countdown that starts now ends, and how many there may be. */
  limits(): { endsAt: number } & CommandLimits;
  /** Runs work that may start a deletion while no other is started, so that a cap is exact. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** A scan started a countdown. */
  begunByScan(command: Command): void;
  /** An operator decides whether a parcel exists that was reported as deleted, and later as picked up. */
  resolveConflict(parcelId: number, decision: DeletionDecision): Promise<Result<null>>;
  pending(): Promise<Command[]>;
  /** Sets the timers of stored countdowns. */
  resume(): Promise<void>;
  stop(): void;
}

/** Countdowns of deletions: stored before they are reported, never sent before they end. The timer of an undone deletion does nothing. */
export function createDeletions(parts: DeletionsParts): Deletions {
  const { records, clock, announce } = parts;
  const timers = new Map<number, () => void>();
  const starting = createMutex();
  let isStopped = false;

  const endCountdown = async (commandId: number): Promise<void> => {
    timers.delete(commandId);
    const activity = activityAt(clock.now(), 'station', 'end-countdown', null, message('journal.command.waiting'));
    const moved = await records.moveCommand(commandId, ['counting'], { state: 'waiting', notBefore: 0 }, { activity });
    if (!moved) return;
    announce('deletions', 'commands', 'station');
    parts.publish({ type: 'deletion due' });
  };

  const endAfter = (milliseconds: number, commandId: number, hasFailed = false): void => {
    timers.get(commandId)?.();
    const end = (): void =>
      void endCountdown(commandId).catch((error: unknown) => {
        if (!hasFailed) parts.onBug(error);
        // It could not be stored: without a timer it would never be sent.
        if (!isStopped) endAfter(endAgainMs, commandId, true);
      });
    timers.set(commandId, clock.after(milliseconds, end));
  };

  const setTimer = ({ id, notBefore }: Command): void => endAfter(Math.max(0, notBefore - clock.now()), id);

  const limits = (): { endsAt: number } & CommandLimits => ({
    endsAt: clock.now() + parts.undoSeconds() * 1000,
    countdowns: maxCountdowns,
    unanswered: maxOpenCommands,
  });

  const begun = (command: Command): void => {
    setTimer(command);
    if (command.parcelId === null) announce('deletions');
    else announce(...ofParcels([command.parcelId], 'deletions', 'print jobs', 'parcels'));
  };

  const begin = async (deletion: Omit<NewDeletion, 'endsAt'>): Promise<Result<BegunDeletion>> => {
    if (!isCustomCode(deletion.customCode)) return failed(noCustomCode);
    if (!(await records.mayBeginDelete(limits()))) return failed(outboxFull);
    if (await records.isCapReached('deletion', instant(clock.now()))) return failed(leadNeeded);
    const started = message('journal.command.countdown-started');
    const activity = activityAt(clock.now(), 'operator', 'delete', deletion.customCode, started);
    const answer = await records.beginDelete({ ...deletion, endsAt: limits().endsAt }, { activity });
    if (answer.begun) begun(answer.command);
    return success(answer);
  };

  return {
    exclusively: (work) => starting.runExclusive(work),
    begin: (deletion) => starting.runExclusive(() => begin(deletion)),
    limits,
    begunByScan: begun,
    async resolveConflict(parcelId, decision) {
      const parcel = await records.parcel(parcelId);
      const state = parcel?.deletionConflict?.state;
      if (!parcel || state === undefined) return failed(noConflict);
      const outcome = message(`journal.deletion-conflict-${decision}`, { state });
      const activity = activityAt(clock.now(), 'operator', 'resolve-deletion-conflict', parcelCode(parcel), outcome);
      if (!(await records.resolveDeletionConflict(parcelId, decision, { activity }))) return failed(noConflict);
      announce('deletions', 'commands', 'parcels', 'station');
      parts.publish({ type: 'deletion conflict resolved' });
      return success(null);
    },
    pending: () => records.commands(['counting'], maxCountdowns),
    async resume() {
      // All of them: one without a timer would never be sent.
      for (const command of await records.commands(['counting'], maxOpenCommands)) setTimer(command);
    },
    stop() {
      isStopped = true;
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

export const noCustomCode: Failure = { code: 'not-allowed-now', message: message('parcel.no-custom-code') };

const noConflict: Failure = { code: 'not-allowed-now', message: message('parcel.no-deletion-conflict') };
const leadNeeded: Failure = { code: 'needs-lead', message: message('people.deletions-capped') };
const outboxFull: Failure = { code: 'not-allowed-now', message: message('outbox.full') };
