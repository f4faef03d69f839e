import type { BenchId } from './parcel-at-site.ts';

/**
 * How many wishes of one bench (that a holder releases parcels, to be printed or deleted) are listened to: a hostile or faulty bench cannot keep the
 * others busy, or have many parcels deleted before someone sees it. Deletions that it reports are limited the same way.
 */

/** Most wishes of one bench in a minute; far more than a person scans. */
export const mostWishes = 30;
/** Most parcels of one bench's wishes in a minute: more labels than a printer prints, selected and printed at once. */
export const mostWishedParcels = 600;
const minuteMs = 60_000;
/** Most benches that are counted; further ones share one count, so that invented names win nothing. */
const mostBenches = 600;

export type WishAnswer =
  | { readonly kind: 'heard' }
  /** `isFirst`: the first that is ignored since the bench last kept to the limit; it is shown once. */
  | { readonly kind: 'ignored'; readonly isFirst: boolean };

export interface WishLimit {
  /** Counts a wish of the bench that sent it. `now`: milliseconds; where the clock is set back, what was counted before ends. */
  note(bench: BenchId, now: number, parcels?: number): WishAnswer;
}

interface Counted {
  /** Each of the last wishes, oldest first; ignored ones count too, so that a flood stays ignored. */
  wishes: { readonly at: number; readonly parcels: number }[];
  isIgnored: boolean;
}

/** Most wishes of one bench, and most parcels of them, in a time, milliseconds. */
export interface WishLimits {
  readonly most: number;
  readonly mostParcels: number;
  readonly withinMs: number;
}
const limitsOfWishes: WishLimits = { most: mostWishes, mostParcels: mostWishedParcels, withinMs: minuteMs };

export function createWishLimit({ most, mostParcels, withinMs } = limitsOfWishes): WishLimit {
  const counted = new Map<BenchId, Counted>();
  const others: Counted = { wishes: [], isIgnored: false };

  const countOf = (bench: BenchId, now: number): Counted => {
    const known = counted.get(bench);
    if (known) return known;
    if (counted.size >= mostBenches)
      for (const [name, { wishes }] of counted)
        if (Math.abs(now - (wishes.at(-1)?.at ?? 0)) >= withinMs) counted.delete(name);
    if (counted.size >= mostBenches) return others;
    const count: Counted = { wishes: [], isIgnored: false };
    counted.set(bench, count);
    return count;
  };

  return {
    note(bench, now, parcels = 1) {
      // The epochs of one bench share its count.
      const count = countOf(bench.replace(/~.*/, ''), now);
      // Until the clock is there again they would count as recent. A little ahead is one of several clocks.
      count.wishes = count.wishes.filter(({ at }) => at - now < withinMs);
      const oldest = count.wishes.length < most ? undefined : count.wishes.shift();
      count.wishes.push({ at: now, parcels });
      const asked = count.wishes.reduce((sum, wish) => (now - wish.at < withinMs ? sum + wish.parcels : sum), 0);
      if ((oldest === undefined || now - oldest.at >= withinMs) && asked <= mostParcels) {
        count.isIgnored = false;
        return { kind: 'heard' };
      }
      const isFirst = !count.isIgnored;
      count.isIgnored = true;
      return { kind: 'ignored', isFirst };
    },
  };
}
