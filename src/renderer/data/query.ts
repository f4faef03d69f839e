import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure, Result } from '../../shared/contract/failure.ts';
import type { Topic } from '../../shared/contract/station-contract.ts';
import { onChanged as onStationChanged } from './station-client.ts';

/** What a screen knows of something main owns: the last good value, and why the newest reading failed, if it did. */
export interface QueryState<T> {
  readonly value: T | null;
  readonly failure: Failure | null;
}

/** A copy of something main owns. It listens as long as somebody looks at it. */
export interface Query<T> extends Pick<StoreApi<QueryState<T>>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Reads now; for right after an action of one's own. */
  refetch(): void;
}

interface QuerySource<T> {
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
export function createQuery<T>({ topics, read, onChanged = onStationChanged }: QuerySource<T>): Query<T> {
  const store = createStore<QueryState<T>>(() => ({ value: null, failure: null }));
  let isFetching = false;
  let isRefetchNeeded = false;
  let subscriberCount = 0;
  let stopListening: (() => void) | undefined;

  async function refetch(): Promise<void> {
    if (isFetching) {
      isRefetchNeeded = true;
      return;
    }
    isFetching = true;
    do {
      isRefetchNeeded = false;
      const result = await read();
      store.setState(result.ok ? { value: result.value, failure: null } : { failure: result.failure });
    } while (isRefetchNeeded);
    isFetching = false;
  }

  function addSubscriber(): void {
    subscriberCount += 1;
    if (subscriberCount > 1) return;
    stopListening = onChanged((changed) => {
      if (changed.some((topic) => topics.includes(topic))) void refetch();
    });
    void refetch();
  }

  function removeSubscriber(): void {
    subscriberCount -= 1;
    if (subscriberCount > 0) return;
    stopListening?.();
    stopListening = undefined;
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener);
      addSubscriber();
      return () => {
        unsubscribe();
        removeSubscriber();
      };
    },
    refetch: () => void refetch(),
  };
}

/** The mirror's state, read anew whenever it changes, as long as the component is shown. */
export function useQuery<T>(query: Query<T>): QueryState<T> {
  return useStore(query);
}
