import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure, Result } from '../../../shared/contract/failure.ts';
import type { Topic } from '../../../shared/contract/station-contract.ts';
import {
  type BoardFilter,
  type BoardPage,
  type BoardSort,
  type BoardState,
  unfilteredBoard,
} from '../../../shared/shipments/board-query.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { type DateRangeChoice, dateRangeBounds } from './date-range.ts';

/** Rows asked of main at a time. */
export const rowsPerPage = 50;

/** Pages kept in the window: what is seen, and some on either side. */
const maxPages = 8;

/** What the operator wants to see, as it stands in the fields. */
export interface BoardCriteria {
  readonly find: string;
  readonly state: BoardState | null;
  readonly day: DateRangeChoice;
  readonly sort: BoardSort;
}

export const defaultCriteria: BoardCriteria = { find: '', state: null, day: 'any', sort: 'newest' };

export interface ShipmentBoardState {
  readonly criteria: BoardCriteria;
  /** What the rows below were found by. */
  readonly appliedCriteria: BoardCriteria;
  /** Rows there are; null before the first answer. */
  readonly total: number | null;
  /** There are more than are counted: the newest, or the oldest, are listed. */
  readonly isMore: boolean;
  readonly pages: ReadonlyMap<number, readonly Parcel[]>;
  readonly failure: Failure | null;
}

export interface ShipmentBoard
  extends Pick<StoreApi<ShipmentBoardState>, 'getState' | 'getInitialState' | 'subscribe'> {
  setCriteria(change: Partial<BoardCriteria>): void;
  /** Tells which rows are seen, both inclusive. */
  show(firstRow: number, lastRow: number): void;
  /** Listens until the function it returns is called. */
  watch(): () => void;
}

interface FoundPage {
  readonly total: number;
  readonly isMore: boolean;
  readonly rows: Parcel[];
}

interface ShipmentBoardParts {
  readonly readPage: (query: BoardPage) => Promise<Result<FoundPage>>;
  readonly onChanged: (listener: (topics: readonly Topic[]) => void) => () => void;
}

const shownTopics: readonly Topic[] = ['parcels', 'print jobs', 'deletions'];

/** The wish in the words of the call; "today" is the day it is now. */
export function filterOf({ find, state, day }: BoardCriteria, now = new Date()): BoardFilter {
  return { find: find.trim(), state, ...dateRangeBounds(day, now) };
}

/**
 * The board's rows, read page by page as they come into sight. One reading runs at a time; an answer to an older wish is
 * dropped; after a change what is seen is read again, while the old rows stay until the new ones are here.
 */
export function createShipmentBoard({ readPage, onChanged }: ShipmentBoardParts): ShipmentBoard {
  const store = createStore<ShipmentBoardState>(() => ({
    criteria: defaultCriteria,
    appliedCriteria: defaultCriteria,
    total: null,
    isMore: false,
    pages: new Map(),
    failure: null,
  }));
  /** Pages in sight, nearest first. */
  let pagesInView: number[] = [0];
  /** Pages that are as new as the last change. */
  let fresh = new Set<number>();
  /** Grows with every wish and every change. */
  let generation = 0;
  let reading = false;

  const pump = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    for (let page = nextPage(); page !== undefined; page = nextPage()) await readInto(page);
    reading = false;
  };

  const nextPage = (): number | undefined => pagesInView.find((page) => !fresh.has(page));

  const readInto = async (page: number): Promise<void> => {
    const startedIn = generation;
    const { criteria } = store.getState();
    const place = { sort: criteria.sort, offset: page * rowsPerPage, limit: rowsPerPage };
    const answer = await readPage({ ...unfilteredBoard, ...filterOf(criteria), ...place });
    if (startedIn !== generation) return;
    fresh.add(page);
    if (!answer.ok) return store.setState({ failure: answer.failure });
    const { total, isMore, rows } = answer.value;
    const { pages, appliedCriteria } = store.getState();
    const kept = appliedCriteria === criteria ? [...pages].filter(([other]) => other !== page && isNear(other)) : [];
    fresh = new Set([page, ...kept.map(([other]) => other).filter((other) => fresh.has(other))]);
    store.setState({
      appliedCriteria: criteria,
      total,
      isMore,
      pages: new Map([...kept, [page, rows]]),
      failure: null,
    });
  };

  const isNear = (page: number): boolean => {
    const [nearest = 0] = pagesInView;
    return Math.abs(page - nearest) < maxPages / 2;
  };

  const refresh = (): void => {
    generation += 1;
    fresh = new Set();
    void pump();
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    setCriteria(change) {
      const { criteria } = store.getState();
      const next = { ...criteria, ...change };
      if (JSON.stringify(next) === JSON.stringify(criteria)) return;
      pagesInView = [0];
      store.setState({ criteria: next });
      refresh();
    },
    show(firstRow, lastRow) {
      const first = Math.floor(Math.max(0, firstRow) / rowsPerPage);
      const last = Math.floor(Math.max(0, lastRow) / rowsPerPage);
      pagesInView = Array.from({ length: Math.min(last - first + 1, maxPages / 2) }, (_, index) => first + index);
      void pump();
    },
    watch() {
      const stop = onChanged((topics) => {
        if (topics.some((topic) => shownTopics.includes(topic))) refresh();
      });
      refresh();
      return stop;
    },
  };
}

/** The parcel of a row, where its page is here. */
export function rowAt(state: Pick<ShipmentBoardState, 'pages'>, index: number): Parcel | undefined {
  return state.pages.get(Math.floor(index / rowsPerPage))?.[index % rowsPerPage];
}
