import { maxHits, maxListed } from '../../../shared/shipments/board-query.ts';
import { text } from '../../text/text.ts';
import type { BoardCriteria, ShipmentBoardState } from './shipment-board.ts';

type BoardResult = Pick<ShipmentBoardState, 'total' | 'isMore' | 'appliedCriteria'>;

const isSearch = ({ find }: BoardCriteria): boolean => find.trim() !== '';
const isUnfiltered = ({ find, state, day }: BoardCriteria): boolean =>
  find.trim() === '' && state === null && day === 'any';

/** True where parcels were filtered after the search was cut off, so that the count covers only a part of them. */
const isFilteredAfterCount = ({ find, state, day }: BoardCriteria): boolean =>
  state !== null || (find.trim() !== '' && day !== 'any');

/** How many parcels there are, and how many of them are listed. */
export function countText({ total, isMore, appliedCriteria }: BoardResult, listed = maxListed): string {
  if (total === null) return '';
  const order = appliedCriteria.sort;
  if (isMore && isFilteredAfterCount(appliedCriteria)) {
    return text('shipments.count.partial', { count: total, order, limit: maxHits });
  }
  if (isMore) return text('shipments.count.more', { limit: maxHits, order });
  return text('shipments.count', {
    count: total,
    isFiltered: !isUnfiltered(appliedCriteria),
    isLimited: total > listed,
    listed,
  });
}

/** Why the board is empty, and what to do; null where it holds no parcels at all yet. */
export function emptyBoardText({
  isMore,
  appliedCriteria,
}: Pick<BoardResult, 'isMore' | 'appliedCriteria'>): { title: string; next: string } | null {
  if (isUnfiltered(appliedCriteria)) return null;
  if (isMore) {
    const values = { order: appliedCriteria.sort, limit: maxHits };
    return { title: text('shipments.none.partial', values), next: text('shipments.none.partial.next') };
  }
  if (!isSearch(appliedCriteria)) {
    return { title: text('shipments.none.filtered'), next: text('shipments.none.filtered.next') };
  }
  const isFiltered = appliedCriteria.state !== null || appliedCriteria.day !== 'any';
  return {
    title: text('shipments.none.search', { search: appliedCriteria.find.trim(), isFiltered }),
    next: text('shipments.none.search.next'),
  };
}
