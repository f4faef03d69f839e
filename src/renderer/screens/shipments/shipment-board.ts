import type { Result } from '../../../shared/contract/failure.ts';
import {
  type BoardFilter,
  type BoardPage,
  type BoardSort,
  type BoardState,
  unfilteredBoard,
} from '../../../shared/shipments/board-query.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { createPagedQuery, type Page, type PagedQuery, type PagedState } from '../../data/paged-query.ts';
import type { ChangeSource, ReadableStore } from '../../data/query.ts';

/** Rows read at a time: to take 50 from main's answer costs most of a frame, in which the board is scrolled too. */
export const rowsPerPage = 25;

/** The search and the filters as shown in the fields. */
export interface BoardCriteria {
  readonly find: string;
  readonly state: BoardState | null;
  readonly day: DateRangeChoice;
  readonly sort: BoardSort;
}

export const defaultCriteria: BoardCriteria = { find: '', state: null, day: 'any', sort: 'newest' };

export type ShipmentBoardState = PagedState<Parcel, BoardCriteria>;

/** The rows of the board, and the search and the filters that they belong to. */
export interface ShipmentBoard
  extends ReadableStore<ShipmentBoardState>,
    Pick<PagedQuery<Parcel, BoardCriteria>, 'show' | 'readAgain'> {
  setCriteria(change: Partial<BoardCriteria>): void;
}

interface ShipmentBoardParts extends Pick<ChangeSource, 'onChanged'> {
  readonly throttleMs?: number;
  readonly readPage: (query: BoardPage) => Promise<Result<Page<Parcel>>>;
}

/** The criteria as a filter of the call; "today" is resolved now. */
export function filterOf({ find, state, day }: BoardCriteria, now = new Date()): BoardFilter {
  return { find: find.trim(), state, ...dateRangeBounds(day, now) };
}

/** Every parcel that the search and the filters find. */
export function createShipmentBoard({ readPage, ...changes }: ShipmentBoardParts): ShipmentBoard {
  const query = createPagedQuery<Parcel, BoardCriteria>({
    ...changes,
    topics: ['parcels', 'print jobs', 'deletions'],
    // A state filter and the order by its age may list another parcel than before.
    concerns: ({ criteria, pages }, parcelId) =>
      criteria.state !== null ||
      criteria.sort === 'state age' ||
      [...pages.values()].some((rows) => rows.some(({ id }) => id === parcelId)),
    initialCriteria: defaultCriteria,
    rowsPerPage,
    maxPages: 16,
    readPage: (criteria, place) =>
      readPage({ ...unfilteredBoard, ...filterOf(criteria), sort: criteria.sort, ...place }),
  });
  return { ...query, setCriteria: (change) => query.setCriteria({ ...query.getState().criteria, ...change }) };
}

/** Which days' parcels the board lists; a single one as YYYY-MM-DD. */
export type DateRangeChoice = 'any' | 'today' | 'yesterday' | 'week' | 'month' | { readonly day: string };

interface DateRangeBounds {
  /** ISO 8601, UTC; null: no limit. */
  readonly createdFrom: string | null;
  readonly createdBefore: string | null;
}

/** Today by the local clock, YYYY-MM-DD. */
export function localToday(now: Date): string {
  const twoDigits = (count: number): string => String(count).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** Days begin at local midnight, also where the clocks change that day. */
export function dateRangeBounds(choice: DateRangeChoice, now: Date): DateRangeBounds {
  const dayAt = (offset: number): string =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).toISOString();
  if (typeof choice === 'object') return boundsOfDay(choice.day);
  switch (choice) {
    case 'any':
      return unbounded;
    case 'today':
      return { createdFrom: dayAt(0), createdBefore: null };
    case 'yesterday':
      return { createdFrom: dayAt(-1), createdBefore: dayAt(0) };
    case 'week':
      return { createdFrom: dayAt(-6), createdBefore: null };
    case 'month':
      return { createdFrom: dayAt(-29), createdBefore: null };
  }
}

const unbounded: DateRangeBounds = { createdFrom: null, createdBefore: null };

/** An incomplete day lists everything. */
function boundsOfDay(day: string): DateRangeBounds {
  const [year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined || year < 1970) return unbounded;
  const from = new Date(year, month - 1, date);
  if (from.getDate() !== date) return unbounded;
  return { createdFrom: from.toISOString(), createdBefore: new Date(year, month - 1, date + 1).toISOString() };
}
