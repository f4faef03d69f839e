import { type BatchStanding, batchStandings, type StandingOfOrder } from '../ports/batch-records.ts';

/** Most orders asked about again for their price alone: a service that leaves prices out of every answer will not tell them later. */
const mostUnpriced = 100;

/** How every order of a batch stands, as known here: asked about again are those alone that may still change or get a price. */
export interface StandingBook {
  of(number: number): BatchStanding;
  count(standing: BatchStanding): number;
  /** Sum of what those created were charged, with tax. */
  charged(): number;
  /** What to ask the records. */
  query(): { after: number; again: number[] };
  learn(found: readonly StandingOfOrder[]): void;
}

export function createStandingBook(orders: number): StandingBook {
  const places = new Uint8Array(orders);
  const counts: Record<BatchStanding, number> = { open: orders, 'on the way': 0, created: 0, refused: 0, uncertain: 0 };
  const unsettled = new Set<number>();
  let after = 0;
  let charged = 0;

  const of = (number: number): BatchStanding => batchStandings[places[number - 1] ?? 0] ?? 'open';
  return {
    of,
    count: (standing) => counts[standing],
    charged: () => charged,
    query: () => ({ after, again: [...unsettled] }),
    learn(found) {
      for (const { number, standing, charged: price } of found) {
        // Two answers may come to two questions asked at once: what was created stays so.
        if (of(number) === 'created' && (standing !== 'created' || !unsettled.has(number))) continue;
        counts[of(number)] -= 1;
        counts[standing] += 1;
        places[number - 1] = batchStandings.indexOf(standing);
        if (standing === 'created') charged += price ?? 0;
        const waitsForPrice = price === null && unsettled.size < mostUnpriced;
        if (standing === 'refused' || (standing === 'created' && !waitsForPrice)) unsettled.delete(number);
        else unsettled.add(number);
        after = Math.max(after, number);
      }
    },
  };
}
