import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type BoardFilter, maxHits } from '../../../shared/shipments/board-query.ts';

/** Parcels that match a text or a day, each once. `isMore`: there are others beyond `maxHits`. */
export interface Hits {
  ids: number[];
  isMore: boolean;
}

/** The next hits, newest first; `next` is the cursor, null at the end. */
export interface HitsBelow {
  ids: number[];
  next: number | null;
}

export interface FindHits {
  /** At most `maxHits`: if there are more, the newest, or the oldest if requested. Unordered. */
  newestOrOldest(filter: BoardFilter, oldest: boolean): Hits;
  /** Parcels that match the text, with ids below the given one. Checks about `count` parcels. */
  below(find: string, below: number, count: number): HitsBelow;
}

/** Number of newest parcels checked where too many codes begin with the text. */
const windowLength = 2_000;

interface IdsRow {
  ids: string;
}

/** Returns ids from SQLite as one JSON text: rows would take ten times as long. */
const asText = (sql: string): string => `SELECT json_group_array(id) AS ids FROM (${sql})`;
const numbers = (row: IdsRow): number[] => JSON.parse(row.ids);

const within = (column: string, collation = ' COLLATE NOCASE'): string =>
  `(${column} >= :from${collation} AND ${column} < :to${collation})`;
/** CROSS JOIN keeps the order: a shipment's parcels are looked up only where the shipment is a hit. */
const parcelsOf = 'shipments CROSS JOIN parcels ON parcels.shipment_id = shipments.id';
const anyCode = [within('custom_code'), within('pick_up_code'), within('tracking_code')].join(' OR ');

/** Prefix search over codes, order identifiers, phone numbers, names and addresses. */
export function hitsIn(database: DatabaseSyncInstance): FindHits {
  const byCode = [
    `SELECT id FROM parcels WHERE ${within('custom_code')}`,
    `SELECT id FROM parcels WHERE ${within('pick_up_code')}`,
    `SELECT parcels.id FROM ${parcelsOf} WHERE ${within('tracking_code')}`,
    `SELECT parcels.id FROM orders CROSS JOIN shipments ON shipments.order_id = orders.id
      CROSS JOIN parcels ON parcels.shipment_id = shipments.id WHERE ${within('unique_id', '')}`,
  ].map((sql) => database.prepare(asText(`${sql} LIMIT ${maxHits + 1}`)));
  const byPhone = ['phone', 'phone_end'].map((column) =>
    database.prepare(asText(`SELECT id FROM board WHERE ${within(column, '')} LIMIT ${maxHits + 1}`)),
  );
  const termsOrdered = (order: 'ASC' | 'DESC') =>
    database.prepare(
      asText(`SELECT rowid AS id FROM parcel_search WHERE parcel_search MATCH :byTerms AND rowid >= :low AND rowid < :below
        ORDER BY rowid ${order} LIMIT :count`),
    );
  const newestByTerms = termsOrdered('DESC');
  const oldestByTerms = termsOrdered('ASC');
  const byDay = (order: 'ASC' | 'DESC') =>
    database.prepare(
      asText(`SELECT id FROM board WHERE created_at >= :from AND created_at < :before
        ORDER BY created_at ${order}, id ${order} LIMIT ${maxHits + 1}`),
    );
  const newestOfDay = byDay('DESC');
  const oldestOfDay = byDay('ASC');
  const codeBetween = database.prepare(
    asText(`SELECT parcels.id AS id FROM parcels CROSS JOIN shipments ON shipments.id = shipment_id
      WHERE parcels.id >= :low AND parcels.id < :below AND (${anyCode})`),
  );
  const phoneBetween = database.prepare(
    asText(
      `SELECT id FROM board WHERE id >= :low AND id < :below AND (${within('phone', '')} OR ${within('phone_end', '')})`,
    ),
  );
  const windowBelow = database.prepare(
    'SELECT min(id) AS id, count(*) AS length FROM (SELECT id FROM board WHERE id < ? ORDER BY id DESC LIMIT ?)',
  );
  const windowFrom = database.prepare('SELECT max(id) AS id FROM (SELECT id FROM board ORDER BY id LIMIT ?)');
  const firstOfDay = database.prepare('SELECT id FROM board WHERE created_at >= ? ORDER BY created_at, id LIMIT 1');
  const firstAfter = database.prepare('SELECT id FROM board WHERE created_at >= ? ORDER BY created_at, id LIMIT 1');

  /** Parcels whose code or phone number begins with a text, at most `maxHits` of each kind. */
  const cached = queryCacheIn<Hits>(database);
  const codesAndPhones = (find: string): Hits => cached(find, () => countCodesAndPhones(find));
  const countCodesAndPhones = (find: string): Hits => {
    const code = beginningWith(find);
    const phone = phoneRange(find);
    const found = [
      ...byCode.map((statement) => numbers(statement.get(code))),
      ...(phone ? byPhone.map((statement) => numbers(statement.get(phone))) : []),
    ];
    return { ids: [...new Set(found.flat())], isMore: found.some((ids) => ids.length > maxHits) };
  };

  const byTerms = (find: string, oldest: boolean, low: number, below: number, count: number): number[] => {
    const terms = termsQuery(find);
    if (terms === null) return [];
    return numbers((oldest ? oldestByTerms : newestByTerms).get({ byTerms: terms, low, below, count }));
  };

  /** Codes are counted in index order; for a prefix that too many share, the newest (or oldest) parcels are searched as well. */
  const inWindow = (find: string, oldest: boolean): number[] => {
    const low = oldest ? 0 : ((windowBelow.get(aboveEveryId, windowLength) as { id: number | null }).id ?? 0);
    const end = oldest ? ((windowFrom.get(windowLength) as { id: number | null }).id ?? 0) : aboveEveryId;
    return between(find, low, oldest ? end + 1 : end);
  };

  const between = (find: string, low: number, below: number): number[] => {
    const codes = numbers(codeBetween.get({ ...beginningWith(find), low, below }));
    const phone = phoneRange(find);
    return phone ? [...codes, ...numbers(phoneBetween.get({ ...phone, low, below }))] : codes;
  };

  /** The range of ids that were created in the filter's time: ids grow with time. Used only for searches with too many hits. */
  const numbersOf = ({ createdFrom, createdBefore }: BoardFilter): { low: number; below: number } => {
    const first: { id: number } | undefined = createdFrom === null ? undefined : firstOfDay.get(createdFrom);
    const after: { id: number } | undefined = createdBefore === null ? undefined : firstAfter.get(createdBefore);
    return { low: createdFrom === null ? 0 : (first?.id ?? aboveEveryId), below: after?.id ?? aboveEveryId };
  };

  const ofText = (filter: BoardFilter, find: string, oldest: boolean): Hits => {
    const coded = codesAndPhones(find);
    const near = coded.isMore ? inWindow(find, oldest) : [];
    let named = byTerms(find, oldest, 0, aboveEveryId, maxHits + 1);
    if (named.length > maxHits && (filter.createdFrom !== null || filter.createdBefore !== null)) {
      const { low, below } = numbersOf(filter);
      named = byTerms(find, oldest, low, below, maxHits + 1);
    }
    const ids = [...new Set([...near, ...coded.ids, ...named])];
    const isMore = coded.isMore || named.length > maxHits || ids.length > maxHits;
    if (ids.length > maxHits) ids.sort((one, other) => (oldest ? one - other : other - one));
    return { ids: ids.slice(0, maxHits), isMore };
  };

  return {
    newestOrOldest(filter, oldest) {
      const find = filter.find.trim();
      if (find !== '') return ofText(filter, find, oldest);
      const day = { from: filter.createdFrom ?? '', before: filter.createdBefore ?? '~' };
      const ids = numbers((oldest ? oldestOfDay : newestOfDay).get(day));
      return { ids: ids.slice(0, maxHits), isMore: ids.length > maxHits };
    },
    below(text, below, count) {
      const find = text.trim();
      const coded = codesAndPhones(find);
      if (!coded.isMore) {
        const named = byTerms(find, false, 0, below, count);
        const all = [...new Set([...coded.ids.filter((id) => id < below), ...named])].sort((one, other) => other - one);
        const ids = all.slice(0, count);
        return { ids, next: all.length < count ? null : (ids.at(-1) ?? null) };
      }
      const window: { id: number | null; length: number } = windowBelow.get(below, count);
      const low = window.id ?? 0;
      const ids = [...new Set([...between(find, low, below), ...byTerms(find, false, low, below, count)])].sort(
        (one, other) => other - one,
      );
      return { ids, next: window.length < count ? null : low };
    },
  };
}

/** Above every parcel id. */
const aboveEveryId = Number.MAX_SAFE_INTEGER;

/** Most terms of a search, and most letters of each. */
const maxTerms = 8;
const maxLetters = 40;

/** Sorts after every text with the same beginning. */
const lastCharacter = '\u{10FFFF}';

/**
 * The FTS5 query for a text: every word as a prefix. Words are split as the `unicode61` tokenizer does (letters and digits); null
 * where there is none.
 */
function termsQuery(find: string): string | null {
  const terms = find
    .normalize('NFC')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\p{N}\p{Co}]+/u)
    .filter((term) => term !== '')
    .slice(0, maxTerms);
  return terms.length === 0 ? null : terms.map((term) => `"${[...term].slice(0, maxLetters).join('')}"*`).join(' ');
}

/** The bounds of all texts with a prefix. */
export interface Range {
  from: string;
  to: string;
}

const beginningWith = (text: string): Range => ({ from: text, to: text + lastCharacter });

/** The phone numbers that start with the search; null if it has fewer than three digits. Leading zeros are dialling prefixes. */
function phoneRange(find: string): Range | null {
  if (!/^[\d\s+\-()./]+$/.test(find)) return null;
  const digits = find.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < 3 ? null : beginningWith(digits);
}

/** Returns the cached value of a key, or computes it. */
export type QueryCache<T> = (key: string, compute: () => T) => T;

/** Caches the last query until something is written: the board repeats its query while it is scrolled. */
export function queryCacheIn<T>(database: DatabaseSyncInstance): QueryCache<T> {
  const changes = database.prepare('SELECT total_changes() AS count');
  let cached: { key: string; count: number; value: T } | null = null;
  return (key, compute) => {
    const { count }: { count: number } = changes.get();
    if (cached?.key !== key || cached.count !== count) cached = { key, count, value: compute() };
    return cached.value;
  };
}
