import { maxHits, maxListed } from '../../../shared/shipments/board-query.ts';
import { groupDigits } from '../../text/dates.ts';
import type { BoardCriteria, ShipmentBoardState } from './shipment-board.ts';

type BoardResult = Pick<ShipmentBoardState, 'total' | 'isMore' | 'appliedCriteria'>;

const isSearch = ({ find }: BoardCriteria): boolean => find.trim() !== '';
const isUnfiltered = ({ find, state, day }: BoardCriteria): boolean =>
  find.trim() === '' && state === null && day === 'any';

const parcels = (count: number): string => (count === 1 ? '1 parcel' : `${groupDigits(count)} parcels`);
const end = ({ sort }: BoardCriteria): string => (sort === 'oldest' ? 'oldest' : 'newest');

/** True where what was counted was sifted afterwards, so that its number is no count of everything. */
const isFilteredAfterCount = ({ find, state, day }: BoardCriteria): boolean =>
  state !== null || (find.trim() !== '' && day !== 'any');

/** How many there are, and how many of them are listed. */
export function countWords({ total, isMore, appliedCriteria }: BoardResult, listed = maxListed): string {
  if (total === null) return '';
  if (isMore && isFilteredAfterCount(appliedCriteria)) {
    return `${groupDigits(total)} among the ${end(appliedCriteria)} ${groupDigits(maxHits)} ${isSearch(appliedCriteria) ? 'found' : 'of these days'}`;
  }
  if (isMore) return `More than ${groupDigits(maxHits)} found; the ${end(appliedCriteria)} of them are listed`;
  const found = isUnfiltered(appliedCriteria) ? '' : ' found';
  const limit = total > listed ? `; the first ${groupDigits(listed)} are listed` : '';
  return `${parcels(total)}${found}${limit}`;
}

/** Why the board is empty, and what to do; null where it holds nothing at all yet. */
export function emptyWords({
  isMore,
  appliedCriteria,
}: Pick<BoardResult, 'isMore' | 'appliedCriteria'>): { title: string; next: string } | null {
  if (isUnfiltered(appliedCriteria)) return null;
  if (isMore) {
    return {
      title: `None among the ${end(appliedCriteria)} ${groupDigits(maxHits)}`,
      next: 'More parcels match than were looked through. Write more letters, or choose one day.',
    };
  }
  if (!isSearch(appliedCriteria))
    return { title: 'No parcel is in that state and of that day', next: 'Choose another one.' };
  const filtered = appliedCriteria.state !== null || appliedCriteria.day !== 'any' ? ' with that state and day' : '';
  return {
    title: `Nothing here begins with “${appliedCriteria.find.trim()}”${filtered}`,
    next: 'Codes, phone numbers and the words of a name or address are found by their beginning.',
  };
}
