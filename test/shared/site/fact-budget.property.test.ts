import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BudgetLimits,
  budgetedBytes,
  limitsOf,
  type SpentBudget,
  spend,
  unspent,
} from '../../../src/shared/site/fact-budget.ts';

const hourMs = 3_600_000;
const bench = limitsOf('bench-3');

/** Messages in the order of the engine, each with the pause before it. */
const messages = fc.array(fc.record({ pauseMs: fc.nat({ max: 5_000 }), bytes: fc.nat({ max: 20_000 }) }), {
  maxLength: 200,
});
const limits = fc.record({
  burst: fc.integer({ min: 1, max: 200 }),
  perSecond: fc.double({ min: 0.1, max: 50, noNaN: true }),
});

/** What of the messages is taken until the budget is exceeded, and the budget then. */
function takeAll(sent: readonly { pauseMs: number; bytes: number }[], given: BudgetLimits, from = unspent) {
  let [budget, now, counted]: [SpentBudget, number, number] = [from, 1_000_000, 0];
  for (const [taken, { pauseMs, bytes }] of sent.entries()) {
    now += pauseMs;
    const next = spend(budget, { bytes, storedAt: now }, given);
    if (next === null) return { taken, budget, counted, passedMs: now - 1_000_000 };
    budget = next;
    counted += Math.max(1, Math.ceil(bytes / budgetedBytes));
  }
  return { taken: sent.length, budget, counted, passedMs: now - 1_000_000 };
}

/** True where a bench is paused that sends so many facts each hour, and then so many at once. */
function isPaused(atOnce: number, perHour: number, hours: number, given = bench): boolean {
  let budget: SpentBudget | null = unspent;
  for (let hour = 0; hour <= hours && budget !== null; hour += 1) {
    const count = hour < hours ? perHour : atOnce;
    // All of an hour at once is more than the same spread over it; a message of so many bytes counts as so many facts.
    if (count > 0) budget = spend(budget, { bytes: count * budgetedBytes, storedAt: hour * hourMs }, given);
  }
  return budget === null;
}

describe('budget of facts: in any series of messages', () => {
  it('no more is taken than the burst, and what is allowed each second besides', () => {
    fc.assert(
      fc.property(messages, limits, (sent, given) => {
        const { counted, passedMs } = takeAll(sent, given);
        expect(counted).toBeLessThanOrEqual(given.burst + (passedMs / 1_000) * given.perSecond + 1e-6);
      }),
    );
  });

  it('a bench that keeps to the rate is never paused, however long it goes on', () => {
    fc.assert(
      fc.property(messages, limits, (sent, given) => {
        const paced = sent.map(({ pauseMs }) => ({ pauseMs: pauseMs + Math.ceil(1_000 / given.perSecond), bytes: 1 }));
        expect(takeAll(paced, given).taken).toBe(sent.length);
      }),
    );
  });

  it('what is counted depends on the times of the engine alone: a pause in reading changes nothing', () => {
    fc.assert(
      fc.property(messages, limits, fc.nat({ max: 200 }), (sent, given, cut) => {
        const [whole, first] = [takeAll(sent, given), takeAll(sent.slice(0, cut), given)];
        const isPausedBefore = first.taken < Math.min(cut, sent.length);
        const [next, ...rest] = isPausedBefore ? [] : sent.slice(cut);
        if (!next) {
          expect(whole.taken).toBe(first.taken);
          return;
        }
        const resumed = [{ ...next, pauseMs: next.pauseMs + first.passedMs }, ...rest];
        expect(first.taken + takeAll(resumed, given, first.budget).taken).toBe(whole.taken);
      }),
    );
  });

  it('more bytes never cost less, and a clock that is put back gives nothing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60_000 }), fc.nat({ max: 60_000 }), fc.nat({ max: 1e9 }), (one, more, earlier) => {
        const [small, large] = [one, one + more].map((bytes) => spend(unspent, { bytes, storedAt: 1e9 }, bench));
        expect(large?.spent).toBeGreaterThanOrEqual(small?.spent ?? 0);
        const next = large && spend(large, { bytes: 1, storedAt: 1e9 - earlier }, bench);
        expect(next?.spent).toBe((large?.spent ?? 0) + 1);
      }),
    );
  });
});

describe('budget of facts: who is paused', () => {
  it.each([
    ['50,000 orders that were imported, with all their facts', 450_000, 0, 0],
    ['what was done in the 30 days before a site was joined', 486_000, 0, 0],
    ['a bench with 120 labels an hour, for a year', 0, 1_080, 24 * 365],
    ['that bench after it was offline for ten days', 260_000, 1_080, 24 * 30],
    ['a bench that takes the webhooks of 15 others', 0, 16_000, 24 * 60],
  ])('an honest bench is not: %s', (_, count, perHour, hours) => {
    expect(isPaused(count, perHour, hours)).toBe(false);
  });

  it('a bench is that sends more than half a million facts at once, or five a second for long', () => {
    expect(isPaused(500_001, 0, 0)).toBe(true);
    expect(isPaused(0, 5 * 3_600 * 2, 24 * 2)).toBe(true);
  });

  it('a hub has ten times as much: 1,000 events a second for an hour, and the events of 500 benches', () => {
    expect(isPaused(3_600_000, 0, 0, limitsOf('hub'))).toBe(false);
    expect(isPaused(0, 125_000, 24 * 30, limitsOf('hub-2'))).toBe(false);
    expect(limitsOf('hub~abc123')).toEqual(limitsOf('hub'));
    expect(limitsOf('hubert')).toEqual(bench);
  });

  it('large facts count more: 60 KB as thirty', () => {
    expect(spend(unspent, { bytes: 60_000, storedAt: 0 }, bench)).toEqual({ spent: 30, at: 0 });
    expect(spend(unspent, { bytes: 0, storedAt: null }, bench)).toEqual({ spent: 1, at: null });
  });
});
