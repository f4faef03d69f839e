import type { StopReason } from './deadline.ts';

/** Every call that has not ended, so that a close can wait for them and then end them. */
export interface CallsInProgress {
  /** Fires when what is still in progress must end. */
  readonly closing: AbortSignal;
  isClosed(): boolean;
  run<T>(call: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** @param graceMs how long a close waits before it ends what is in progress, milliseconds */
export function trackCalls(graceMs: number): CallsInProgress {
  const controller = new AbortController();
  const inProgress = new Set<Promise<unknown>>();
  let closed = false;
  return {
    closing: controller.signal,
    isClosed: () => closed,
    async run(call) {
      const running = call();
      inProgress.add(running);
      try {
        return await running;
      } finally {
        inProgress.delete(running);
      }
    },
    async close() {
      closed = true;
      const timer = setTimeout(() => controller.abort('closing' satisfies StopReason), graceMs);
      await Promise.allSettled(inProgress);
      clearTimeout(timer);
    },
  };
}
