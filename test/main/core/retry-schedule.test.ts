import fc from 'fast-check';
import { expect, it } from 'vitest';
import { longestPauseMs, pauseBeforeRetry } from '../../../src/main/core/retry-schedule.ts';

it('pauses grow, and never pass thirty seconds however often it was tried', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempts, random) => {
        const pause = pauseBeforeRetry(attempts, random);
        expect(pause).toBeGreaterThan(0);
        expect(pause).toBeLessThanOrEqual(longestPauseMs);
        expect(pauseBeforeRetry(attempts + 1, random)).toBeGreaterThanOrEqual(pause);
      },
    ),
  );
});

it('two stations that failed together do not come back together', () => {
  expect(pauseBeforeRetry(3, 0)).not.toBe(pauseBeforeRetry(3, 0.5));
});
