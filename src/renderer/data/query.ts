import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Change, type Topic, topicOf } from '../../shared/contract/changes.ts';
import type { Failure, Result } from '../../shared/contract/failure.ts';
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
  readonly onChanged?: (listener: (changes: readonly Change[]) => void) => () => void;
  readonly later?: Later;
}

/** Runs the action later, unless the returned function is called first. */
export type Later = (milliseconds: number, act: () => void) => () => void;

export const afterTimeout: Later = (milliseconds, act) => {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
};

interface QuerySource<T> extends ChangeSource {
  readonly read: () => Promise<Result<T>>;
  /** True where a change of that parcel matters to the value; without it, each does. */
  readonly concerns?: (value: T, parcelId: number, topic: Topic) => boolean;
  /** Changes of so many milliseconds are read together. */
  readonly gatherMs?: number;
  /** A value that was read before, and what changed since that reading began. */
  readonly initial?: { readonly value: T; readonly changes: readonly Change[] };
}

/**
 * Subscribes first, then reads, so that no change is missed in between. Changes during a reading cause one further reading if they
 * matter to what it read: at most one runs and one waits.
 */
export function createQuery<T>(source: QuerySource<T>): Query<T> {
  const { read, concerns, gatherMs = 0, later = afterTimeout, initial } = source;
  const store = createStore<QueryState<T>>(() => ({ value: initial?.value ?? null, failure: null }));
  let isFetching = false;
  let isRefetchNeeded = false;
  /** Changes during the reading. */
  let missed: readonly Change[] = [];
  let stopWaiting: (() => void) | undefined;

  const matters = (change: Change): boolean => {
    const { value } = store.getState();
    if (typeof change === 'string' || !concerns || value === null) return true;
    return change.parcels.some((parcelId) => concerns(value, parcelId, change.topic));
  };

  async function refetch(): Promise<void> {
    if (isFetching) {
      isRefetchNeeded = true;
      return;
    }
    isFetching = true;
    do {
      isRefetchNeeded = false;
      missed = [];
      const result = await read();
      store.setState(result.ok ? { value: result.value, failure: null } : { failure: result.failure });
    } while (isRefetchNeeded || missed.some(matters));
    isFetching = false;
  }

  const readSoon = (): void => {
    stopWaiting ??= later(gatherMs, () => {
      stopWaiting = undefined;
      void refetch();
    });
  };

  const handleChanges = (changes: readonly Change[]): void => {
    if (isFetching) missed = [...missed, ...changes];
    else if (!changes.some(matters)) return;
    else if (gatherMs > 0) readSoon();
    else void refetch();
  };

  return {
    ...whileSubscribed(store, () => {
      const stopListening = onTopics(source, handleChanges);
      if (initial && store.getState().value === initial.value)
        handleChanges(onlyTopics(initial.changes, source.topics));
      else void refetch();
      return () => {
        stopListening();
        stopWaiting?.();
        stopWaiting = undefined;
      };
    }),
    refetch: () => void refetch(),
  };
}

/** Acts on changes of the topics until the returned function is called. */
export function onTopics(
  { topics, onChanged = onStationChanged }: ChangeSource,
  act: (changes: readonly Change[]) => void,
): () => void {
  return onChanged((changed) => {
    const own = onlyTopics(changed, topics);
    if (own.length > 0) act(own);
  });
}

const onlyTopics = (changes: readonly Change[], topics: readonly Topic[]): Change[] =>
  changes.filter((change) => topics.includes(topicOf(change)));

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
