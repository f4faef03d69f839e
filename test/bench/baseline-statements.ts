import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Prepared statements of one file on a thread of their own. */
export interface BaselineStatements {
  all(name: string, ...args: (string | number)[]): Promise<unknown[]>;
  close(): Promise<void>;
}

export function openBaselineStatements(file: string, statements: Record<string, string>): BaselineStatements {
  const worker = new Worker(new URL('./baseline-statement-worker.mjs', import.meta.url), {
    workerData: { file, statements },
    execArgv: [],
  });
  return {
    async all(name, ...args) {
      const answered = once(worker, 'message');
      worker.postMessage({ name, args });
      const [rows] = await answered;
      return rows as unknown[];
    },
    async close() {
      const gone = once(worker, 'exit');
      worker.postMessage({ name: null });
      await gone;
    },
  };
}
