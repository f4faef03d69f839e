import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitModules } from '../../../src/main/labels/align-bar-codes.ts';

/**
 * A Code 128 has runs of one to four modules, at least 25 of them: start, one character, check character and stop (ISO/IEC 15417). Of a
 * matrix, all rows together leave hardly a module without an edge. Fewer edges than that fit several grids.
 */
const runs = fc
  .oneof(
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 25, maxLength: 160 }),
    fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 12, maxLength: 160 }),
  )
  .filter((widths) => widths.includes(1));

const edgesOf = (widths: readonly number[], start: number, module: number): number[] => {
  let at = 0;
  const ends = widths.map((width) => {
    at += width;
    return Math.round(start + at * module);
  });
  return [Math.round(start), ...ends];
};

describe('bar code module grid', () => {
  it('is found from the edges of the bars, although pixels round them', () => {
    fc.assert(
      fc.property(runs, fc.nat(500), fc.double({ min: 2.5, max: 20, noNaN: true }), (widths, start, module) => {
        const modules = widths.reduce((sum, width) => sum + width, 0);
        const grid = fitModules(edgesOf(widths, start, module));
        expect(grid?.count).toBe(modules);
        expect(grid?.module).toBeCloseTo(module, 0);
        expect(Math.abs((grid?.start ?? 0) - start)).toBeLessThan(1);
      }),
    );
  });

  it('is found although every bar was drawn a pixel too wide', () => {
    const widths = [2, 1, 2, 2, 2, 2, 1, 3, 2, 1, 1, 4, 2, 1, 1, 2];
    const edges = edgesOf(widths, 40, 6).map((edge, index) => edge + (index % 2));
    expect(fitModules(edges)).toMatchObject({ count: 29 });
  });

  it('is not found where edges are irregular, or too few', () => {
    expect(fitModules([])).toBeNull();
    expect(fitModules([3])).toBeNull();
    expect(fitModules([10, 12])).toBeNull();
    expect(fitModules([0, 10, 31, 44, 67, 71, 88, 93, 120, 134, 149, 171, 188, 192, 217, 240])).toBeNull();
  });
});
