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

/** Rows read at a time. */
export const rowsPerPage = 50;

/** Pages kept in the window: the visible ones, and some on either side. */
const maxPages = 8;

/** The search and the filters as shown in the fields. */
export interface BoardCriteria {
  readonly find: string;
  readonly state: BoardState | null;
  readonly day: DateRangeChoice;
  readonly sort: BoardSort;
}

export const defaultCriteria: BoardCriteria = { find: '', state: null, day: 'any', sort: 'newest' };

export interface ShipmentBoardState {
  readonly criteria: BoardCriteria;
  /** The criteria of the rows below. */
  readonly appliedCriteria: BoardCriteria;
  /** Rows there are; null before the first answer. */
  readonly total: number | null;
  /** More match than are counted: the newest, or the oldest, are listed. */
  readonly isMore: boolean;
  readonly pages: ReadonlyMap<number, readonly Parcel[]>;
  readonly failure: Failure | null;
}

export interface ShipmentBoard
  extends Pick<StoreApi<ShipmentBoardState>, 'getState' | 'getInitialState' | 'subscribe'> {
  setCriteria(change: Partial<BoardCriteria>): void;
  /** Sets the visible rows, both inclusive. */
  show(firstRow: number, lastRow: number): void;
  /** Follows changes until the returned function is called. */
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

/** The criteria as a filter of the call; "today" is resolved now. */
export function filterOf({ find, state, day }: BoardCriteria, now = new Date()): BoardFilter {
  return { find: find.trim(), state, ...dateRangeBounds(day, now) };
}

/**
 * The board's rows, read page by page as they become visible. One read runs at a time; an answer to outdated criteria is dropped.
 * After a change the visible pages are read again, and the old rows stay until then.
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
  /** Visible pages, nearest first. */
  let pagesInView: number[] = [0];
  /** Pages read since the last change. */
  let fresh = new Set<number>();
  /** Increases with every change of the criteria or the data. */
  let generation = 0;
  let reading = false;

  const readPages = async (): Promise<void> => {
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
    void readPages();
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
      void readPages();
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

/** The parcel of a row, where its page is loaded. */
export function rowAt(state: Pick<ShipmentBoardState, 'pages'>, index: number): Parcel | undefined {
  return state.pages.get(Math.floor(index / rowsPerPage))?.[index % rowsPerPage];
}
