import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** The newest answer, kept as long as the same is asked and nothing was written since. */
export type Remembered<T> = (question: string, answer: () => T) => T;

/** For what a board asks again and again while it is scrolled. One answer is kept. */
export function rememberIn<T>(database: DatabaseSyncInstance): Remembered<T> {
  const changes = database.prepare('SELECT total_changes() AS count');
  let kept: { question: string; count: number; answer: T } | null = null;
  return (question, answer) => {
    const { count }: { count: number } = changes.get();
    if (kept?.question !== question || kept.count !== count) kept = { question, count, answer: answer() };
    return kept.answer;
  };
}
