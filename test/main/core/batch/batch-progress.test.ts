import { describe, expect, it } from 'vitest';
import { createBatchBackoff } from '../../../../src/main/core/batch/batch-quoting.ts';
import { createOrderStateTracker } from '../../../../src/main/core/batch/open-batch.ts';

describe('batch backoff', () => {
  it('has no pause until the service answers 429', () => {
    const backoff = createBatchBackoff();
    backoff.succeeded();
    expect(backoff.pauseMs()).toBe(0);
  });

  it('doubles from one second up to a minute, and shrinks slowly while requests succeed', () => {
    const backoff = createBatchBackoff();
    const pauses = Array.from({ length: 8 }, () => {
      backoff.tooManyRequests();
      return backoff.pauseMs() / 1000;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    backoff.succeeded();
    expect(backoff.pauseMs()).toBe(48_000);
    for (let order = 0; order < 40; order += 1) backoff.succeeded();
    expect(backoff.pauseMs()).toBe(0);
  });
});

describe('batch order states', () => {
  it('are read piece by piece: final states are not read again', () => {
    const tracker = createOrderStateTracker(5);
    expect(tracker.query()).toEqual({ after: 0, again: [] });
    tracker.update([
      { number: 1, orderState: 'created', charged: 45 },
      { number: 2, orderState: 'uncertain', charged: null },
      { number: 3, orderState: 'on the way', charged: null },
    ]);
    expect(tracker.query()).toEqual({ after: 3, again: [2, 3] });
    tracker.update([
      { number: 2, orderState: 'created', charged: 10 },
      { number: 3, orderState: 'rejected', charged: null },
    ]);
    expect(tracker.query()).toEqual({ after: 3, again: [] });
    // The same answer once more.
    tracker.update([{ number: 2, orderState: 'created', charged: 10 }]);
    expect([tracker.charged(), tracker.count('created'), tracker.count('rejected'), tracker.count('open')]).toEqual([
      55, 2, 1, 2,
    ]);
    expect([1, 2, 3, 4].map(tracker.of)).toEqual(['created', 'created', 'rejected', 'open']);
  });

  it('count a price once: an order without a price is read again', () => {
    const tracker = createOrderStateTracker(2);
    tracker.update([{ number: 1, orderState: 'created', charged: null }]);
    expect([tracker.charged(), tracker.query()]).toEqual([0, { after: 1, again: [1] }]);
    // A late answer from before the order was created.
    tracker.update([{ number: 1, orderState: 'on the way', charged: null }]);
    expect([tracker.of(1), tracker.count('created')]).toEqual(['created', 1]);
    for (let time = 0; time < 2; time += 1) tracker.update([{ number: 1, orderState: 'created', charged: 45 }]);
    expect([tracker.charged(), tracker.count('created'), tracker.query()]).toEqual([45, 1, { after: 1, again: [] }]);
  });

  it('are read again for a hundred orders at most where a service gives no prices', () => {
    const tracker = createOrderStateTracker(5_000);
    const unpriced = Array.from({ length: 5_000 }, (_, index) => index + 1);
    tracker.update(unpriced.map((number) => ({ number, orderState: 'created', charged: null })));
    expect([tracker.query().again.length, tracker.count('created')]).toEqual([100, 5_000]);
  });
});
