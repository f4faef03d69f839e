import { expect, it } from 'vitest';
import { createAwakeWatch } from '../../../src/main/core/computer/awake-watch.ts';
import { createClockCheck } from '../../../src/main/core/computer/clock-check.ts';
import { createNotices } from '../../../src/main/core/notices.ts';

/** Timers run when the test says so. */
function startWatch() {
  const timers = new Set<() => void>();
  const waiting = { labels: 0, deletions: 0, orders: 0, decisions: 0, oldestAt: null };
  const asked: boolean[] = [];
  let counted = 0;
  const watch = createAwakeWatch({
    records: {
      async countWaiting() {
        counted += 1;
        return { ...waiting };
      },
    },
    clock: {
      now: () => 0,
      after(_, action) {
        timers.add(action);
        return () => void timers.delete(action);
      },
    },
    keepAwake: (isNeeded) => void asked.push(isNeeded),
    onBug(error) {
      throw error;
    },
  });
  const pass = async () => {
    for (const action of [...timers]) {
      timers.delete(action);
      action();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { watch, waiting, asked, pass, timers, counted: () => counted };
}

it('keep awake: while labels, deletions or orders wait, and no longer', async () => {
  const { watch, waiting, asked, pass } = startWatch();
  for (const kind of ['labels', 'deletions', 'orders'] as const) {
    waiting[kind] = 1;
    watch.topicsChanged(['print jobs']);
    await pass();
    waiting[kind] = 0;
    watch.topicsChanged(['commands']);
    await pass();
  }
  expect(asked).toEqual([true, false, true, false, true, false]);
  // What waits for a person keeps nothing awake.
  waiting.decisions = 3;
  watch.topicsChanged(['commands']);
  await pass();
  expect(asked).toHaveLength(6);
});

it('keep awake: many changes are counted once, others not at all, and a closed environment lets the computer sleep', async () => {
  const { watch, waiting, asked, pass, timers, counted } = startWatch();
  waiting.labels = 2;
  watch.start();
  await pass();
  expect(asked).toEqual([true]);
  for (let change = 0; change < 50; change += 1) watch.topicsChanged(['print jobs', 'parcels']);
  watch.topicsChanged(['scans', 'station']);
  expect(timers.size).toBe(1);
  await pass();
  expect(counted()).toBe(2);
  watch.topicsChanged(['print jobs']);
  watch.stop();
  watch.topicsChanged(['print jobs']);
  await pass();
  expect({ asked, counted: counted() }).toEqual({ asked: [true, false], counted: 2 });
});

it('clock check: a clock that was set back during a sleep is reported, a small correction is not', () => {
  let now = 1_000_000_000;
  const clock = { now: () => now, after: () => () => {} };
  const notices = createNotices(clock, () => {});
  const check = createClockCheck(clock, notices);
  now += 3_600_000;
  check.note();
  now -= 30_000;
  check.check();
  expect(notices.list()).toEqual([]);
  check.note();
  now -= 120_000;
  check.check();
  expect(notices.list().map(({ message }) => message.code)).toEqual(['station.clock-went-back']);
});
