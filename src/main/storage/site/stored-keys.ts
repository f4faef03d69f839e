import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type BenchKeys, benchKeyOf, idsOf, withKeyOf } from '../../../shared/site/bench-keys.ts';
import type { BenchId } from '../../../shared/site/parcel-at-site.ts';
import type { SiteFact } from '../../../shared/site/site-facts.ts';

/** The public keys of the benches. */
export interface SiteKeys {
  all(): BenchKeys;
  note(bench: BenchId, fact: SiteFact): void;
  /** The same of a bench that is paused, unless it has invented many ids: its acts on parcels here are read on. */
  renew(bench: BenchId, fact: SiteFact): void;
}

/** Ids of one bench whose keys are kept while it is paused. */
const mostRenewed = 20;

export function siteKeysIn(database: DatabaseSyncInstance): SiteKeys {
  const all = database.prepare('SELECT bench, keys FROM site_benches ORDER BY bench');
  const put = database.prepare(`
    INSERT INTO site_benches (bench, keys) VALUES (:bench, :keys) ON CONFLICT (bench) DO UPDATE SET keys = :keys`);
  const read = (): BenchKeys =>
    new Map((all.all() as { bench: string; keys: string }[]).map(({ bench, keys }) => [bench, JSON.parse(keys)]));
  const note = (bench: BenchId, fact: SiteFact): void => {
    const keys = withKeyOf(read(), bench, fact).get(bench);
    if (keys) put.run({ bench, keys: JSON.stringify(keys) });
  };
  return {
    all: read,
    note,
    renew(bench, fact) {
      if (benchKeyOf(fact) === null) return;
      const ids = idsOf(read(), bench);
      if (ids.includes(bench) || ids.length < mostRenewed) note(bench, fact);
    },
  };
}
