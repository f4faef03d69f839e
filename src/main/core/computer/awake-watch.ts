import type { Topic } from '../../../shared/contract/changes.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeepAwake } from '../ports/desktop.ts';
import type { Records } from '../ports/records.ts';

export interface AwakeWatchParts {
  records: Pick<Records, 'countWaiting'>;
  clock: Clock;
  keepAwake: KeepAwake;
  onBug: (error: unknown) => void;
}

/** Keeps the computer awake while labels, deletions or orders of one environment wait. */
export interface AwakeWatch {
  /** Counts what waits, at the start. */
  start(): void;
  /** Counts again after changes that can matter. */
  topicsChanged(topics: readonly Topic[]): void;
  /** Lets the computer sleep: nothing of this environment is sent any more. */
  stop(): void;
}

/** A change of any other topic makes no difference. */
const watchedTopics: readonly Topic[] = ['commands', 'deletions', 'print jobs'];

/** Milliseconds from a change to the counting: no computer falls asleep sooner, and a label that prints must not wait for it. */
const countAfterMs = 1_000;

/** What needs a decision does not count: it may wait overnight, and no sleep of the computer delays it. */
export function createAwakeWatch({ records, clock, keepAwake, onBug }: AwakeWatchParts): AwakeWatch {
  let isAwake = false;
  let isStopped = false;
  let stopWaiting: (() => void) | undefined;
  const keep = (isNeeded: boolean): void => {
    if (isNeeded === isAwake) return;
    isAwake = isNeeded;
    keepAwake(isNeeded);
  };
  const counting = createSerialQueue(async () => {
    if (isStopped) return;
    const { labels, deletions, orders } = await records.countWaiting();
    if (!isStopped) keep(labels + deletions + orders > 0);
  }, onBug);
  return {
    start: counting.wake,
    topicsChanged(topics) {
      if (isStopped || !topics.some((topic) => watchedTopics.includes(topic))) return;
      stopWaiting ??= clock.after(countAfterMs, () => {
        stopWaiting = undefined;
        counting.wake();
      });
    },
    stop() {
      isStopped = true;
      stopWaiting?.();
      keep(false);
    },
  };
}
