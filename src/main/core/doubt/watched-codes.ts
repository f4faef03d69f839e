import { deleteAgainAfterMs, lateDeletion, type OrderAlarm } from '../../../shared/order-alarm.ts';
import type { Announce } from '../announce.ts';
import type { Notices } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import { createLane } from '../task-lane.ts';

/** Alarms told in one go. */
const mostToldAtOnce = 20;

export interface WatchedCodesParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  /** Deletions are on disk: they may leave. */
  onIntent: () => void;
  onBug: (error: unknown) => void;
}

/** The codes of orders that gave way to others. */
export interface WatchedCodes {
  /** Something may be due, or to be told. */
  kick(): void;
  stop(): Promise<void>;
}

/** Deletes replaced codes once more when their time has come, and tells of each sign of life, once. */
export function watchReplacedCodes(parts: WatchedCodesParts): WatchedCodes {
  const { records, clock, announce, notices, onIntent, onBug } = parts;
  let cancelTimer: (() => void) | null = null;

  const tell = async (): Promise<void> => {
    const alarms = await records.untoldAlarms(mostToldAtOnce);
    if (alarms.length === 0) return;
    for (const alarm of alarms) notices.say(alarmNotice(alarm));
    const ids = alarms.map(({ id }) => id);
    await records.noteAlarmsTold(ids, instant(clock.now()));
    announce('commands');
    if (alarms.length === mostToldAtOnce) lane.kick();
  };

  const deleteDue = async (stopping: () => boolean): Promise<void> => {
    const now = clock.now();
    const { begun, nextAt } = await records.deleteReplacedAgain(instant(now - deleteAgainAfterMs), instant(now));
    if (begun > 0) {
      announce('commands', 'station', 'deletions');
      onIntent();
    }
    if (nextAt === null || stopping()) return;
    const wait = Math.max(0, Date.parse(nextAt) + deleteAgainAfterMs - clock.now());
    // A clock set back must not keep it waiting longer than it was meant to.
    cancelTimer = clock.after(Math.min(wait, deleteAgainAfterMs), () => lane.kick());
  };

  const lane = createLane(async (stopping) => {
    cancelTimer?.();
    cancelTimer = null;
    await tell();
    if (!stopping()) await deleteDue(stopping);
  }, onBug);

  return {
    kick: () => lane.kick(),
    async stop() {
      await lane.stop();
      cancelTimer?.();
    },
  };
}

function alarmNotice({ code, event, newCodes }: OrderAlarm) {
  const sign =
    event === lateDeletion
      ? `was there when its code ${code} was deleted once more`
      : `is at the service: the event ${event} names its code ${code}`;
  return {
    tone: 'error' as const,
    text: `An order that was replaced ${sign}. It may be carried out beside the new one, ${newCodes.join(', ')}.`,
    next: 'Look under Print queue, Waiting to send.',
  };
}
