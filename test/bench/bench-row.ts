/** At least this many repetitions of everything, so that a median and a spread mean something. */
export const repetitions = 5;

/** What a figure must reach: Packbench's own value, its ratio to the bare loop, or its ratio to one of the alternatives beside it. */
export interface FigureTarget {
  of: 'ours' | 'bare loop' | { beside: string };
  target: number;
  /** The worst value that is still accepted. */
  bound: number;
}

/** One row: Packbench beside a bare loop that does only the unavoidable work, both measured in the same run. */
export interface BenchRow {
  /** Names the row in stored figures: never changed, so that figures of two versions can be compared. */
  id: string;
  name: string;
  unit: string;
  better: 'lower' | 'higher';
  /** One value for each repetition. */
  ours: readonly number[];
  bare: readonly number[];
  /** Alternatives, in the same unit; `better` does not apply to them. */
  beside?: Readonly<Record<string, readonly number[]>>;
  targets?: readonly FigureTarget[];
}

/** The middle of the values and the range of the middle half of them. */
export interface Figure {
  median: number;
  low: number;
  high: number;
}

/** @throws where something was measured too few times */
export function figureOf(values: readonly number[]): Figure {
  if (values.length < repetitions) throw new Error(`Measured ${values.length} times, not ${repetitions}.`);
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** The middle of the measured values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The smallest measured value that this share (0 to 1) of the values does not exceed: 0.95 gives p95. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The values in as many groups as there are repetitions, in order; each group's `of`, such as its p95. */
export function byRepetition(values: readonly number[], of: (group: readonly number[]) => number): number[] {
  const size = Math.floor(values.length / repetitions);
  return Array.from({ length: repetitions }, (_, index) => of(values.slice(index * size, (index + 1) * size)));
}

/** How long the work took, milliseconds. */
export async function timeOf(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
