/** Longest pause between two attempts, in milliseconds. */
export const longestPauseMs = 30_000;
const firstPauseMs = 1_000;

/**
 * How long to wait before the next attempt: growing, with jitter (half to all of the step), never over 30 s.
 * @param attempts attempts made so far, at least 1
 * @param random a number from 0 up to 1
 */
export function pauseBeforeRetry(attempts: number, random: number): number {
  const step = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 10));
  return Math.round(step / 2 + (step / 2) * random);
}
