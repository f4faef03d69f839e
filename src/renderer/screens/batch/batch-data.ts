import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, type Result, success } from '../../../shared/contract/failure.ts';
import type { Topic } from '../../../shared/contract/station-contract.ts';
import type { Batch, BatchRow, batchRowChoices } from '../../../shared/orders/batch.ts';
import type { OrderBook } from '../../../shared/orders/order-book.ts';
import { createQuery, type Query } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';

/** The batch of the environment in use; null where there is none. Wrapped, because a query's own null means "not read yet". */
export interface ReadBatch {
  readonly batch: Batch | null;
}

/** Each environment has its own query, so that the batch of another one is never shown. */
export const createBatchQuery = (): Query<ReadBatch> =>
  createQuery<ReadBatch>({
    topics: ['batch'],
    read: async () => {
      const answer = await call('batch.read', null);
      return answer.ok ? success({ batch: answer.value }) : answer;
    },
  });

/** The saved pick-up addresses. */
export const createBookQuery = (): Query<OrderBook> =>
  createQuery<OrderBook>({ topics: ['order book'], read: () => call('order-book.read', null) });

export type BatchRowChoice = (typeof batchRowChoices)[number];

/** Rows read from main at once. */
export const batchRowsPerPage = 100;

/** Pages kept in the window: the visible ones and some on either side. */
const maxPages = 6;

/** Visible rows are read again at most once in so many milliseconds. */
const batchThrottleMs = 250;

export interface BatchRowsState {
  /** The chosen rows. */
  readonly only: BatchRowChoice;
  /** The choice that the rows below belong to. */
  readonly foundBy: BatchRowChoice;
  /** Number of rows; null before the first answer. */
  readonly total: number | null;
  readonly pages: ReadonlyMap<number, readonly BatchRow[]>;
  readonly failure: Failure | null;
}

export interface BatchRowsPage {
  readonly total: number;
  readonly rows: readonly BatchRow[];
}

export interface BatchRowsQuery {
  readonly from: number;
  readonly limit: number;
  readonly only: BatchRowChoice;
}

export interface BatchRowsParts {
  readonly readPage: (query: BatchRowsQuery) => Promise<Result<BatchRowsPage>>;
  readonly onChanged: (listener: (topics: readonly Topic[]) => void) => () => void;
  /** Runs the action later, unless the returned function is called first. */
  readonly later: (milliseconds: number, act: () => void) => () => void;
}

export interface BatchRows extends Pick<StoreApi<BatchRowsState>, 'getState' | 'getInitialState' | 'subscribe'> {
  choose(only: BatchRowChoice): void;
  /** Sets the visible rows, both inclusive. */
  show(firstRow: number, lastRow: number): void;
  /** Follows changes until the returned function is called. */
  watch(): () => void;
}

/**
 * The rows of a batch, read page by page as they become visible, one page at a time. After a change the visible rows stay until they
 * were read again; a batch that changes continuously is still updated.
 */
export function createBatchRows({ readPage, onChanged, later }: BatchRowsParts): BatchRows {
  const store = createStore<BatchRowsState>(() => ({
    only: 'all',
    foundBy: 'all',
    total: null,
    pages: new Map(),
    failure: null,
  }));
  let visiblePages: number[] = [0];
  /** Pages read since the last change. */
  let fresh = new Set<number>();
  let reading = false;
  let stopThrottle: (() => void) | undefined;
  let changedWhileThrottled = false;

  const readVisible = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    for (let page = nextPage(); page !== undefined; page = nextPage()) await readInto(page);
    reading = false;
  };

  const nextPage = (): number | undefined => visiblePages.find((page) => !fresh.has(page));

  const readInto = async (page: number): Promise<void> => {
    const { only } = store.getState();
    // Marked before it is read: a change in the meantime removes the mark.
    fresh.add(page);
    const answer = await readPage({ from: page * batchRowsPerPage, limit: batchRowsPerPage, only });
    const now = store.getState();
    if (now.only !== only) return;
    if (!answer.ok) return store.setState({ failure: answer.failure });
    const kept = now.foundBy === only ? [...now.pages].filter(([other]) => other !== page && isNear(other)) : [];
    const pages = new Map([...kept, [page, answer.value.rows] as const]);
    fresh = new Set([...fresh].filter((other) => pages.has(other)));
    store.setState({ foundBy: only, total: answer.value.total, pages, failure: null });
  };

  const isNear = (page: number): boolean => Math.abs(page - (visiblePages[0] ?? 0)) < maxPages / 2;

  const readAgain = (): void => {
    fresh = new Set();
    void readVisible();
  };

  const onChange = (): void => {
    if (stopThrottle) {
      changedWhileThrottled = true;
      return;
    }
    stopThrottle = later(batchThrottleMs, () => {
      stopThrottle = undefined;
      if (!changedWhileThrottled) return;
      changedWhileThrottled = false;
      onChange();
    });
    readAgain();
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    choose(only) {
      if (only === store.getState().only) return;
      visiblePages = [0];
      store.setState({ only });
      readAgain();
    },
    show(firstRow, lastRow) {
      const first = Math.floor(Math.max(0, firstRow) / batchRowsPerPage);
      const last = Math.floor(Math.max(0, lastRow) / batchRowsPerPage);
      visiblePages = Array.from({ length: Math.min(last - first + 1, maxPages / 2) }, (_, index) => first + index);
      void readVisible();
    },
    watch() {
      const stopHearing = onChanged((topics) => {
        if (topics.includes('batch')) onChange();
      });
      readAgain();
      return () => {
        stopHearing();
        stopThrottle?.();
        stopThrottle = undefined;
        changedWhileThrottled = false;
      };
    },
  };
}

/** The row at a place, where its page is loaded. */
export function batchRowAt(state: Pick<BatchRowsState, 'pages'>, index: number): BatchRow | undefined {
  return state.pages.get(Math.floor(index / batchRowsPerPage))?.[index % batchRowsPerPage];
}
