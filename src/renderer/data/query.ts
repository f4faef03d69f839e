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

/** A store that only its owner changes. */
export type ReadableStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/** A copy of a value that main owns, kept up to date while something subscribes. */
export interface Query<T> extends ReadableStore<QueryState<T>> {
  /** Reads now, for use right after an action. */
  refetch(): void;
}

/** When a query reads again. */
export interface ChangeSource {
  /** Changes after which the value is read again. */
  readonly topics: readonly Topic[];
  /** Calls the listener on changes until the returned function is called; a test gives its own. */
  readonly onChanged?: (listener: (topics: readonly Topic[]) => void) => () => void;
}

interface QuerySource<T> extends ChangeSource {
  readonly read: () => Promise<Result<T>>;
}

/**
 * Subscribes first, then reads, so that no change is missed in between. Changes during a reading cause one further reading: at
 * most one runs and one waits.
 */
export function createQuery<T>({ read, ...changes }: QuerySource<T>): Query<T> {
  const store = createStore<QueryState<T>>(() => ({ value: null, failure: null }));
  let isFetching = false;
  let isRefetchNeeded = false;

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

  return {
    ...whileSubscribed(store, () => {
      const stopListening = onTopics(changes, () => void refetch());
      void refetch();
      return stopListening;
    }),
    refetch: () => void refetch(),
  };
}

/** Acts on each change of the topics until the returned function is called. */
export function onTopics({ topics, onChanged = onStationChanged }: ChangeSource, act: () => void): () => void {
  return onChanged((changed) => {
    if (changed.some((topic) => topics.includes(topic))) act();
  });
}

/** The store, with `start` called for its first subscriber, and what that returned after the last one left. */
export function whileSubscribed<State>(store: StoreApi<State>, start: () => () => void): ReadableStore<State> {
  let subscriberCount = 0;
  let stop: (() => void) | undefined;
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener);
      subscriberCount += 1;
      if (subscriberCount === 1) stop = start();
      return () => {
        unsubscribe();
        subscriberCount -= 1;
        if (subscriberCount === 0) stop?.();
      };
    },
  };
}

/** The query's state; renders again whenever it changes. */
export function useQuery<T>(query: Query<T>): QueryState<T> {
  return useStore(query);
}
