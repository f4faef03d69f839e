import { setImmediate } from 'node:timers/promises';

/** Resolves after a delay, or on abort. Never rejects. */
export function pause(
  milliseconds: number,
  signal?: AbortSignal,
  { timers = systemTimers }: { readonly timers?: Timers } = {},
): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const settle = (): void => {
      cancelTimer();
      signal?.removeEventListener('abort', settle);
      resolve();
    };
    const cancelTimer = timers.after(milliseconds, settle);
    signal?.addEventListener('abort', settle);
  });
}

/** Starts timers: the system's, or those of a test clock. */
export interface Timers {
  /** Runs `action` once after that many milliseconds; the returned function cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

export const systemTimers: Timers = {
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The system's clock. */
export const systemClock = { now: () => Date.now(), after: systemTimers.after };

/** Timers that do not keep the process alive. */
export const backgroundTimers: Timers = {
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/** Waits for the work or the abort, whichever is first; the work is not stopped. Removes its listener. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  let onAbort = (): void => {};
  const aborted = new Promise<'aborted'>((resolve) => {
    onAbort = () => resolve('aborted');
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Waits for the work, at most that many milliseconds; the work is not stopped. Removes its timer. */
export async function waitAtMost(work: Promise<unknown>, milliseconds: number, timers: Timers): Promise<void> {
  let cancelTimer = (): void => {};
  const passed = new Promise<void>((resolve) => {
    // Infinity: a timer would fire at once (Node's documentation of setTimeout).
    if (Number.isFinite(milliseconds)) cancelTimer = timers.after(milliseconds, resolve);
  });
  try {
    await Promise.race([work, passed]);
  } finally {
    cancelTimer();
  }
}

/** A time limit that other signals can shorten. */
export interface Deadline {
  /** As of a signal: whether it is over, and why. */
  readonly aborted: boolean;
  readonly reason: unknown;
  /** Made when it is first asked for: a request on an open connection needs none, which would cost it 3 % of its time. */
  readonly signal: AbortSignal;
  /** Calls the listener when it is over, also where it is already; the returned function stops that. */
  onAbort(listener: () => void): () => void;
  /** Ends the timer and stops listening to the other signals. */
  release(): void;
}

/** The reason of a deadline once its time is over. */
export const timeLimitReached = 'timeout';

/** It is over when the time is, or with the reason of the first of `others` that fires. */
export function startDeadline(milliseconds: number, others: readonly (AbortSignal | undefined)[]): Deadline {
  let over: { readonly reason: unknown } | null = null;
  let controller: AbortController | null = null;
  const listeners = new Set<() => void>();
  const end = (reason: unknown): void => {
    if (over) return;
    over = { reason };
    controller?.abort(reason);
    for (const listener of [...listeners]) listener();
  };
  const timer = setTimeout(() => end(timeLimitReached), milliseconds);
  const forward = (event: Event): void => end((event.target as AbortSignal).reason);
  for (const other of others) {
    if (other?.aborted) end(other.reason);
    else other?.addEventListener('abort', forward);
  }
  return {
    get aborted() {
      return over !== null;
    },
    get reason() {
      return over?.reason;
    },
    get signal() {
      if (controller) return controller.signal;
      controller = new AbortController();
      if (over) controller.abort(over.reason);
      return controller.signal;
    },
    onAbort(listener) {
      if (over) listener();
      else listeners.add(listener);
      return () => listeners.delete(listener);
    },
    release() {
      clearTimeout(timer);
      for (const other of others) other?.removeEventListener('abort', forward);
    },
  };
}

/** Longest work between two yields, milliseconds. */
const maxBusyMs = 8;

/** Creates a function that yields to the event loop after 8 milliseconds of work; cheap enough to be called often. */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxBusyMs) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Items between two yields of `forEachYielding`: short work, as a promise for each would cost more than the work itself. */
const itemsBetweenYields = 32;

/** Does short work for each item, in order, and calls a yielder before the first one and often. */
export async function forEachYielding<T>(
  items: Iterable<T>,
  yieldToEventLoop: () => Promise<void>,
  work: (item: T) => void,
): Promise<void> {
  let done = 0;
  for (const item of items) {
    if (done % itemsBetweenYields === 0) await yieldToEventLoop();
    work(item);
    done += 1;
  }
}
