import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  type BoardFilter,
  type BoardPage,
  type BoardSort,
  maxHits,
  maxListed,
} from '../../../shared/shipments/board-query.ts';
import { type FindHits, type Hits, hitsIn, queryCacheIn } from './search-hits.ts';

/** One page of the board. `total` counts the listed parcels; `isMore`: there are more than are counted. */
export interface FoundPage {
  total: number;
  isMore: boolean;
  parcelIds: number[];
}

/** A part of the parcels that match a filter, newest first; `next` is the cursor, null at the end. */
export interface FoundChunk {
  parcelIds: number[];
  next: number | null;
}

export interface ParcelSearch {
  page(query: BoardPage): FoundPage;
  /** The next parcels with ids below the given one. Checks a bounded number of parcels, however few match. */
  chunk(filter: BoardFilter, below: number | null): FoundChunk;
}

/** Most parcels of one page, and most checked for it. */
const chunkLength = 50;
const chunkScanLimit = 1_000;

/** ORDER BY clauses; each has an index, with and without a state. */
const orders: Record<BoardSort, string> = {
  newest: 'id DESC',
  oldest: 'id',
  recipient: 'recipient, id',
  'state age': 'state_at, id',
};

/** Finds, filters and sorts parcels for the board. At most `maxHits` are sorted; everything else is read in index order. */
export function parcelSearchIn(database: DatabaseSyncInstance): ParcelSearch {
  const findHits = hitsIn(database);
  const whole = wholeBoard(database);
  const sortHits = sortedHits(database);
  const chunk = chunksIn(database, findHits);
  const cached = queryCacheIn<Hits>(database);

  /** All hits in the requested order. */
  const hitsOf = (query: BoardPage): Hits => {
    const { find, state, createdFrom, createdBefore, sort } = query;
    const { ids, isMore } = findHits.newestOrOldest(query, sort === 'oldest');
    const isByNumber = sort === 'newest' || sort === 'oldest';
    const isUnfiltered = find.trim() !== '' && state === null && createdFrom === null && createdBefore === null;
    if (!isByNumber || !isUnfiltered) return { ids: sortHits(ids, query), isMore };
    return { ids: ids.sort((one, other) => (sort === 'oldest' ? one - other : other - one)), isMore };
  };

  return {
    page(query) {
      const { find, state, createdFrom, createdBefore, sort, offset, limit } = query;
      if (find.trim() === '' && createdFrom === null && createdBefore === null) return whole(query);
      const key = JSON.stringify([find, state, createdFrom, createdBefore, sort]);
      const { ids, isMore } = cached(key, () => hitsOf(query));
      return { total: ids.length, isMore, parcelIds: ids.slice(offset, offset + limit) };
    },
    chunk,
  };
}

/** The board without a search: pages along an index, counted in advance. */
function wholeBoard(database: DatabaseSyncInstance): (query: BoardPage) => FoundPage {
  const countAll = database.prepare('SELECT coalesce(sum(parcels), 0) AS total FROM board_counts');
  const countState = database.prepare('SELECT coalesce(sum(parcels), 0) AS total FROM board_counts WHERE state = ?');
  const pageBy = (where: string, sort: BoardSort) =>
    database.prepare(`SELECT id FROM board ${where} ORDER BY ${orders[sort]} LIMIT :limit OFFSET :offset`);
  const each = (where: string) => ({
    newest: pageBy(where, 'newest'),
    oldest: pageBy(where, 'oldest'),
    recipient: pageBy(where, 'recipient'),
    'state age': pageBy(where, 'state age'),
  });
  const ofAll = each('');
  const ofState = each('WHERE state = :state');

  return ({ state, sort, offset, limit }) => {
    const { total }: { total: number } = state === null ? countAll.get() : countState.get(state);
    if (offset >= Math.min(total, maxListed)) return { total, isMore: false, parcelIds: [] };
    const rows: { id: number }[] =
      state === null ? ofAll[sort].all({ limit, offset }) : ofState[sort].all({ state, limit, offset });
    return { total, isMore: false, parcelIds: rows.map(({ id }) => id) };
  };
}

/** A bounded number of hits, filtered and in order. Ids are passed as one JSON text each way: rows would take ten times as long. */
function sortedHits(database: DatabaseSyncInstance): (ids: readonly number[], query: BoardPage) => number[] {
  const sortedBy = (sort: BoardSort) =>
    database.prepare(`
      SELECT json_group_array(id) AS ids FROM (
        SELECT board.id AS id FROM json_each(:ids) AS hit CROSS JOIN board ON board.id = hit.value
        WHERE (:state IS NULL OR state = :state) AND created_at >= :from AND created_at < :before
        ORDER BY ${orders[sort]})`);
  const sorted = {
    newest: sortedBy('newest'),
    oldest: sortedBy('oldest'),
    recipient: sortedBy('recipient'),
    'state age': sortedBy('state age'),
  };
  return (hits, { state, createdFrom, createdBefore, sort }) => {
    const ids = JSON.stringify(hits.slice(0, maxHits));
    const row: { ids: string } = sorted[sort].get({ ids, state, ...daysOf({ createdFrom, createdBefore }) });
    return JSON.parse(row.ids);
  };
}

/** The bounds of a filter as texts; an absent one becomes the lowest or highest text. */
const daysOf = ({ createdFrom, createdBefore }: Pick<BoardFilter, 'createdFrom' | 'createdBefore'>) => ({
  from: createdFrom ?? '',
  before: createdBefore ?? '~',
});

function chunksIn(database: DatabaseSyncInstance, findHits: FindHits): ParcelSearch['chunk'] {
  const fits = '(:state IS NULL OR state = :state) AND created_at >= :from AND created_at < :before';
  const some = database.prepare(`
    SELECT id, ${fits} AS fits FROM board WHERE id < :below ORDER BY id DESC LIMIT ${chunkScanLimit}`);
  const someOf = database.prepare(`
    SELECT board.id AS id, ${fits} AS fits FROM json_each(:ids) AS hit CROSS JOIN board ON board.id = hit.value
    ORDER BY board.id DESC`);

  const scanBoard = (
    filter: BoardFilter,
    below: number,
  ): { rows: { id: number; fits: number }[]; next: number | null } => {
    const params = { state: filter.state, ...daysOf(filter) };
    if (filter.find.trim() !== '') {
      const { ids, next } = findHits.below(filter.find, below, chunkScanLimit);
      return { rows: someOf.all({ ...params, ids: JSON.stringify(ids) }), next };
    }
    const rows: { id: number; fits: number }[] = some.all({ ...params, below });
    return { rows, next: rows.length < chunkScanLimit ? null : (rows.at(-1)?.id ?? null) };
  };

  return (filter, below) => {
    const { rows, next } = scanBoard(filter, below ?? Number.MAX_SAFE_INTEGER);
    const fitting = rows.filter((row) => row.fits === 1).map(({ id }) => id);
    if (fitting.length <= chunkLength) return { parcelIds: fitting, next };
    const parcelIds = fitting.slice(0, chunkLength);
    return { parcelIds, next: parcelIds.at(-1) ?? null };
  };
}
