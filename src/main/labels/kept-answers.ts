import type { Result } from '../../shared/failure.ts';
import { type AnswerCache, createAnswerCache } from './answer-cache.ts';

/** Answers that would be the same the next time, and those on their way, by label. */
export interface KeptAnswers<T> {
  /** Makes the answer where it is neither kept nor on its way; keeps it where `make` says so. */
  answer(key: string, make: () => Promise<{ result: Result<T>; keep: boolean }>): Promise<Result<T>>;
}

export function createKeptAnswers<T>(
  limits: { mostAnswers: number; mostBytes: number },
  sizeOf: (value: T) => number,
): KeptAnswers<T> {
  const cache: AnswerCache<Result<T>> = createAnswerCache(limits, (result) => (result.ok ? sizeOf(result.value) : 0));
  const underWay = new Map<string, Promise<Result<T>>>();
  return {
    answer(key, make) {
      const known = cache.get(key) ?? underWay.get(key);
      if (known) return Promise.resolve(known);
      const making = make()
        .then(({ result, keep }) => {
          if (keep) cache.put(key, result);
          return result;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, making);
      return making;
    },
  };
}
