import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { BenchId } from '../../../shared/site/parcel-at-site.ts';
import type { SiteFact } from '../../../shared/site/site-facts.ts';
import { surplusRemover } from './bench-shares.ts';
import type { NotBelieved } from './others-reports.ts';

/** Why a fact was not applied; it is kept. */
export type Unapplied = 'unknown-kind' | 'invalid' | 'contradicts' | 'failed' | NotBelieved;

/** Most facts kept that were not applied; of more, the oldest of the bench that has most are removed. */
export const maxUnapplied = 10_000;

/** The facts of other benches that were not applied, and why. */
export interface UnappliedFacts {
  /** `at`: now, ISO 8601; the clock of the fact's bench does not decide how long it is kept. */
  keep(by: BenchId, fact: SiteFact, reason: Unapplied, at: string): void;
  /** Removes what is too many. */
  removeSurplus(): void;
  /** Those of a kind that the version which read them did not know, as they came. */
  ofUnknownKind(): readonly { readonly bench: BenchId; readonly n: number; readonly data: string }[];
  remove(bench: BenchId, n: number): void;
}

export function unappliedFactsIn(database: DatabaseSyncInstance): UnappliedFacts {
  const put = database.prepare(
    'INSERT OR IGNORE INTO site_unapplied (bench, n, at, data, reason) VALUES (?, ?, ?, ?, ?)',
  );
  const unknown = database.prepare(
    `SELECT bench, n, data FROM site_unapplied WHERE reason = 'unknown-kind' ORDER BY rowid`,
  );
  const remove = database.prepare('DELETE FROM site_unapplied WHERE bench = ? AND n = ?');
  const removeSurplus = surplusRemover(database, {
    ...{ table: 'site_unapplied', bench: 'bench', order: 'rowid', most: maxUnapplied },
  });
  return {
    keep: (by, fact, reason, at) => void put.run(by, fact.n, fact.at < at ? fact.at : at, JSON.stringify(fact), reason),
    removeSurplus,
    ofUnknownKind: () => unknown.all(),
    remove: (bench, n) => void remove.run(bench, n),
  };
}
