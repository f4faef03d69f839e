import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSerialQueue, createTimedQueue } from '../../../src/main/concurrency/serial-queue.ts';
import { manualClock } from '../core/manual-clock.ts';

/** A queue whose runs end when the test says so. */
function queueForTest() {
  const bugs: unknown[] = [];
  const runs: { end(): void; fail(error: Error): void; stopping: () => boolean }[] = [];
  const queue = createSerialQueue(
    (stopping) => new Promise((resolve, reject) => runs.push({ end: resolve, fail: reject, stopping })),
    (error) => bugs.push(error),
  );
  return { queue, runs, bugs };
}

describe('serial queue', () => {
  it('runs once more for any number of requests during a run', async () => {
    const { queue, runs } = queueForTest();
    queue.wake();
    await setImmediate();
    for (let request = 0; request < 5; request += 1) queue.wake();
    await setImmediate();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await setImmediate();
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await setImmediate();
    expect(runs).toHaveLength(2);
  });

  it('reports a failing run as a bug, and runs again when requested', async () => {
    const { queue, runs, bugs } = queueForTest();
    queue.wake();
    await setImmediate();
    const broken = new Error('broken run');
    runs[0]?.fail(broken);
    await setImmediate();
    expect(bugs).toEqual([broken]);
    queue.wake();
    await setImmediate();
    expect(runs).toHaveLength(2);
  });

  it('stops after the run in progress, which learns of it, and begins no other', async () => {
    const { queue, runs } = queueForTest();
    queue.wake();
    await setImmediate();
    queue.wake();
    let isStopped = false;
    const stopped = queue.stop().then(() => {
      isStopped = true;
    });
    expect(runs[0]?.stopping()).toBe(true);
    await setImmediate();
    expect(isStopped).toBe(false);
    runs[0]?.end();
    await stopped;
    queue.wake();
    await setImmediate();
    expect(runs).toHaveLength(1);
  });
});

describe('timed queue', () => {
  const timedQueue = () => {
    const clock = manualClock(0);
    const runs: number[] = [];
    const fail = (bug: unknown): void => {
      throw bug;
    };
    return { clock, runs, queue: createTimedQueue(clock, async () => void runs.push(clock.now()), fail) };
  };

  it('runs after the time it was given, the latest call alone', () => {
    const { clock, runs, queue } = timedQueue();
    queue.wakeAfter(100);
    queue.wakeAfter(200);
    clock.pass(1_000);
    expect(runs).toEqual([200]);
  });

  it('forgets the time once a run begins before it', () => {
    const { clock, runs, queue } = timedQueue();
    queue.wakeAfter(100);
    queue.wake();
    clock.pass(1_000);
    expect(runs).toEqual([0]);
  });

  it('leaves no timer behind once it is stopped', async () => {
    const { clock, runs, queue } = timedQueue();
    queue.wakeAfter(100);
    await queue.stop();
    queue.wakeAfter(100);
    expect(clock.goOn()).toBe(false);
    expect(runs).toEqual([]);
  });
});
