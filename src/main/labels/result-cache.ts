import type { Result } from '../../shared/contract/failure.ts';

export interface LruCache<T> {
  get(key: string): T | undefined;
  put(key: string, answer: T): void;
}

/**
 * Keeps the answers used last, bounded by count and by their bytes together.
 * @param sizeOf bytes of an answer.
 */
export function createLruCache<T>(
  limits: { maxAnswers: number; maxBytes: number },
  sizeOf: (answer: T) => number,
): LruCache<T> {
  const answers = new Map<string, T>(); // in order of use, oldest first
  let bytes = 0;

  const drop = (key: string): void => {
    const answer = answers.get(key);
    if (answer !== undefined && answers.delete(key)) bytes -= sizeOf(answer);
  };

  return {
    get(key) {
      const answer = answers.get(key);
      if (answer !== undefined && answers.delete(key)) answers.set(key, answer);
      return answer;
    },
    put(key, answer) {
      drop(key);
      answers.set(key, answer);
      bytes += sizeOf(answer);
      for (const oldest of answers.keys()) {
        if (answers.size <= limits.maxAnswers && bytes <= limits.maxBytes) return;
        drop(oldest);
      }
    },
  };
}

/** Answers that would be the same the next time, and those on their way, by label. */
export interface ResultCache<T> {
  /** Makes the answer where it is neither kept nor on its way; keeps it where `make` says so. */
  answer(key: string, make: () => Promise<{ result: Result<T>; keep: boolean }>): Promise<Result<T>>;
}

export function createResultCache<T>(
  limits: { maxAnswers: number; maxBytes: number },
  sizeOf: (value: T) => number,
): ResultCache<T> {
  const cache: LruCache<Result<T>> = createLruCache(limits, (result) => (result.ok ? sizeOf(result.value) : 0));
  const inProgress = new Map<string, Promise<Result<T>>>();
  return {
    answer(key, make) {
      const known = cache.get(key) ?? inProgress.get(key);
      if (known) return Promise.resolve(known);
      const making = make()
        .then(({ result, keep }) => {
          if (keep) cache.put(key, result);
          return result;
        })
        .finally(() => inProgress.delete(key));
      inProgress.set(key, making);
      return making;
    },
  };
}
