import { type Command, commandCan } from '../../shared/command.ts';
import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { Announce } from './announce.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Activity, NewScan, Records, ScanRow } from './ports/records.ts';

/** Most countdowns at once; a bench with more has a runaway scanner, and nothing more is armed until some have ended. */
export const mostCountdowns = 200;

export interface DeletionsParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  undoSeconds: () => number;
  /** A countdown ended: the deletion may leave. */
  onDue: () => void;
  /** A deletion was taken back: labels it had cancelled wait to be printed again. */
  onUndone: () => void;
  onBug: (error: unknown) => void;
}

export interface Deletions {
  begin(
    deletion: { customCode: string; parcelId: number | null },
    scan?: Omit<NewScan, 'kind'>,
  ): Promise<{ begun: boolean; command: Command; scan: ScanRow | null }>;
  /** Takes back the countdown; null takes back the newest. */
  undo(commandId: number | null): Promise<Result<Command>>;
  pending(): Promise<Command[]>;
  /** Sets the timers of countdowns found on disk. */
  resume(): Promise<void>;
  stop(): void;
}

/** Countdowns of deletions: on disk before anyone is told, taken back until they end, never sent before. */
export function createDeletions(parts: DeletionsParts): Deletions {
  const { records, clock, announce } = parts;
  const timers = new Map<number, () => void>();

  const activityOf = (code: string | null, who: Activity['who'], what: string, outcome: string): Activity => ({
    at: instant(clock.now()),
    who,
    what,
    code,
    outcome,
  });

  const letGo = async (commandId: number): Promise<void> => {
    timers.delete(commandId);
    const activity = activityOf(null, 'station', 'countdown ended', 'waiting');
    const moved = await records.moveCommand(commandId, ['counting'], { state: 'waiting', notBefore: 0 }, { activity });
    if (!moved) return;
    announce('deletions', 'commands', 'station');
    parts.onDue();
  };

  const setTimer = (command: Command): void => {
    timers.get(command.id)?.();
    const remaining = Math.max(0, command.notBefore - clock.now());
    timers.set(
      command.id,
      clock.after(remaining, () => void letGo(command.id).catch(parts.onBug)),
    );
  };

  const findPending = async (commandId: number | null): Promise<Command | null> => {
    if (commandId !== null) return records.command(commandId);
    return (await records.commands(['counting'], mostCountdowns)).at(-1) ?? null;
  };

  return {
    async begin(deletion, scan) {
      const endsAt = clock.now() + parts.undoSeconds() * 1000;
      const kind = deletion.parcelId === null ? 'deleting unknown' : 'deleting';
      const activity = activityOf(deletion.customCode, 'operator', 'delete', 'counting down');
      const context = scan ? { activity, scan: { ...scan, kind } as const } : { activity };
      const answer = await records.beginDelete({ ...deletion, endsAt }, context);
      if (answer.begun) setTimer(answer.command);
      announce('deletions', 'print jobs', 'parcels', 'scans');
      return answer;
    },
    async undo(commandId) {
      const command = await findPending(commandId);
      if (!command) return failed(nothingToUndo);
      const activity = activityOf(command.codes[0] ?? null, 'operator', 'undo delete', 'taken back');
      const undone = commandCan('undo', command.state) ? await records.undoDelete(command.id, { activity }) : null;
      if (!undone) return failed(tooLate);
      timers.get(command.id)?.();
      timers.delete(command.id);
      announce('deletions', 'print jobs', 'parcels', 'scans');
      parts.onUndone();
      return success(undone);
    },
    pending: () => records.commands(['counting'], mostCountdowns),
    async resume() {
      for (const command of await records.commands(['counting'], mostCountdowns)) setTimer(command);
    },
    stop() {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

const nothingToUndo: Failure = {
  code: 'not-found-here',
  message: 'No deletion is counting down.',
  next: 'What was sent to the service cannot be taken back here.',
};

const tooLate: Failure = {
  code: 'not-allowed-now',
  message: 'This deletion has already been sent.',
  next: 'Create the parcel again if it is still needed.',
};
