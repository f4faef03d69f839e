import { timeLimitReached } from '../concurrency/abortable.ts';

/** Why a call was ended from this side. */
export type StopReason = typeof timeLimitReached | 'cancelled' | 'closing';

/** The reason a signal fired; a caller's own signal gives none of ours and counts as taken back. */
export function stopReason(signal: AbortSignal): StopReason | null {
  if (!signal.aborted) return null;
  return signal.reason === timeLimitReached || signal.reason === 'closing' ? signal.reason : 'cancelled';
}

/** Every call that has not ended, so that a close can wait for them and then end them. */
export interface CallTracker {
  /** Fires when what is still in progress must end. */
  readonly closing: AbortSignal;
  isClosed(): boolean;
  run<T>(call: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** @param graceMs how long a close waits before it ends what is in progress, milliseconds */
export function createCallTracker(graceMs: number): CallTracker {
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
