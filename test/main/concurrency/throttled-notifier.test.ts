import { expect, it } from 'vitest';
import { createThrottledNotifier } from '../../../src/main/concurrency/throttled-notifier.ts';
import { manualClock } from '../core/manual-clock.ts';

it('throttled notifier: the first change is reported at once, then four a second at most, the last always', () => {
  const clock = manualClock(0);
  let reports = 0;
  const notifier = createThrottledNotifier(clock, 250, () => {
    reports += 1;
  });
  for (let change = 0; change < 100; change += 1) notifier.notify();
  expect(reports).toBe(1);
  clock.pass(250);
  expect(reports).toBe(2);
  clock.pass(250);
  expect(reports).toBe(2);
  notifier.notify();
  expect(reports).toBe(3);
  notifier.notify();
  notifier.stop();
  clock.pass(1_000);
  notifier.notify();
  expect(reports).toBe(3);
});
