import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { limitsOf, type SpentBudget, spend, unspent } from '../../../shared/site/fact-budget.ts';
import { type BenchId, benchName } from '../../../shared/site/parcel-at-site.ts';
import type { PausedBench, SitePosition } from '../../core/ports/site-records.ts';

/** What other benches may still send before they are paused here. The migration explains the states of a paused one. */
export interface BenchBudgets {
  /** Begins to count what is applied in one transaction, which is before `at`, ISO 8601. `reached`: as for `SiteRecords.applySite`. */
  count(reached: SitePosition, at: string): BudgetCount;
  /** @param ownOffsetMs how far this computer's clock is ahead of the engine's */
  paused(ownOffsetMs: number): PausedBench[];
  /** The bench is to be read on. False where it is not paused. */
  readOn(bench: string): boolean;
  /** See `SiteRecords.beginReading`. */
  takeUp(isPresent: boolean): SitePosition | null;
}

export interface BudgetCount {
  /** It was read before, and is read again for a bench that is taken up. */
  readonly isReadAgain: boolean;
  /** Counts a message; false where its bench is paused, or is from now on. `n`: the number of a fact; null: an act. */
  takes(bench: BenchId, sent: { bytes?: number; storedAt?: number }, n: number | null): boolean;
  /** Stores what was counted. `isReached`: all of it was taken. Returns the names of the benches that are paused from now on. */
  end(isReached: boolean): string[];
}

const start: SitePosition = { dataId: '', sequence: 0, mark: '' };

export function benchBudgetsIn(database: DatabaseSyncInstance): BenchBudgets {
  const isPaused = database.prepare('SELECT 1 FROM site_paused WHERE bench = ? AND state < 2');
  const known = database.prepare('SELECT spent, at FROM site_budgets WHERE bench = ?');
  const put = database.prepare(`
    INSERT INTO site_budgets (bench, spent, at) VALUES (:bench, :spent, :at)
    ON CONFLICT (bench) DO UPDATE SET spent = :spent, at = :at`);
  const renew = database.prepare(
    'DELETE FROM site_budgets WHERE bench IN (SELECT bench FROM site_paused WHERE state = 1)',
  );
  // One that is being read on, and sends too much again, is not read up to its position yet.
  const pause = database.prepare(`
    INSERT INTO site_paused (bench, since, first_n, data_id, sequence, mark)
    VALUES (:bench, :since, :n, :dataId, :sequence, :mark)
    ON CONFLICT (bench) DO UPDATE SET since = :since, first_n = :n, state = 0`);
  const all = database.prepare('SELECT bench, since FROM site_paused WHERE state < 2 ORDER BY bench');
  const setReadOn = database.prepare('UPDATE site_paused SET state = 1 WHERE bench = ? AND state < 2');
  const setReading = database.prepare('UPDATE site_paused SET state = 2 WHERE state = 1');
  const readOn = database.prepare(
    'SELECT data_id AS "dataId", sequence, mark FROM site_paused WHERE state > 0 ORDER BY sequence LIMIT 1',
  );
  const restart = database.prepare("UPDATE site_paused SET sequence = 0, mark = ''");
  const isReading = database.prepare('SELECT 1 FROM site_paused WHERE state = 2');
  const endReading = database.prepare('DELETE FROM site_paused WHERE state = 2');
  const position = database.prepare('SELECT data_id AS "dataId", sequence, mark FROM site_position');

  const reachedBefore = (): SitePosition => (position.get() as SitePosition | undefined) ?? start;

  const count: BenchBudgets['count'] = (reached, at) => {
    const before = reachedBefore();
    const isReadAgain =
      before.dataId === reached.dataId && before.sequence >= reached.sequence && isReading.get() !== undefined;
    /** Null: paused. */
    const budgets = new Map<string, SpentBudget | null>();
    const paused: string[] = [];
    const budgetOf = (bench: string): SpentBudget | null => {
      const found = budgets.get(bench);
      if (found !== undefined) return found;
      return isPaused.get(bench) ? null : ((known.get(bench) as SpentBudget | undefined) ?? unspent);
    };
    return {
      isReadAgain,
      takes(id, { bytes = 0, storedAt }, n) {
        const bench = benchName(id);
        const left = budgetOf(bench);
        const after = left && spend(left, { bytes, storedAt: storedAt ?? null }, limitsOf(bench));
        budgets.set(bench, after);
        if (left !== null && after === null) {
          paused.push(bench);
          pause.run({ ...reachedBefore(), bench, n, since: storedAt ?? Date.parse(at) });
        }
        return after !== null;
      },
      end(isReached) {
        for (const [bench, budget] of budgets) if (budget !== null) put.run({ bench, ...budget });
        if (isReached && (!isReadAgain || reached.sequence === before.sequence)) endReading.run();
        return paused;
      },
    };
  };

  return {
    count,
    paused(ownOffsetMs) {
      const rows: { bench: string; since: number }[] = all.all();
      return rows.map(({ bench, since }) => ({ bench, since: new Date(since + ownOffsetMs).toISOString() }));
    },
    readOn: (bench) => setReadOn.run(bench).changes > 0,
    takeUp(isPresent) {
      renew.run();
      setReading.run();
      if (!isPresent) {
        endReading.run();
        // What the others sent again is anywhere in the engine's data.
        restart.run();
      }
      const [first]: SitePosition[] = readOn.all();
      return first ?? null;
    },
  };
}
