import { isHubName } from '../../../shared/site/heartbeat.ts';
import { isPlausible, knownOf, type ParcelHere, unknownHere } from '../../../shared/site/holder-protocol.ts';
import {
  type BenchId,
  benchName,
  type HolderAct,
  type ParcelFact,
  withoutCopiesOf,
} from '../../../shared/site/parcel-at-site.ts';
import { createWishLimit } from '../../../shared/site/wish-limit.ts';
import type { CountedDeletion, SiteArrival } from '../../core/ports/site-records.ts';
import type { SiteParcels } from './site-parcels.ts';

/**
 * What is believed of what another bench reports of a parcel. The server and signatures prove which bench says it, and not that it is so: a
 * key may be misused. What is not believed of copies is in `withReport`.
 *
 * A deletion is believed of a hub, of the bench that ordered the parcel, and of the bench that holds it. A request of any other one is
 * believed too, because honest facts may come late: the bench held it until another one took it over, or sent the deletion of a code
 * before its order was known. The deletion itself is believed after the request alone. All that is not the bench's own order is counted,
 * and no more than a bench that works by scans does in ten minutes is believed, also where that bench took the parcels over.
 */
export interface OthersReports {
  /** A transaction begins. What was counted in one that was not stored is not counted again. */
  begin(): void;
  /** It is on disk. */
  stored(): void;
  /** The engine's data is another one, in which the numbers of acts begin anew. */
  forget(): void;
  /** The act as far as it is believed; null: not at all, so that it is a message like any other on its subject. */
  actOf(gid: string, act: HolderAct, seen: Omit<Seen, 'by'>): HolderAct | null;
  /** What speaks against a fact about the parcel; null: nothing. */
  against(gid: string, fact: ParcelFact, seen: Seen): NotBelieved | null;
  /** The same of a report that the parcel is deleted. */
  againstDeletion(gid: string, seen: Seen): NotBelieved | null;
  /** The same of an event that reports a deletion. */
  againstEvent(seen: Seen): NotBelieved | null;
  /** The reports that were counted since `begin`. */
  counted(): readonly CountedDeletion[];
}

/** Where a report comes from. `at`: when it was sent, by the engine's clock as far as that is known, milliseconds. */
export interface Seen {
  readonly by: BenchId;
  readonly at: number;
  /** The same for the same report alone: its number among the facts of its bench, or the number of the act on the engine. */
  readonly key: string;
}

/** `now`: ISO 8601, where the engine's time is not known. */
export const seenOf = (arrival: Exclude<SiteArrival, { kind: 'no-act' }>, now: string): Seen => ({
  by: arrival.kind === 'act' ? arrival.act.holding.bench : arrival.by,
  at: arrival.storedAt ?? Date.parse(now),
  key: arrival.kind === 'act' ? `act ${arrival.sequence}` : `${arrival.fact.n}`,
});

export type NotBelieved = 'contradicts' | 'refused' | 'limited';

/** Most deletions of parcels of others that are believed of one bench in that time, milliseconds. What was done in a day without the site comes at once. */
export const mostDeletions = 300;
const withinMs = 10 * 60_000;

export interface OthersReportsParts {
  parcels: Pick<SiteParcels, 'byGid'>;
  own(): BenchId | undefined;
  /** Wishes of others are refused here. */
  isRefusing(): boolean;
}

export function othersReports({ parcels, own, isRefusing }: OthersReportsParts): OthersReports {
  const limit = createWishLimit({ most: mostDeletions, mostParcels: mostDeletions, withinMs });
  /** The reports that were counted and are not on disk yet, by bench and key. */
  const judged = new Map<string, CountedDeletion>();
  /** Those of the present transaction. */
  const present = new Set<string>();

  /** Counts a report; false where it is not to be believed. */
  const isWithinLimit = ({ by, at, key }: Seen, isBelieved: boolean): boolean => {
    const name = `${by} ${key}`;
    present.add(name);
    const known = judged.get(name);
    if (known) return known.isUsed;
    const heard = limit.note(by, at);
    const isUsed = isBelieved && heard.kind === 'heard';
    judged.set(name, { by, isUsed, isFirstIgnored: heard.kind === 'ignored' && heard.isFirst });
    return isUsed;
  };

  const hereOf = (gid: string): ParcelHere => parcels.byGid(gid) ?? unknownHere;

  /** By what right that bench speaks of the parcel's deletion. */
  const standing = (gid: string, by: BenchId): 'own' | 'requested' | 'holder' | 'other' => {
    const name = benchName(by);
    const isSame = (bench: BenchId | undefined): boolean => bench !== undefined && benchName(bench) === name;
    const here = hereOf(gid);
    const { ordered, requests, holding } = knownOf(here);
    if (isHubName(name) || isSame(own()) || isSame(ordered?.bench)) return 'own';
    if (requests.some(({ bench }) => isSame(bench))) return 'requested';
    return isSame(holding?.bench) || isSame(here.lastAct?.holding.bench) ? 'holder' : 'other';
  };

  const againstRequest = (gid: string, seen: Seen): NotBelieved | null => {
    const known = standing(gid, seen.by);
    if (known === 'own' || known === 'requested') return null;
    const isRefused = known === 'other' && isRefusing();
    if (isWithinLimit(seen, !isRefused)) return null;
    return isRefused ? 'refused' : 'limited';
  };

  return {
    begin: () => present.clear(),
    forget: () => judged.clear(),
    stored() {
      for (const name of present) judged.delete(name);
      present.clear();
    },
    actOf(gid, act, seen) {
      const { bench } = act.holding;
      if (bench === own()) return act;
      if (!isPlausible(hereOf(gid), act.holding)) return null;
      const requests = act.requests.filter((request) => request.bench === bench);
      const isBelieved = requests.length === 0 || againstRequest(gid, { ...seen, by: bench }) === null;
      return { ...withoutCopiesOf(act, own() ?? ''), requests: isBelieved ? requests : [] };
    },
    against(gid, fact, seen) {
      switch (fact.kind) {
        case 'holding':
          return isPlausible(hereOf(gid), fact.holding) ? null : 'contradicts';
        case 'copy':
          return null;
        case 'deletion':
          return againstRequest(gid, seen);
      }
    },
    againstDeletion(gid, seen) {
      const known = standing(gid, seen.by);
      if (known === 'own' || known === 'requested') return null;
      if (isWithinLimit(seen, known === 'holder')) return null;
      return known === 'holder' ? 'limited' : 'contradicts';
    },
    againstEvent: (seen) => (isHubName(benchName(seen.by)) || isWithinLimit(seen, true) ? null : 'limited'),
    counted: () => [...present].flatMap((name) => judged.get(name) ?? []),
  };
}
