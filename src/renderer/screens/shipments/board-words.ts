import { mostHits, mostListed } from '../../../shared/board-query.ts';
import { inThrees } from '../../words/digits.ts';
import type { BoardWish, ShipmentBoardState } from './shipment-board.ts';

type Found = Pick<ShipmentBoardState, 'total' | 'isMore' | 'foundBy'>;

const isSearch = ({ find }: BoardWish): boolean => find.trim() !== '';
const isEverything = ({ find, state, day }: BoardWish): boolean =>
  find.trim() === '' && state === null && day === 'any';

const parcels = (count: number): string => (count === 1 ? '1 parcel' : `${inThrees(count)} parcels`);
const end = ({ sort }: BoardWish): string => (sort === 'oldest' ? 'oldest' : 'newest');

/** True where what was counted was sifted afterwards, so that its number is no count of everything. */
const isSifted = ({ find, state, day }: BoardWish): boolean => state !== null || (find.trim() !== '' && day !== 'any');

/** How many there are, and how many of them are listed. */
export function countWords({ total, isMore, foundBy }: Found, listed = mostListed): string {
  if (total === null) return '';
  if (isMore && isSifted(foundBy)) {
    return `${inThrees(total)} among the ${end(foundBy)} ${inThrees(mostHits)} ${isSearch(foundBy) ? 'found' : 'of these days'}`;
  }
  if (isMore) return `More than ${inThrees(mostHits)} found; the ${end(foundBy)} of them are listed`;
  const found = isEverything(foundBy) ? '' : ' found';
  const limit = total > listed ? `; the first ${inThrees(listed)} are listed` : '';
  return `${parcels(total)}${found}${limit}`;
}

/** Why the board is empty, and what to do; null where it holds nothing at all yet. */
export function emptyWords({
  isMore,
  foundBy,
}: Pick<Found, 'isMore' | 'foundBy'>): { title: string; next: string } | null {
  if (isEverything(foundBy)) return null;
  if (isMore) {
    return {
      title: `None among the ${end(foundBy)} ${inThrees(mostHits)}`,
      next: 'More parcels match than were looked through. Write more letters, or choose one day.',
    };
  }
  if (!isSearch(foundBy)) return { title: 'No parcel is in that state and of that day', next: 'Choose another one.' };
  const sifted = foundBy.state !== null || foundBy.day !== 'any' ? ' with that state and day' : '';
  return {
    title: `Nothing here begins with “${foundBy.find.trim()}”${sifted}`,
    next: 'Codes, phone numbers and the words of a name or address are found by their beginning.',
  };
}
