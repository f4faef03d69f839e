import { createStore } from 'zustand/vanilla';
import type { Change } from '../../shared/contract/changes.ts';
import type { Failure, Result } from '../../shared/contract/failure.ts';
import { afterTimeout, type ChangeSource, type Later, onTopics, type ReadableStore, whileSubscribed } from './query.ts';

/** The rows of a long list, as far as they were read. */
export interface PagedState<Row, Criteria> {
  /** What to list. */
  readonly criteria: Criteria;
  /** The criteria of the rows below. */
  readonly appliedCriteria: Criteria;
  /** Rows there are; null before the first answer. */
  readonly total: number | null;
  /** More match than are counted: the newest, or the oldest, are listed. */
  readonly isMore: boolean;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  readonly rowsPerPage: number;
  readonly failure: Failure | null;
}

/** One page as main answers it. */
export interface Page<Row> {
  readonly total: number;
  readonly isMore?: boolean;
  readonly rows: readonly Row[];
}

/** Where a page lies among all rows. */
export interface PagePlace {
  readonly offset: number;
  readonly limit: number;
}

/** A long list of main's, read page by page as its rows become visible, and kept up to date while something subscribes. */
export interface PagedQuery<Row, Criteria> extends ReadableStore<PagedState<Row, Criteria>> {
  /** Lists something else, from the first row on. */
  setCriteria(criteria: Criteria): void;
  /** Sets the visible rows, both inclusive. */
  show(firstRow: number, lastRow: number): void;
  /** Reads the visible rows again, also those whose reading failed. */
  readAgain(): void;
}

interface PagedSource<Row, Criteria> extends ChangeSource {
  readonly readPage: (criteria: Criteria, place: PagePlace) => Promise<Result<Page<Row>>>;
  readonly initialCriteria: Criteria;
  readonly rowsPerPage: number;
  /** Pages kept in the window: the visible ones, and some on either side. */
  readonly maxPages: number;
  /** True where a change of that parcel matters to what is listed; without it, each does. */
  readonly concerns?: (state: PagedState<Row, Criteria>, parcelId: number) => boolean;
  /** After changes, the rows are read again at most once in so many milliseconds. */
  readonly throttleMs?: number;
}

/**
 * One page is read at a time. An answer to outdated criteria is dropped. After a change the visible rows stay until they were read
 * again; a list that changes continuously is still updated.
 */
export function createPagedQuery<Row, Criteria>(source: PagedSource<Row, Criteria>): PagedQuery<Row, Criteria> {
  const { readPage, initialCriteria, rowsPerPage, maxPages, concerns, throttleMs = 0, later = afterTimeout } = source;
  const store = createStore<PagedState<Row, Criteria>>(() => ({
    criteria: initialCriteria,
    appliedCriteria: initialCriteria,
    total: null,
    isMore: false,
    pages: new Map(),
    rowsPerPage,
    failure: null,
  }));
  let visiblePages: number[] = [0];
  /** Pages read since the last change. */
  let fresh = new Set<number>();
  let isReading = false;

  const readVisible = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    for (let page = nextPage(); page !== undefined; page = nextPage()) await readInto(page);
    isReading = false;
  };

  const nextPage = (): number | undefined => visiblePages.find((page) => !fresh.has(page));

  const readInto = async (page: number): Promise<void> => {
    const { criteria } = store.getState();
    // Marked before it is read: a change in the meantime removes the mark.
    fresh.add(page);
    const answer = await readPage(criteria, { offset: page * rowsPerPage, limit: rowsPerPage });
    const now = store.getState();
    if (now.criteria !== criteria) return;
    if (!answer.ok) return store.setState({ failure: answer.failure });
    const { total, isMore = false, rows } = answer.value;
    const kept = [...now.pages].filter(([other]) => other !== page && isNear(other));
    const pages = new Map([...(now.appliedCriteria === criteria ? kept : []), [page, rows] as const]);
    fresh = new Set([...fresh].filter((other) => pages.has(other)));
    store.setState({ appliedCriteria: criteria, total, isMore, pages, failure: null });
  };

  const isNear = (page: number): boolean => Math.abs(page - (visiblePages[0] ?? 0)) < maxPages / 2;

  const readAgain = (): void => {
    fresh = new Set();
    void readVisible();
  };

  const matters = (change: Change): boolean =>
    typeof change === 'string' || !concerns || change.parcels.some((id) => concerns(store.getState(), id));

  const pageOf = (row: number): number => Math.floor(Math.max(0, row) / rowsPerPage);

  return {
    ...whileSubscribed(store, () => {
      const throttled = throttle(readAgain, throttleMs, later);
      const stopListening = onTopics(source, (changes) => {
        if (isReading || changes.some(matters)) throttled.run();
      });
      readAgain();
      return () => {
        stopListening();
        throttled.stop();
      };
    }),
    setCriteria(criteria) {
      if (JSON.stringify(criteria) === JSON.stringify(store.getState().criteria)) return;
      visiblePages = [0];
      store.setState({ criteria });
      readAgain();
    },
    show(firstRow, lastRow) {
      const first = pageOf(firstRow);
      const count = Math.min(pageOf(lastRow) - first + 1, maxPages / 2);
      visiblePages = Array.from({ length: count }, (_, index) => first + index);
      void readVisible();
    },
    readAgain,
  };
}

/** The row at a place, where its page was read. */
export function rowAt<Row>(
  state: Pick<PagedState<Row, unknown>, 'pages' | 'rowsPerPage'>,
  index: number,
): Row | undefined {
  const { pages, rowsPerPage } = state;
  return pages.get(Math.floor(index / rowsPerPage))?.[index % rowsPerPage];
}

/** Acts at once, and then at most once in so many milliseconds; 0: each time. */
function throttle(act: () => void, milliseconds: number, later: Later) {
  let stopWaiting: (() => void) | undefined;
  let isDue = false;
  const run = (): void => {
    isDue = stopWaiting !== undefined;
    if (isDue) return;
    if (milliseconds > 0) {
      stopWaiting = later(milliseconds, () => {
        stopWaiting = undefined;
        if (isDue) run();
      });
    }
    act();
  };
  return { run, stop: () => stopWaiting?.() };
}
