import { isHubName } from './heartbeat.ts';
import { type BenchId, benchName } from './parcel-at-site.ts';

/**
 * How many facts of one bench are stored: a bench whose key is misused cannot fill the records of all the others, nor keep them busy with
 * storing. Time is that of the engine, which stamps each message: all readers count nearly the same, and a backlog that was sent over days
 * and is read in a minute is no flood.
 */

export interface BudgetLimits {
  /** Facts that may come at once. */
  readonly burst: number;
  /** Facts that may come besides, each second. */
  readonly perSecond: number;
}

/**
 * A busy bench makes 120 labels an hour, with about 9 facts each: 0.3 a second. The burst is the largest that an honest one sends at once: a
 * batch of 50,000 orders with all their facts (450,000), or what it did in the 30 days before it joined, 15 hours a day (486,000). It is
 * there again after 28 hours.
 */
const benchLimits: BudgetLimits = { burst: 500_000, perSecond: 5 };

/** A hub forwards the webhooks of up to 500 benches, about 3,000,000 a day, and 1,000 a second where the service sends what waited. */
const hubLimits: BudgetLimits = { burst: 5_000_000, perSecond: 50 };

/** A fact counts once for each of these bytes that it begins: the usual one is smaller, and the largest is 30 times as long. */
export const budgetedBytes = 2_048;

/** What a bench has spent, by its name: all of its epochs share it. */
export interface SpentBudget {
  /** Facts that count at `at`; fewer with each second after it. */
  readonly spent: number;
  /** When the engine stored the last one, milliseconds; null: not known. */
  readonly at: number | null;
}

export const unspent: SpentBudget = { spent: 0, at: null };

/** A hub is known by its name: the server lets no other key write under it. */
export const limitsOf = (bench: BenchId): BudgetLimits => (isHubName(benchName(bench)) ? hubLimits : benchLimits);

/** The budget after a message of that size; null where it exceeds what the bench has left. @param storedAt null: not known */
export function spend(
  { spent, at }: SpentBudget,
  { bytes, storedAt }: { readonly bytes: number; readonly storedAt: number | null },
  { burst, perSecond }: BudgetLimits,
): SpentBudget | null {
  // An engine whose clock was put back gives nothing for the time in between, and goes on from there.
  const seconds = at === null || storedAt === null ? 0 : Math.max(0, storedAt - at) / 1_000;
  const next = Math.max(0, spent - seconds * perSecond) + Math.max(1, Math.ceil(bytes / budgetedBytes));
  return next > burst ? null : { spent: next, at: storedAt ?? at };
}
