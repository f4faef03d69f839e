import { createStore } from 'zustand/vanilla';
import type { ScanMode } from '../../shared/scanning/scan.ts';
import type { ReadableStore } from '../data/query.ts';
import { secondsLeft } from '../presentation/deletion-verdict.ts';

/** Delete mode ends after this long without a key or a scan, milliseconds. */
export const deleteModeTimeoutMs = 60_000;

export interface ScanModeState {
  readonly mode: ScanMode;
  /** When Delete mode ends, milliseconds since 1970; null in the other modes. */
  readonly armedUntil: number | null;
}

export interface ScanModeStore extends ReadableStore<ScanModeState> {
  /** The operator picks a mode; picking Delete again restarts its time. */
  choose(mode: ScanMode): void;
  /** A key or a scan: the operator is still active. */
  touch(): void;
}

/** Whole seconds until Delete mode ends; at most the whole time, where `now` is older than the last key. */
export const deleteModeSecondsLeft = (armedUntil: number, now: number): number =>
  Math.min(secondsLeft(armedUntil, now), deleteModeTimeoutMs / 1000);

interface Timer {
  readonly now: () => number;
  /** Calls once after that many milliseconds. */
  readonly after: (milliseconds: number, callback: () => void) => void;
}

const browserTimer: Timer = {
  now: () => Date.now(),
  after: (milliseconds, callback) => void setTimeout(callback, milliseconds),
};

const disarmed: ScanModeState = { mode: 'look up', armedUntil: null };

/** What a scan does. Starts with Look up; Delete must be chosen, and ends after a while. */
export function createScanMode({ now, after }: Timer = browserTimer): ScanModeStore {
  const store = createStore<ScanModeState>(() => disarmed);
  let isWatching = false;

  /** A clock that was set back would show more than the whole time. */
  const hasEnded = (armedUntil: number): boolean => armedUntil <= now() || armedUntil - now() > deleteModeTimeoutMs;

  /** One timer at a time: it ends Delete mode, or waits for the remaining time. */
  function watch(): void {
    const { armedUntil } = store.getState();
    isWatching = armedUntil !== null;
    if (armedUntil === null) return;
    if (hasEnded(armedUntil)) {
      isWatching = false;
      store.setState(disarmed);
    } else {
      after(armedUntil - now(), watch);
    }
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    choose(mode) {
      store.setState({ mode, armedUntil: mode === 'delete' ? now() + deleteModeTimeoutMs : null });
      if (!isWatching) watch();
    },
    touch() {
      const { armedUntil } = store.getState();
      // A key after the end does not extend Delete mode, even where the timer of a sleeping computer is late.
      if (armedUntil === null) return;
      store.setState(hasEnded(armedUntil) ? disarmed : { armedUntil: now() + deleteModeTimeoutMs });
    },
  };
}
