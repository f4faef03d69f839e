import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type BoardFilter,
  type BoardPage,
  type BoardSort,
  type BoardState,
  everyParcel,
} from '../../../shared/board-query.ts';
import type { Failure, Result } from '../../../shared/failure.ts';
import type { Parcel } from '../../../shared/parcel.ts';
import type { Topic } from '../../../shared/station-contract.ts';
import { type DayChoice, dayBounds } from './board-days.ts';

/** Rows asked of main at a time. */
export const rowsPerPage = 50;

/** Pages kept in the window: what is seen, and some on either side. */
const mostPages = 8;

/** What the operator wants to see, as it stands in the fields. */
export interface BoardWish {
  readonly find: string;
  readonly state: BoardState | null;
  readonly day: DayChoice;
  readonly sort: BoardSort;
}

export const everything: BoardWish = { find: '', state: null, day: 'any', sort: 'newest' };

export interface ShipmentBoardState {
  readonly wish: BoardWish;
  /** What the rows below were found by. */
  readonly foundBy: BoardWish;
  /** Rows there are; null before the first answer. */
  readonly total: number | null;
  /** There are more than are counted: the newest, or the oldest, are listed. */
  readonly isMore: boolean;
  readonly pages: ReadonlyMap<number, readonly Parcel[]>;
  readonly failure: Failure | null;
}

export interface ShipmentBoard
  extends Pick<StoreApi<ShipmentBoardState>, 'getState' | 'getInitialState' | 'subscribe'> {
  wish(change: Partial<BoardWish>): void;
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
export function filterOf({ find, state, day }: BoardWish, now = new Date()): BoardFilter {
  return { find: find.trim(), state, ...dayBounds(day, now) };
}

/**
 * The board's rows, read page by page as they come into sight. One reading runs at a time; an answer to an older wish is
 * dropped; after a change what is seen is read again, while the old rows stay until the new ones are here.
 */
export function createShipmentBoard({ readPage, onChanged }: ShipmentBoardParts): ShipmentBoard {
  const store = createStore<ShipmentBoardState>(() => ({
    wish: everything,
    foundBy: everything,
    total: null,
    isMore: false,
    pages: new Map(),
    failure: null,
  }));
  /** Pages in sight, nearest first. */
  let wanted: number[] = [0];
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

  const nextPage = (): number | undefined => wanted.find((page) => !fresh.has(page));

  const readInto = async (page: number): Promise<void> => {
    const own = generation;
    const { wish } = store.getState();
    const place = { sort: wish.sort, offset: page * rowsPerPage, limit: rowsPerPage };
    const answer = await readPage({ ...everyParcel, ...filterOf(wish), ...place });
    if (own !== generation) return;
    fresh.add(page);
    if (!answer.ok) return store.setState({ failure: answer.failure });
    const { total, isMore, rows } = answer.value;
    const { pages, foundBy } = store.getState();
    const kept = foundBy === wish ? [...pages].filter(([other]) => other !== page && isNear(other)) : [];
    fresh = new Set([page, ...kept.map(([other]) => other).filter((other) => fresh.has(other))]);
    store.setState({ foundBy: wish, total, isMore, pages: new Map([...kept, [page, rows]]), failure: null });
  };

  const isNear = (page: number): boolean => {
    const [nearest = 0] = wanted;
    return Math.abs(page - nearest) < mostPages / 2;
  };

  const readAgain = (): void => {
    generation += 1;
    fresh = new Set();
    void pump();
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    wish(change) {
      const { wish } = store.getState();
      const next = { ...wish, ...change };
      if (JSON.stringify(next) === JSON.stringify(wish)) return;
      wanted = [0];
      store.setState({ wish: next });
      readAgain();
    },
    show(firstRow, lastRow) {
      const first = Math.floor(Math.max(0, firstRow) / rowsPerPage);
      const last = Math.floor(Math.max(0, lastRow) / rowsPerPage);
      wanted = Array.from({ length: Math.min(last - first + 1, mostPages / 2) }, (_, index) => first + index);
      void pump();
    },
    watch() {
      const stop = onChanged((topics) => {
        if (topics.some((topic) => shownTopics.includes(topic))) readAgain();
      });
      readAgain();
      return stop;
    },
  };
}

/** The parcel of a row, where its page is here. */
export function rowAt(state: Pick<ShipmentBoardState, 'pages'>, index: number): Parcel | undefined {
  return state.pages.get(Math.floor(index / rowsPerPage))?.[index % rowsPerPage];
}
