import { describe, expect, it } from 'vitest';
import { createBatchPace } from '../../../../src/main/core/batch/batch-pace.ts';
import { createStandingBook } from '../../../../src/main/core/batch/standing-book.ts';
import { createTelling } from '../../../../src/main/core/batch/telling.ts';
import { handClock } from '../hand-clock.ts';

describe('the pace of a batch', () => {
  it('has no pauses until the service says that it is too much', () => {
    const pace = createBatchPace();
    pace.wentWell();
    expect(pace.pauseMs()).toBe(0);
  });

  it('doubles from one second up to a minute, and shrinks slowly while it goes well', () => {
    const pace = createBatchPace();
    const pauses = Array.from({ length: 8 }, () => {
      pace.tooMany();
      return pace.pauseMs() / 1000;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    pace.wentWell();
    expect(pace.pauseMs()).toBe(48_000);
    for (let order = 0; order < 40; order += 1) pace.wentWell();
    expect(pace.pauseMs()).toBe(0);
  });
});

describe('how a batch’s orders stand', () => {
  it('is learned piece by piece: what is settled is not asked about again', () => {
    const book = createStandingBook(5);
    expect(book.query()).toEqual({ after: 0, again: [] });
    book.learn([
      { number: 1, standing: 'created', charged: 45 },
      { number: 2, standing: 'uncertain', charged: null },
      { number: 3, standing: 'on the way', charged: null },
    ]);
    expect(book.query()).toEqual({ after: 3, again: [2, 3] });
    book.learn([
      { number: 2, standing: 'created', charged: 10 },
      { number: 3, standing: 'refused', charged: null },
    ]);
    expect(book.query()).toEqual({ after: 3, again: [] });
    // The same answer once more.
    book.learn([{ number: 2, standing: 'created', charged: 10 }]);
    expect([book.charged(), book.count('created'), book.count('refused'), book.count('open')]).toEqual([55, 2, 1, 2]);
    expect([1, 2, 3, 4].map(book.of)).toEqual(['created', 'created', 'refused', 'open']);
  });

  it('counts a price once, when it comes: an order whose price was not told is asked about again', () => {
    const book = createStandingBook(2);
    book.learn([{ number: 1, standing: 'created', charged: null }]);
    expect([book.charged(), book.query()]).toEqual([0, { after: 1, again: [1] }]);
    // An answer from before it was created, come late.
    book.learn([{ number: 1, standing: 'on the way', charged: null }]);
    expect([book.of(1), book.count('created')]).toEqual(['created', 1]);
    for (let time = 0; time < 2; time += 1) book.learn([{ number: 1, standing: 'created', charged: 45 }]);
    expect([book.charged(), book.count('created'), book.query()]).toEqual([45, 1, { after: 1, again: [] }]);
  });

  it('asks no more than a hundred again where a service tells no prices at all', () => {
    const book = createStandingBook(5_000);
    const unpriced = Array.from({ length: 5_000 }, (_, index) => index + 1);
    book.learn(unpriced.map((number) => ({ number, standing: 'created', charged: null })));
    expect([book.query().again.length, book.count('created')]).toEqual([100, 5_000]);
  });
});

describe('what changes in a batch', () => {
  it('is told at once, then four times a second at most, the last of it always', () => {
    const clock = handClock(0);
    let told = 0;
    const telling = createTelling(clock, () => {
      told += 1;
    });
    for (let change = 0; change < 100; change += 1) telling.tell();
    expect(told).toBe(1);
    clock.pass(250);
    expect(told).toBe(2);
    clock.pass(250);
    expect(told).toBe(2);
    telling.tell();
    expect(told).toBe(3);
    telling.tell();
    telling.stop();
    clock.pass(1_000);
    telling.tell();
    expect(told).toBe(3);
  });
});
