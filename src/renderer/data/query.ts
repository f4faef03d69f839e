import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure, Result } from '../../shared/contract/failure.ts';
import type { Topic } from '../../shared/contract/station-contract.ts';
import { onChanged as onStationChanged } from './station-client.ts';

/** The last value that was read, and why the newest reading failed, if it did. */
export interface QueryState<T> {
  readonly value: T | null;
  readonly failure: Failure | null;
}

/** A copy of a value that main owns, kept up to date while something subscribes. */
export interface Query<T> extends Pick<StoreApi<QueryState<T>>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Reads now, for use right after an action. */
  refetch(): void;
}

interface QuerySource<T> {
  /** Changes after which the value is read again. */
  readonly topics: readonly Topic[];
  readonly read: () => Promise<Result<T>>;
  /** Calls the listener on changes until the returned function is called; a test gives its own. */
  readonly onChanged?: (listener: (topics: readonly Topic[]) => void) => () => void;
}

/**
 * Subscribes first, then reads, so that no change is missed in between. Changes during a reading cause one further reading: at
 * most one runs and one waits.
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

/** The query's state; renders again whenever it changes. */
export function useQuery<T>(query: Query<T>): QueryState<T> {
  return useStore(query);
}
