import { z } from 'zod';
import { type ActsElsewhere, maxCopiesElsewhere } from '../../../shared/site/acts-elsewhere.ts';
import {
  type BenchId,
  benchName,
  copiesElsewhere,
  copyStates,
  merged,
  type ParcelAtSite,
  unknownAtSite,
  withFact,
} from '../../../shared/site/parcel-at-site.ts';
import { holderActSchema, parcelAtSiteSchema } from '../../../shared/site/site-facts.ts';

/** SQL: what the site knows of a parcel under each of its ids, as one JSON text. */
export const keptAtSite = (parcelId: string): string => `
  (SELECT json_group_array(json_object('shared', json(shared), 'lastAct', json(last_act))) FROM site_parcels
    WHERE site_parcels.parcel_id = ${parcelId})`;

const keptSchema = z.array(z.object({ shared: parcelAtSiteSchema, lastAct: holderActSchema.nullable().catch(null) }));

/** What the others did to a parcel; undefined where they did nothing. @param kept as `keptAtSite` gives it, parsed @param own this bench */
export function actsElsewhere(kept: unknown, own: BenchId): ActsElsewhere | undefined {
  if (Array.isArray(kept) && kept.length === 0) return undefined;
  const isOther = (bench: BenchId): boolean => benchName(bench) !== benchName(own);
  const rows = keptSchema.safeParse(kept).data ?? [];
  const known = rows.reduce((all: ParcelAtSite, { shared, lastAct }) => {
    const both = merged(all, shared);
    return lastAct ? withFact(both, { kind: 'holding', ...lastAct }) : both;
  }, unknownAtSite);
  const { holding, ordered, requests } = known;
  const deletions = requests.flatMap(({ state, ...request }) =>
    state !== 'rejected' && isOther(request.bench) ? [{ ...whereOf(request), state }] : [],
  );
  const copies = copiesElsewhere(known.copies, own)
    .filter(({ bench }) => isOther(bench))
    .sort((one, other) => rank(other.state) - rank(one.state) || ((one.at ?? '') < (other.at ?? '') ? 1 : -1))
    .slice(0, maxCopiesElsewhere);
  const acts: ActsElsewhere = {
    ordered: ordered && isOther(ordered.bench) ? whereOf(ordered) : null,
    copies: copies.map((copy) => ({ ...whereOf(copy), state: copy.state })),
    deletion: deletions.find(({ state }) => state === 'answered') ?? deletions[0] ?? null,
    holder: holding && !holding.isReleased && isOther(holding.bench) ? benchName(holding.bench) : null,
  };
  return acts.ordered || acts.copies.length > 0 || acts.deletion || acts.holder ? acts : undefined;
}

const rank = (state: ActsElsewhere['copies'][number]['state']): number => copyStates.indexOf(state);

const whereOf = ({
  bench,
  at,
}: {
  bench: BenchId;
  at?: string | undefined;
}): NonNullable<ActsElsewhere['ordered']> => ({
  bench: benchName(bench),
  at: at ?? null,
});
