import { describe, expect, it } from 'vitest';
import { createWishLimit, mostWishes } from '../../../src/shared/site/wish-limit.ts';

const ignored = (isFirst: boolean) => ({ kind: 'ignored', isFirst });
const heard = { kind: 'heard' };

describe('wishes of other benches', () => {
  it('beyond thirty in a minute are ignored, and shown once', () => {
    const limit = createWishLimit();
    for (let count = 0; count < mostWishes; count += 1) expect(limit.note('bench-3', count)).toEqual(heard);
    expect(limit.note('bench-3', 100)).toEqual(ignored(true));
    expect(limit.note('bench-3', 101)).toEqual(ignored(false));
  });

  it('of one bench do not count for another, and those under a restored bench’s new id count for it', () => {
    const limit = createWishLimit();
    for (let count = 0; count < mostWishes; count += 1) limit.note('bench-3', 0);
    expect(limit.note('bench-4', 1)).toEqual(heard);
    expect(limit.note('bench-3~2', 1)).toEqual(ignored(true));
  });

  it('are heard again after a minute without more, and not while the flood goes on', () => {
    const limit = createWishLimit();
    for (let now = 0; now < 120_000; now += 500) limit.note('bench-3', now);
    expect(limit.note('bench-3', 120_000)).toEqual(ignored(false));
    expect(limit.note('bench-3', 180_000)).toEqual(heard);
    for (let count = 0; count < mostWishes; count += 1) limit.note('bench-3', 180_001);
    expect(limit.note('bench-3', 180_002).kind).toBe('ignored');
  });

  it('at the rate of a person who scans are all heard', () => {
    const limit = createWishLimit();
    for (let now = 0; now < 3_600_000; now += 2_500) expect(limit.note('bench-3', now)).toEqual(heard);
  });

  it('are heard again at once where the clock was set back by more than a minute, and count on where it was less', () => {
    const limit = createWishLimit();
    const flood = (now: number): void => {
      for (let count = 0; count <= mostWishes; count += 1) limit.note('bench-3', now);
    };
    flood(3_600_000);
    expect(limit.note('bench-3', 3_590_000)).toEqual(ignored(false));
    expect(limit.note('bench-3', 0)).toEqual(heard);
    flood(0);
    expect(limit.note('bench-3', 1)).toEqual(ignored(false));
    for (let count = 0; count < 600; count += 1) limit.note(`invented-${count}`, 3_600_000);
    for (let count = 0; count <= mostWishes; count += 1) expect(limit.note(`more-${count}`, 100_000)).toEqual(heard);
  });

  it('under many invented names share one count once the table is full', () => {
    const limit = createWishLimit();
    for (let count = 0; count < 600; count += 1) limit.note(`invented-${count}`, 0);
    const answers = Array.from({ length: 100 }, (_, count) => limit.note(`more-${count}`, 1).kind);
    expect(answers.filter((kind) => kind === 'heard')).toHaveLength(mostWishes);
    expect(limit.note('after-a-minute', 60_001)).toEqual(heard);
  });
});
