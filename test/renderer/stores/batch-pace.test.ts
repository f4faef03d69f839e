import { describe, expect, it } from 'vitest';
import { type PaceSample, paceOf, withSample } from '../../../src/renderer/stores/batch-pace.ts';

/** One order a second since the beginning. */
const steady = (seconds: number): readonly PaceSample[] =>
  Array.from({ length: seconds + 1 }, (_, at) => ({ at: at * 1000, ended: at })).reduce(withSample, []);

describe('how fast a batch goes', () => {
  it('is not said before a few orders have ended', () => {
    expect(paceOf([], 100, 0)).toBeNull();
    expect(paceOf(steady(2), 100, 2_000)).toBeNull();
  });

  it('is what it was lately, and what is left follows from it', () => {
    const pace = paceOf(steady(30), 60, 30_000);
    expect(pace?.perMinute).toBeCloseTo(60);
    expect(pace?.leftMs).toBeCloseTo(60_000);
  });

  it('falls by the second where nothing ends, until nobody can say it', () => {
    const samples = steady(30);
    expect(paceOf(samples, 60, 40_000)?.perMinute).toBeLessThan(60);
    expect(paceOf(samples, 60, 200_000)).toBeNull();
  });

  it('remembers a minute, however many orders that are', () => {
    expect(steady(600).length).toBeLessThan(70);
    const many = Array.from({ length: 5000 }, (_, at) => ({ at, ended: at })).reduce(
      withSample,
      [] as readonly PaceSample[],
    );
    expect(many.length).toBeLessThanOrEqual(240);
  });
});
