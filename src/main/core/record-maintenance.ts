import { message } from '../../shared/messages/message.ts';
import { keptDays } from '../../shared/settings/erasure.ts';
import { pause } from '../concurrency/waiting.ts';
import type { Notices } from './notices.ts';
import { type Clock, instant, localDay, type RetentionTime } from './ports/clock.ts';
import type { CommandRecords } from './ports/command-records.ts';
import type { FigureRecords } from './ports/print-records.ts';
import type { MaintenanceRecords, RecordBackups, Records, RetentionCursor, RetentionLimits } from './ports/records.ts';
import { recordsRemoved, removedKinds } from './ports/removed-records.ts';
import type { JournalRecords } from './ports/scan-records.ts';
import type { EventToReread, RereadEvent } from './ports/webhook.ts';
import { type Activity, activityAt } from './ports/write-context.ts';

export interface RetentionParts {
  records: MaintenanceRecords & CommandRecords & FigureRecords & JournalRecords;
  /** How long records are kept. */
  keepDays: () => number;
  /** A stored event as this version reads it. */
  readStoredEvent: (event: EventToReread) => RereadEvent;
  /** Stored answers or events were read again; parcels, jobs and commands may have changed. */
  onReread: () => void;
  retentionTime: RetentionTime;
  clock: Clock;
  onBug: (error: unknown) => void;
}

/** Removes old records, reads answers and events of an older version again and merges the search index while the station is idle. */
export interface Retention {
  start(): void;
  /** An operator is active: cleaning up waits. */
  noteActivity(): void;
  stop(): Promise<void>;
}

const dayMs = 24 * 3_600_000;
/** Without activity for this long, a step of a few milliseconds delays no operator. */
const quietMs = 10_000;
/** Between two steps. */
const pauseMs = 200;
/** Answers of an older version that are read again in one step. */
const answersPerStep = 50;
/** The same of events, each of at most 256 KB. */
const eventsPerStep = 20;
/** Days whose figures are stored for each hour; older ones are stored for each day. */
const figureHoursKeptDays = 35;
/** What is older than that is removed: records, an instant; hours of figures, a local day. */
export const retentionLimits = (now: number, keepDays: number): RetentionLimits => ({
  before: instant(now - keepDays * dayMs),
  figuresBefore: localDay(now, -Math.min(keepDays, figureHoursKeptDays)),
});

/** Between two rounds; the first comes after the first quiet time. */
const roundMs = 3_600_000;

/**
 * Removes what is older than the days kept, and merges the search index, in small steps with pauses between, while the
 * station is idle. The journal records how much was removed.
 */
export function createRetention(parts: RetentionParts): Retention {
  const { records, keepDays, clock, onBug } = parts;
  /** An operator was active since the last quiet time began. */
  let isBusy = true;
  const stopping = new AbortController();
  let hasReread = false;
  let running: Promise<void> = Promise.resolve();

  const isStopped = (): boolean => stopping.signal.aborted;
  const pauseFor = (milliseconds: number): Promise<void> => pause(milliseconds, stopping.signal, { timers: clock });

  /** True once the station is idle; false where the station stops before. Timed by pauses: a clock that is set forward is no quiet time. */
  const whenIdle = async (): Promise<boolean> => {
    await pauseFor(pauseMs);
    while (isBusy && !isStopped()) {
      isBusy = false;
      await pauseFor(quietMs);
    }
    return !isStopped();
  };

  const limits = async (): Promise<RetentionLimits> => retentionLimits(await parts.retentionTime(), keepDays());

  const removeOld = async (): Promise<void> => {
    const { before } = await limits();
    const total = { orders: 0, parcels: 0, commands: 0, scans: 0, events: 0, labels: 0, journal: 0 };
    let from: RetentionCursor | null = null;
    do {
      if (!(await whenIdle())) break;
      const step: Awaited<ReturnType<Records['removeOld']>> = await records.removeOld(before, from);
      for (const what of removedKinds) total[what] += step.removed[what];
      from = step.next;
    } while (from !== null);
    const entry = recordsRemoved(total, before, clock.now());
    if (entry) await records.note(entry);
  };

  const rereadAnswers = async (): Promise<void> => {
    while (await whenIdle()) {
      if ((await records.rereadAnswers(answersPerStep, instant(clock.now()))) === 0) return;
      hasReread = true;
    }
  };

  const rereadEvents = async (): Promise<void> => {
    while (await whenIdle()) {
      const events = await records.eventsToReread(eventsPerStep);
      if (events.length === 0) return;
      await records.rereadEvents(events.map(parts.readStoredEvent), instant(clock.now()));
      hasReread = true;
    }
  };

  /** Figures outlive the records that they count: hours as long as a month is shown by them, days for good. */
  const sumOldFigures = async (): Promise<void> => {
    const { figuresBefore } = await limits();
    for (;;) if (!(await whenIdle()) || !(await records.sumOldFigures(figuresBefore))) return;
  };

  const optimizeSearch = async (): Promise<void> => {
    for (;;) if (!(await whenIdle()) || !(await records.mergeSearchIndex())) return;
  };

  const rounds = async (): Promise<void> => {
    while (!isStopped()) {
      try {
        await rereadAnswers();
        await rereadEvents();
        if (hasReread) parts.onReread();
        hasReread = false;
        await optimizeSearch();
        await sumOldFigures();
        if (!isStopped()) await removeOld();
      } catch (error) {
        onBug(error);
      }
      if (!isStopped()) await pauseFor(roundMs);
    }
  };

  return {
    start() {
      isBusy = true;
      running = rounds();
    },
    noteActivity() {
      isBusy = true;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

export interface DailyBackupsParts {
  backups: Pick<RecordBackups, 'newest' | 'isChangedSince' | 'make' | 'removeOld'>;
  /** Every environment, also those that were not opened or are not in the settings any more. */
  environments: () => Promise<string[]>;
  /** Removes what is too old of an environment that may not be open. */
  removeOld?: (environment: string) => Promise<unknown>;
  /** Copies the settings, where they are in a file. */
  copySettings?: ((now: number) => Promise<void>) | undefined;
  /** Writes to the journal of an environment, where its records are open. */
  note: (environment: string, activity: Activity) => Promise<void>;
  notices: Pick<Notices, 'notify'>;
  retentionTime: RetentionTime;
  clock: Clock;
  onBug: (error: unknown) => void;
}

/** Backs up the settings, and the records of every environment that changed, once a day; removes backups that are too old. */
export interface DailyBackups {
  start(): void;
  /** Starts no further backup; resolves when the one that runs has ended. */
  stop(): Promise<void>;
}

/** The first look for a backup that is due, after the station has begun. */
const firstMs = 60_000;
/** Between two looks: a computer may have slept, and what failed is tried again. */
const lookMs = 3_600_000;

/** Looks every hour which backups are due. The journal records each one; a failure is reported once, until a backup succeeds. */
export function createDailyBackups(parts: DailyBackupsParts): DailyBackups {
  const { backups, note, notices, clock, onBug } = parts;
  const stopping = new AbortController();
  const failing = new Set<string>();
  let running: Promise<void> = Promise.resolve();

  const isOld = (time: number): boolean => clock.now() - time > (keptDays - 1) * dayMs;

  const backUpIfDue = async (environment: string): Promise<void> => {
    const newest = await backups.newest(environment, clock.now());
    if (newest !== null && clock.now() - newest < dayMs) return;
    // One of records that do not change any more is replaced before it is too old.
    const isDue = (await backups.isChangedSince(environment, newest)) || (newest !== null && isOld(newest));
    if (!isDue || stopping.signal.aborted) return;
    const made = await backups.make(environment, clock.now());
    const add = (outcome: Activity['outcome']): Promise<void> =>
      note(environment, activityAt(clock.now(), 'station', 'back-up-records', null, outcome));
    if (made.ok) {
      if (made.value === null) return;
      failing.delete(environment);
      return add(message('journal.backup-made', { file: made.value }));
    }
    if (failing.has(environment)) return;
    failing.add(environment);
    const reason = made.failure.message;
    notices.notify({ tone: 'warning', message: message('storage.daily-backup-failed', { environment, reason }) });
    await add(message('journal.backup-failed', { reason }));
  };

  /** What a full disk or a file in use held up is tried again the next day. */
  const removeOld = async (environment: string): Promise<void> => {
    if (!stopping.signal.aborted) await parts.removeOld?.(environment);
  };

  const removeOldBackups = async (environment: string): Promise<void> =>
    backups.removeOld(environment, (await parts.retentionTime()) - keptDays * dayMs, clock.now());

  const looks = async (): Promise<void> => {
    await pause(firstMs, stopping.signal, { timers: clock });
    while (!stopping.signal.aborted) {
      await parts.copySettings?.(clock.now()).catch(onBug);
      for (const environment of await parts.environments()) {
        // First: what is removed by mistake is in the backup of the day.
        await backUpIfDue(environment).catch(onBug);
        await removeOld(environment).catch(onBug);
        await removeOldBackups(environment).catch(onBug);
      }
      await pause(lookMs, stopping.signal, { timers: clock });
    }
  };

  return {
    start() {
      running = looks();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
