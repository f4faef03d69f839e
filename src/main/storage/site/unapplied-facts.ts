import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { BenchId } from '../../../shared/site/parcel-at-site.ts';
import type { SiteFact } from '../../../shared/site/site-facts.ts';
import { surplusRemover } from './bench-shares.ts';
import type { NotBelieved } from './others-reports.ts';

/** Why a fact was not applied; it is kept. */
export type Unapplied = 'unknown-kind' | 'invalid' | 'contradicts' | 'failed' | NotBelieved;

/** Most facts kept that were not applied, and their bytes; of more, the oldest of the bench that has most are removed. */
export const maxUnapplied = 10_000;
export const maxUnappliedBytes = 32 * 1024 * 1024;

/** A fact that was kept. */
export interface KeptFact {
  readonly bench: BenchId;
  readonly n: number;
  readonly data: string;
}

/** The facts of other benches that were not applied, and why. */
export interface UnappliedFacts {
  /** `at`: now, ISO 8601; the clock of the fact's bench does not decide how long it is kept. */
  keep(by: BenchId, fact: SiteFact, reason: Unapplied, at: string): void;
  /** Removes what is too many; the last call of a transaction. */
  removeSurplus(): void;
  /** Those of a kind that the version which read them did not know, in their order, a few read at a time. Each may be removed. */
  ofUnknownKind(): Iterable<KeptFact>;
  remove(bench: BenchId, n: number): void;
}

export function unappliedFactsIn(database: DatabaseSyncInstance): UnappliedFacts {
  const put = database.prepare(
    'INSERT OR IGNORE INTO site_unapplied (bench, n, at, data, reason) VALUES (?, ?, ?, ?, ?)',
  );
  const unknown = database.prepare(`
    SELECT rowid AS row, bench, n, data FROM site_unapplied WHERE reason = 'unknown-kind' AND rowid > ? ORDER BY rowid LIMIT 20`);
  const remove = database.prepare('DELETE FROM site_unapplied WHERE bench = ? AND n = ?');
  const rows = { table: 'site_unapplied', bench: 'bench', order: 'rowid' };
  const removeRows = surplusRemover(database, { ...rows, most: maxUnapplied });
  const removeBytes = surplusRemover(database, { ...rows, most: maxUnappliedBytes, bytesOf: 'data' });
  /** Not less than there are: rows are removed elsewhere too. Null: not counted yet. */
  let bytes: number | null = null;
  function* ofUnknownKind(): Iterable<KeptFact> {
    let last = 0;
    for (;;) {
      const rows: (KeptFact & { row: number })[] = unknown.all(last);
      yield* rows;
      const end = rows.at(-1);
      if (!end) return;
      last = end.row;
    }
  }
  return {
    keep(by, fact, reason, at) {
      const data = JSON.stringify(fact);
      put.run(by, fact.n, fact.at < at ? fact.at : at, data, reason);
      if (bytes !== null) bytes += Buffer.byteLength(data);
    },
    removeSurplus() {
      removeRows();
      if (bytes === null || bytes > maxUnappliedBytes) bytes = removeBytes();
    },
    ofUnknownKind,
    remove: (bench, n) => void remove.run(bench, n),
  };
}
