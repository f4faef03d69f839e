import { pause } from '../concurrency/waiting.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Records, Removed, RetentionCursor } from './ports/records.ts';

export interface RetentionParts {
  records: Records;
  /** How long records are kept. */
  keepDays: () => number;
  clock: Clock;
  onBug: (error: unknown) => void;
}

/** Removes old records and merges the search index while the station is idle. */
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
/** Between two rounds; the first comes after the first quiet time. */
const roundMs = 3_600_000;

/**
 * Removes what is older than the days kept, and merges the search index, in small steps with pauses between, while nobody uses the
 * station. The journal records how much was removed.
 */
export function createRetention({ records, keepDays, clock, onBug }: RetentionParts): Retention {
  let lastBusy = clock.now();
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const isStopped = (): boolean => stopping.signal.aborted;
  const pauseFor = (milliseconds: number): Promise<void> => pause(milliseconds, stopping.signal, { timers: clock });

  /** True once nobody uses the station; false where the station stops before. */
  const whenIdle = async (): Promise<boolean> => {
    for (let left = pauseMs; left > 0 && !isStopped(); left = lastBusy + quietMs - clock.now()) await pauseFor(left);
    return !isStopped();
  };

  const removeOld = async (): Promise<void> => {
    const before = instant(clock.now() - keepDays() * dayMs);
    const total = { orders: 0, parcels: 0, commands: 0, scans: 0, events: 0, labels: 0, journal: 0 };
    let from: RetentionCursor | null = null;
    do {
      if (!(await whenIdle())) break;
      const step: Awaited<ReturnType<Records['removeOld']>> = await records.removeOld(before, from);
      for (const what of countedKinds) total[what] += step.removed[what];
      from = step.next;
    } while (from !== null);
    const outcome = describeRemoved(total);
    if (outcome === null) return;
    const at = instant(clock.now());
    await records.note({
      at,
      who: 'station',
      what: 'remove old records',
      code: null,
      outcome: `${outcome}, from before ${before}`,
    });
  };

  const optimizeSearch = async (): Promise<void> => {
    for (;;) if (!(await whenIdle()) || !(await records.mergeSearchIndex())) return;
  };

  const rounds = async (): Promise<void> => {
    while (!isStopped()) {
      try {
        await optimizeSearch();
        if (!isStopped()) await removeOld();
      } catch (error) {
        onBug(error);
      }
      if (!isStopped()) await pauseFor(roundMs);
    }
  };

  return {
    start() {
      lastBusy = clock.now();
      running = rounds();
    },
    noteActivity() {
      lastBusy = clock.now();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const countedKinds = ['orders', 'parcels', 'commands', 'scans', 'events', 'labels', 'journal'] as const;
const nounOf: Record<(typeof countedKinds)[number], readonly [one: string, many: string]> = {
  orders: ['order', 'orders'],
  parcels: ['parcel', 'parcels'],
  commands: ['command', 'commands'],
  scans: ['scan', 'scans'],
  events: ['event', 'events'],
  labels: ['label', 'labels'],
  journal: ['line of the journal', 'lines of the journal'],
};

/** "12 orders, 1 label"; null if nothing was removed. */
export function describeRemoved(removed: Removed): string | null {
  const counts = countedKinds.flatMap((what) => {
    const count = removed[what];
    return count === 0 ? [] : [`${count} ${nounOf[what][count === 1 ? 0 : 1]}`];
  });
  return counts.length === 0 ? null : counts.join(', ');
}
