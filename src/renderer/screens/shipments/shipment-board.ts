import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure, Result } from '../../../shared/failure.ts';
import type { Parcel } from '../../../shared/parcel.ts';
import type { Topic } from '../../../shared/station-contract.ts';

/** Rows asked of main at a time. */
export const rowsPerPage = 50;

/** Pages kept in the window: what is seen, and some on either side. */
const mostPages = 8;

/** Rows the board scrolls over; a browser cannot lay out a taller page. The rest is found by searching. */
export const mostRows = 100_000;

export interface ShipmentBoardState {
  /** What is searched for, as it stands in the field. */
  readonly find: string;
  /** What the rows below were found by. */
  readonly foundBy: string;
  /** Rows there are; null before the first answer. */
  readonly total: number | null;
  readonly pages: ReadonlyMap<number, readonly Parcel[]>;
  readonly failure: Failure | null;
}

export interface ShipmentBoard
  extends Pick<StoreApi<ShipmentBoardState>, 'getState' | 'getInitialState' | 'subscribe'> {
  search(find: string): void;
  /** Tells which rows are seen, both inclusive. */
  show(firstRow: number, lastRow: number): void;
  /** Listens until the function it returns is called. */
  watch(): () => void;
}

interface ShipmentBoardParts {
  readonly readPage: (query: {
    find: string;
    offset: number;
    limit: number;
  }) => Promise<Result<{ total: number; rows: Parcel[] }>>;
  readonly onChanged: (listener: (topics: readonly Topic[]) => void) => () => void;
}

const shownTopics: readonly Topic[] = ['parcels', 'print jobs', 'deletions'];

/**
 * The board's rows, read page by page as they come into sight. One reading runs at a time; an answer to an older search is
 * dropped; after a change what is seen is read again, while the old rows stay until the new ones are here.
 */
export function createShipmentBoard({ readPage, onChanged }: ShipmentBoardParts): ShipmentBoard {
  const store = createStore<ShipmentBoardState>(() => ({
    find: '',
    foundBy: '',
    total: null,
    pages: new Map(),
    failure: null,
  }));
  /** Pages in sight, nearest first. */
  let wanted: number[] = [0];
  /** Pages that are as new as the last change. */
  let fresh = new Set<number>();
  /** Grows with every search and every change. */
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
    const { find } = store.getState();
    const answer = await readPage({ find: find.trim(), offset: page * rowsPerPage, limit: rowsPerPage });
    if (own !== generation) return;
    fresh.add(page);
    if (!answer.ok) return store.setState({ failure: answer.failure });
    const { total, rows } = answer.value;
    const { pages, foundBy } = store.getState();
    const kept = foundBy === find ? [...pages].filter(([other]) => other !== page && isNear(other)) : [];
    fresh = new Set([page, ...kept.map(([other]) => other).filter((other) => fresh.has(other))]);
    store.setState({ foundBy: find, total, pages: new Map([...kept, [page, rows]]), failure: null });
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
    search(find) {
      if (find === store.getState().find) return;
      wanted = [0];
      store.setState({ find });
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
