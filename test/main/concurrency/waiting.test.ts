import { describe, expect, it } from 'vitest';
import { pause, startDeadline, timeLimitReached, waitAtMost } from '../../../src/main/concurrency/waiting.ts';
import { manualClock } from '../core/manual-clock.ts';

describe('pause', () => {
  it('ends at once on abort, and leaves no timer behind', async () => {
    const clock = manualClock(0);
    const stopping = new AbortController();
    const ended = pause(1_000, stopping.signal, { timers: clock });
    stopping.abort();
    await ended;
    expect(clock.goOn()).toBe(false);
  });
});

describe('waiting at most', () => {
  it('ends with the work, and leaves no timer behind', async () => {
    const clock = manualClock(0);
    await waitAtMost(Promise.resolve(), 1_000, clock);
    expect(clock.goOn()).toBe(false);
  });

  it('ends when the time is over', async () => {
    const clock = manualClock(0);
    const ended = waitAtMost(new Promise(() => {}), 1_000, clock);
    clock.pass(1_000);
    await ended;
  });
});

describe('deadline', () => {
  it('fires when its time is over', async () => {
    const deadline = startDeadline(1, []);
    await new Promise((resolve) => deadline.signal.addEventListener('abort', resolve));
    expect(deadline.signal.reason).toBe(timeLimitReached);
  });

  it('fires with the reason of another signal', () => {
    const other = new AbortController();
    const deadline = startDeadline(60_000, [undefined, other.signal]);
    other.abort('closing');
    expect(deadline.signal.reason).toBe('closing');
    deadline.release();
  });

  it('calls who listens, once, and says why; a signal that is asked for later has fired', () => {
    const other = new AbortController();
    const deadline = startDeadline(60_000, [other.signal]);
    const called: string[] = [];
    deadline.onAbort(() => called.push('first'));
    const stop = deadline.onAbort(() => called.push('stopped'));
    stop();
    expect([deadline.aborted, deadline.reason]).toEqual([false, undefined]);
    other.abort('closing');
    deadline.onAbort(() => called.push('late'));
    expect(called).toEqual(['first', 'late']);
    expect([deadline.aborted, deadline.reason]).toEqual([true, 'closing']);
    expect([deadline.signal.aborted, deadline.signal.reason]).toEqual([true, 'closing']);
    deadline.release();
  });

  it('does not fire once it is released', () => {
    const other = new AbortController();
    const deadline = startDeadline(60_000, [other.signal]);
    deadline.release();
    other.abort('closing');
    expect([deadline.aborted, deadline.signal.aborted]).toEqual([false, false]);
  });
});
