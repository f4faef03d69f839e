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
import { type DateRangeChoice, dateRangeBounds } from './date-range.ts';

/** Rows read at a time. */
export const rowsPerPage = 50;

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
    Pick<PagedQuery<Parcel, BoardCriteria>, 'show'> {
  setCriteria(change: Partial<BoardCriteria>): void;
}

interface ShipmentBoardParts extends Pick<ChangeSource, 'onChanged'> {
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
    initialCriteria: defaultCriteria,
    rowsPerPage,
    maxPages: 8,
    readPage: (criteria, place) =>
      readPage({ ...unfilteredBoard, ...filterOf(criteria), sort: criteria.sort, ...place }),
  });
  return { ...query, setCriteria: (change) => query.setCriteria({ ...query.getState().criteria, ...change }) };
}
