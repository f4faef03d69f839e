import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ScanMode } from '../../shared/scanning/scan.ts';
import { secondsLeft } from '../presentation/deletion-text.ts';

/** Delete mode is left by itself after this long without a key or a scan. Milliseconds. */
export const deleteModeTimeoutMs = 60_000;

export interface ScanModeState {
  readonly mode: ScanMode;
  /** When Delete mode ends by itself, milliseconds since 1970; null in the other modes. */
  readonly armedUntil: number | null;
}

export interface ScanModeStore extends Pick<StoreApi<ScanModeState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** A person picks a mode; picking Delete arms it, again and again. */
  choose(mode: ScanMode): void;
  /** A key or a scan: somebody is still there. */
  touch(): void;
}

/** Whole seconds until Delete leaves by itself; never more than all of them, where `now` is older than the last key. */
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

/** What a scan does. Begins with Look up; Delete is armed on purpose and leaves by itself. */
export function createScanMode({ now, after }: Timer = browserTimer): ScanModeStore {
  const store = createStore<ScanModeState>(() => ({ mode: 'look up', armedUntil: null }));
  let isWatching = false;

  /** One timer at a time: it looks, and either disarms or sleeps for what is left. */
  function watch(): void {
    const { armedUntil } = store.getState();
    isWatching = armedUntil !== null;
    if (armedUntil === null) return;
    const left = armedUntil - now();
    if (left <= 0) {
      isWatching = false;
      store.setState({ mode: 'look up', armedUntil: null });
    } else {
      after(left, watch);
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
      // A key after the time is up does not arm it again, even where a sleeping computer's timer is late.
      if (armedUntil !== null && armedUntil > now()) store.setState({ armedUntil: now() + deleteModeTimeoutMs });
      else if (armedUntil !== null) store.setState({ mode: 'look up', armedUntil: null });
    },
  };
}
