import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  committedFigures,
  figuresOf,
  figuresTable,
  measuredOn,
  mergedFigures,
  readFigures,
  regressions,
  targetState,
  unmatchedRows,
} from '../bench/bench-figures.ts';
import { type BenchRow, byRepetition, figureOf, quantile, repetitions } from '../bench/bench-row.ts';

const row = (change: Partial<BenchRow> = {}): BenchRow => ({
  ...{ id: 'quote', name: 'one quote', unit: 'ms', better: 'lower' },
  ...{ ours: [2, 2.1, 2, 1.9, 2], bare: [1, 1, 1, 1, 1] },
  ...change,
});
const figures = (...rows: BenchRow[]) => figuresOf(rows, new Date('2026-11-23T08:00:00Z'));

describe('the figures of a bench run', () => {
  it('give the median and the middle half of the repetitions', () => {
    expect(figureOf([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
  });

  it('give p95 as a value that was measured', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(quantile(values, 0.95)).toBe(95);
    expect(quantile([7], 0.95)).toBe(7);
  });

  it('split the values of one run into repetitions, in order', () => {
    const values = Array.from({ length: 2 * repetitions }, (_, index) => index);
    expect(byRepetition(values, (group) => group.length)).toEqual(Array(repetitions).fill(2));
    expect(byRepetition(values, ([first = -1]) => first)[1]).toBe(2);
  });

  it('of a run of some measurements are saved beside the others, which keep their day', () => {
    const stored = figures(row(), row({ id: 'preview' }));
    const run = figuresOf([row({ ours: [3, 3, 3, 3, 3] }), row({ id: 'site-lag' })], new Date('2026-11-24T08:00:00Z'));
    const merged = mergedFigures(stored, run);
    expect(merged?.rows.map(({ id, ours, date }) => [id, ours.median, date])).toEqual([
      ['quote', 3, undefined],
      ['preview', 2, '2026-11-23'],
      ['site-lag', 2, undefined],
    ]);
    expect(merged && measuredOn(merged)).toBe(`2026-11-23 to 2026-11-24, ${run.machine}`);
    expect(measuredOn(stored)).toBe(`2026-11-23, ${stored.machine}`);
    expect(mergedFigures({ ...stored, machine: 'another one' }, run)).toBeNull();
  });

  it('refuse a row with too few repetitions, of Packbench or of what it is compared with', () => {
    expect(() => figures(row({ ours: [] }))).toThrow('Measured 0 times, not 5.');
    expect(() => figures(row({ bare: [1] }))).toThrow('Measured 1 times, not 5.');
    expect(() => figures(row({ beside: { 'one lp a label': [1, 1, 1, 1] } }))).toThrow('Measured 4 times, not 5.');
  });

  it.each([
    ['lower', [1, 1, 1, 1, 1], 'reached'],
    ['lower', [1.3, 1.3, 1.3, 1.3, 1.3], 'within'],
    ['lower', [1.6, 1.6, 1.6, 1.6, 1.6], 'missed'],
    ['higher', [1.6, 1.6, 1.6, 1.6, 1.6], 'reached'],
    ['higher', [1.3, 1.3, 1.3, 1.3, 1.3], 'within'],
    ['higher', [1, 1, 1, 1, 1], 'missed'],
  ] as const)('where %s is better, %j is %s of its target', (better, ours, state) => {
    const [target, bound] = better === 'lower' ? [1.25, 1.4] : [1.4, 1.25];
    const [stored] = figures(row({ better, ours })).rows;
    if (!stored) throw new Error('No row.');
    expect(targetState(stored, { of: 'bare loop', target, bound })).toBe(state);
    expect(targetState(stored, { of: 'ours', target, bound })).toBe(state);
  });

  it('compare with an alternative beside it, and name it in the table', () => {
    const beside = { 'one lp of all files': [1, 1, 1, 1, 1] };
    const targets = [{ of: { beside: 'one lp of all files' }, target: 2, bound: 1 }];
    const table = figuresTable(figures(row({ better: 'higher', beside, targets })));
    expect(table).toContain('≥ 2 × one lp of all files (bound 1): reached');
  });
});

describe('the figures of a bench run that count nothing', () => {
  const nothing = row({ ours: [0, 0, 0, 0, 0], bare: [0, 0, 0, 0, 0], targets: [{ of: 'ours', target: 0, bound: 0 }] });

  it('reach their target without a ratio', () => {
    expect(figuresTable(figures(nothing))).toMatch(/\| 0 ms \(0–0\) \| +\| +\| ≤ 0 ms \(bound 0\): reached \|$/);
  });
});

describe('npm run bench -- --compare', () => {
  const before = figures(row());

  it('names a row whose ratio to its bare loop became worse', () => {
    const [found] = regressions(before, figures(row({ ours: [3, 3, 3, 3, 3] })));
    expect(found).toEqual({ id: 'quote', before: 2, now: 3, worseBy: 0.5 });
  });

  it('names a rate that fell', () => {
    const rate = row({ better: 'higher' });
    expect(regressions(figures(rate), figures({ ...rate, ours: [1, 1, 1, 1, 1] }))).toHaveLength(1);
    expect(regressions(figures(rate), figures({ ...rate, ours: [3, 3, 3, 3, 3] }))).toEqual([]);
  });

  it('takes a slower machine for what it is', () => {
    expect(regressions(before, figures(row({ ours: [8, 8, 8, 8, 8], bare: [4, 4, 4, 4, 4] })))).toEqual([]);
  });

  it('does not name what the spread of the repetitions explains', () => {
    expect(regressions(before, figures(row({ ours: [1.9, 2, 3, 3, 3] })))).toEqual([]);
  });

  it('names the rows that only one run has, and does not compare them', () => {
    const now = figures(row({ id: 'new', ours: [9, 9, 9, 9, 9] }));
    expect(regressions(before, now)).toEqual([]);
    expect(unmatchedRows(before, now)).toEqual({ onlyBefore: ['quote'], onlyNow: ['new'] });
    expect(unmatchedRows(before, before)).toEqual({ onlyBefore: [], onlyNow: [] });
  });
});

describe('README', () => {
  it('shows the committed figures', async () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(figuresTable(await readFigures(committedFigures)));
  });
});
