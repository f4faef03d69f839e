import { LRUCache } from 'lru-cache';
import type { Result } from '../../shared/contract/failure.ts';

/** Results that would be the same the next time, and those in progress, by label. */
export interface ResultCache<T> {
  /** Makes the result where it is neither cached nor in progress; caches it where `make` says so. */
  answer(key: string, make: () => Promise<{ result: Result<T>; keep: boolean }>): Promise<Result<T>>;
}

/**
 * The results used last, bounded by count and by their bytes together.
 * @param sizeOf bytes of a result.
 */
export function createResultCache<T>(
  limits: { maxAnswers: number; maxBytes: number },
  sizeOf: (value: T) => number,
): ResultCache<T> {
  const cache = new LRUCache<string, Result<T>>({
    max: limits.maxAnswers,
    maxSize: limits.maxBytes,
    // At least 1: the library takes no size of 0.
    sizeCalculation: (result) => Math.max(1, result.ok ? sizeOf(result.value) : 0),
  });
  const inProgress = new Map<string, Promise<Result<T>>>();
  return {
    answer(key, make) {
      const known = cache.get(key) ?? inProgress.get(key);
      if (known) return Promise.resolve(known);
      const making = make()
        .then(({ result, keep }) => {
          if (keep) cache.set(key, result);
          return result;
        })
        .finally(() => inProgress.delete(key));
      inProgress.set(key, making);
      return making;
    },
  };
}
