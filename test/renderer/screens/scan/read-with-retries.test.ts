import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  drawingPauseMs,
  readWithRetries,
  retryPausesMs,
} from '../../../../src/renderer/screens/scan/label-picture.tsx';
import { failed, type Result, success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = failed({ code: 'not-allowed-now', message: message('label.assignment-changed') });

/** A read that fails so many times; the results that it reported, and how often it was called. */
function failingTimes(failures: number) {
  const results: boolean[] = [];
  let reads = 0;
  const read = async (): Promise<Result<number>> => {
    reads += 1;
    return reads > failures ? success(reads) : failure;
  };
  const stop = readWithRetries(read, ({ ok }) => void results.push(ok));
  return { results, stop, reads: () => reads };
}

it('label pictures: one that could not be drawn is drawn again by itself, and no more once it is there', async () => {
  const { results, reads } = failingTimes(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(results).toEqual([false]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(results).toEqual([false, false, true]);
  expect(reads()).toBe(3);
});

it('label pictures: one that can never be drawn is tried a limited number of times', async () => {
  const { reads } = failingTimes(1_000);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(reads()).toBe(1 + retryPausesMs.length);
});

it('label pictures: another label, or none, ends the attempts of the one before', async () => {
  const { results, stop, reads } = failingTimes(1_000);
  stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(results).toEqual([]);
  expect(reads()).toBe(1);
});

it('label pictures: one is not drawn between the keys of the next scan, and not at all once that is answered', async () => {
  const [started, keys] = [performance.now(), [40, 60, 80, 230, 250]];
  const elapsed = (): number => performance.now() - started;
  const lastKeyAt = (): number => keys.findLast((at) => at <= elapsed()) ?? Number.NEGATIVE_INFINITY;
  const drawnAt: number[] = [];
  const read = async () => success(drawnAt.push(elapsed()));
  const waitMs = (): number => drawingPauseMs(0, lastKeyAt(), elapsed());
  readWithRetries(read, () => {}, waitMs);
  const stop = readWithRetries(read, () => {}, waitMs);
  await vi.advanceTimersByTimeAsync(300);
  stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(drawnAt).toEqual([400]);
});
