import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure, Result } from '../../shared/failure.ts';
import type { Topic } from '../../shared/station-contract.ts';
import { onChanged as onStationChanged } from '../station.ts';

/** What a screen knows of something main owns: the last good value, and why the newest reading failed, if it did. */
export interface MirrorState<T> {
  readonly value: T | null;
  readonly failure: Failure | null;
}

/** A copy of something main owns. It listens as long as somebody looks at it. */
export interface Mirror<T> extends Pick<StoreApi<MirrorState<T>>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Reads now; for right after an action of one's own. */
  reread(): void;
}

interface MirrorSource<T> {
  /** Changes that make the copy old. */
  readonly topics: readonly Topic[];
  readonly read: () => Promise<Result<T>>;
  /** Hears changes until the function it returns is called; the station's own unless a test brings another. */
  readonly onChanged?: (listener: (topics: readonly Topic[]) => void) => () => void;
}

/**
 * Makes a mirror: subscribes first, then reads, so that no change falls between. Changes that come during a reading are
 * gathered into one more reading: at most one runs and one waits.
 */
export function createMirror<T>({ topics, read, onChanged = onStationChanged }: MirrorSource<T>): Mirror<T> {
  const store = createStore<MirrorState<T>>(() => ({ value: null, failure: null }));
  let reading = false;
  let again = false;
  let watchers = 0;
  let stopHearing: (() => void) | undefined;

  async function reread(): Promise<void> {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    do {
      again = false;
      const result = await read();
      store.setState(result.ok ? { value: result.value, failure: null } : { failure: result.failure });
    } while (again);
    reading = false;
  }

  function watch(): void {
    watchers += 1;
    if (watchers > 1) return;
    stopHearing = onChanged((changed) => {
      if (changed.some((topic) => topics.includes(topic))) void reread();
    });
    void reread();
  }

  function unwatch(): void {
    watchers -= 1;
    if (watchers > 0) return;
    stopHearing?.();
    stopHearing = undefined;
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener);
      watch();
      return () => {
        unsubscribe();
        unwatch();
      };
    },
    reread: () => void reread(),
  };
}

/** The mirror's state, read anew whenever it changes, as long as the component is shown. */
export function useMirror<T>(mirror: Mirror<T>): MirrorState<T> {
  return useStore(mirror);
}
