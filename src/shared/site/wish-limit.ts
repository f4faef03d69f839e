import type { BenchId } from './parcel-at-site.ts';

/**
 * How many wishes of one bench (that a holder releases a parcel, or deletes it) are listened to: a hostile or faulty bench cannot keep the
 * others busy, or have many parcels deleted before someone sees it.
 */

/** Most wishes of one bench in a minute; far more than a person scans. */
export const mostWishes = 30;
const minuteMs = 60_000;
/** Most benches that are counted; further ones share one count, so that invented names win nothing. */
const mostBenches = 600;

export type WishAnswer =
  | { readonly kind: 'heard' }
  /** `isFirst`: the first that is ignored since the bench last kept to the limit; it is shown once. */
  | { readonly kind: 'ignored'; readonly isFirst: boolean };

export interface WishLimit {
  /** Counts a wish of the bench that sent it. `now`: milliseconds of one clock that does not go back. */
  note(bench: BenchId, now: number): WishAnswer;
}

interface Counted {
  /** When each of the last wishes arrived, oldest first; ignored ones count too, so that a flood stays ignored. */
  readonly times: number[];
  isIgnored: boolean;
}

export function createWishLimit(): WishLimit {
  const counted = new Map<BenchId, Counted>();
  const others: Counted = { times: [], isIgnored: false };

  const countOf = (bench: BenchId, now: number): Counted => {
    const known = counted.get(bench);
    if (known) return known;
    if (counted.size >= mostBenches)
      for (const [name, { times }] of counted) if (now - (times.at(-1) ?? 0) >= minuteMs) counted.delete(name);
    if (counted.size >= mostBenches) return others;
    const count: Counted = { times: [], isIgnored: false };
    counted.set(bench, count);
    return count;
  };

  return {
    note(bench, now) {
      // The epochs of one bench share its count.
      const count = countOf(bench.replace(/~.*/, ''), now);
      const oldest = count.times.length < mostWishes ? null : (count.times.shift() ?? null);
      count.times.push(now);
      if (oldest === null || now - oldest >= minuteMs) {
        count.isIgnored = false;
        return { kind: 'heard' };
      }
      const isFirst = !count.isIgnored;
      count.isIgnored = true;
      return { kind: 'ignored', isFirst };
    },
  };
}
