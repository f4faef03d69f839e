import type { Failure } from './failure.ts';

/**
 * Limits of the calls of the window, which main and the preload both keep: main because the page's process may be taken over, the preload so
 * that a script of the page cannot occupy main with refusals.
 */

/** Calls a second, over time. The screens read again at most 60 times a second each, and about ten at a time. */
export const maxCallsASecond = 1_000;

/** Calls at once after a pause. */
export const maxCallsInABurst = 2_000;

/** Largest input of a call, in characters and bytes. */
export const maxInputSize = 1024 * 1024;

/** Largest input of the calls that bring a file or the rows of one. */
export const maxFileInputSize = 21 * 1024 * 1024;

const callsWithFiles: readonly unknown[] = ['import.file', 'batch.open-file', 'batch.paste-rows'];

/** Decides about each call whether it is one too many. */
export interface CallLimit {
  /** Null, or why the call is refused. */
  refusal(name: unknown, input: unknown): Failure | null;
}

/** @param now milliseconds on a clock that only goes forward */
export function createCallLimit(now: () => number): CallLimit {
  let left = maxCallsInABurst;
  let countedAt = now();
  return {
    refusal(name, input) {
      const at = now();
      left = Math.min(maxCallsInABurst, left + ((at - countedAt) * maxCallsASecond) / 1000);
      countedAt = at;
      if (left < 1) return tooMany;
      left -= 1;
      return isLarger(input, callsWithFiles.includes(name) ? maxFileInputSize : maxInputSize) ? tooLarge : null;
    },
  };
}

/** Counts every character and byte, and 8 for each other value; stops counting at the limit. */
function isLarger(input: unknown, limit: number): boolean {
  let size = 0;
  const values: unknown[] = [input];
  while (values.length > 0 && size <= limit) {
    const value = values.pop();
    size += 8;
    if (typeof value === 'string') size += value.length;
    else if (ArrayBuffer.isView(value)) size += value.byteLength;
    else if (value instanceof ArrayBuffer) size += value.byteLength;
    else if (Array.isArray(value)) {
      size += value.length * 8;
      if (size <= limit) for (const entry of value) values.push(entry);
    } else if (value instanceof Map || value instanceof Set) {
      // The contract has none.
      return true;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) {
        size += key.length;
        values.push(entry);
      }
    }
  }
  return size > limit;
}

/** Also the refusal of calls above those that run at once. */
export const tooMany: Failure = { code: 'not-allowed-now', message: { code: 'call.too-many', params: {} } };

const tooLarge: Failure = { code: 'invalid-input', message: { code: 'call.too-large', params: {} } };

/** Most concurrent calls of the window, which makes a dozen at most. Further ones are refused. */
export const maxCallsAtOnce = 64;
