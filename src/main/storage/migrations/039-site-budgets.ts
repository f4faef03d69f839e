import type { Migration } from './migration.ts';

/**
 * What each bench of the site has spent of its budget (shared/site/fact-budget.ts), by its name without an epoch; `at` as `heard_at`.
 *
 * `site_paused` has the benches that spent more. What they sent behind the position in `data_id`, `sequence` and `mark` is passed over;
 * `first_n` is the first fact of it, null for an act, and `since` is when the engine stored that. `state`: 0 paused, 1 an operator said that
 * it is to be read on, 2 it is being read, up to `site_position`, which stays: it shows whether the engine was put back to an older state.
 */
export const siteBudgets: Migration = {
  name: 'site budgets',
  sql: `
    CREATE TABLE site_budgets (bench TEXT PRIMARY KEY, spent REAL NOT NULL, at INTEGER) STRICT, WITHOUT ROWID;
    CREATE TABLE site_paused (
      bench TEXT PRIMARY KEY,
      since INTEGER NOT NULL,
      first_n INTEGER,
      data_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      mark TEXT NOT NULL,
      state INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
  `,
};
