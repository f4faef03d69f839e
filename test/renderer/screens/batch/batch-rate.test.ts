import { describe, expect, it } from 'vitest';
import { type RateSample, rateOf, withSample } from '../../../../src/renderer/screens/batch/batch-rate.ts';

/** One order a second since the beginning. */
const steady = (seconds: number): readonly RateSample[] =>
  Array.from({ length: seconds + 1 }, (_, at) => ({ at: at * 1000, ended: at })).reduce(withSample, []);

describe('batch rate', () => {
  it('is unknown before a few orders have ended', () => {
    expect(rateOf([], 100, 0)).toBeNull();
    expect(rateOf(steady(2), 100, 2_000)).toBeNull();
  });

  it('is that of the last minute, and gives the remaining time', () => {
    const rate = rateOf(steady(30), 60, 30_000);
    expect(rate?.perMinute).toBeCloseTo(60);
    expect(rate?.leftMs).toBeCloseTo(60_000);
  });

  it('falls while no order ends, until it is unknown', () => {
    const samples = steady(30);
    expect(rateOf(samples, 60, 40_000)?.perMinute).toBeLessThan(60);
    expect(rateOf(samples, 60, 200_000)).toBeNull();
  });

  it('keeps one minute of samples, however many orders end in it', () => {
    expect(steady(600).length).toBeLessThan(70);
    const many = Array.from({ length: 5000 }, (_, at) => ({ at, ended: at })).reduce(
      withSample,
      [] as readonly RateSample[],
    );
    expect(many.length).toBeLessThanOrEqual(240);
  });
});
