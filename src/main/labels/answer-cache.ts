export interface AnswerCache<T> {
  get(key: string): T | undefined;
  put(key: string, answer: T): void;
}

/**
 * Keeps the answers used last, bounded by count and by their bytes together.
 * @param sizeOf bytes of an answer.
 */
export function createAnswerCache<T>(
  limits: { mostAnswers: number; mostBytes: number },
  sizeOf: (answer: T) => number,
): AnswerCache<T> {
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
        if (answers.size <= limits.mostAnswers && bytes <= limits.mostBytes) return;
        drop(oldest);
      }
    },
  };
}
