/** Why a call was ended from this side. */
export type StopReason = 'time over' | 'taken back' | 'closing';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Lets the timer and the outer signals go. */
  release(): void;
}

/** A signal that fires when the time is over, or with the reason of the first outer signal that fires. */
export function startDeadline(milliseconds: number, outer: readonly AbortSignal[]): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort('time over' satisfies StopReason), milliseconds);
  const forwards = outer.map((signal) => {
    const forward = (): void => controller.abort(signal.reason);
    if (signal.aborted) forward();
    else signal.addEventListener('abort', forward, { once: true });
    return () => signal.removeEventListener('abort', forward);
  });
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      for (const remove of forwards) remove();
    },
  };
}

/** The reason a signal fired; a caller's own signal gives none of ours and counts as taken back. */
export function stopReason(signal: AbortSignal): StopReason | null {
  if (!signal.aborted) return null;
  return signal.reason === 'time over' || signal.reason === 'closing' ? signal.reason : 'taken back';
}
