import fc from 'fast-check';
import { describe, it } from 'vitest';

/** `npm run soak`, which is known by the number of inputs it gives to each property test. */
export const isSoakRun = (fc.readConfigureGlobal()?.numRuns ?? 0) > 1_000;

/** `npm run test:long` and `npm run soak` run every step of the long scenarios; `npm test` runs those that differ most. */
export const isLongRun = process.env.PACKBENCH_TEST_LENGTH === 'long' || isSoakRun;

/** All entries of a table in a long run, otherwise every second one, or one of as many. */
export const inThisRun = <T>(table: readonly T[], oneOf = 2): T[] =>
  table.filter((_, index) => isLongRun || index % oneOf === 0);

/** A test of the long run alone: a variant of one that every run has. A file of such tests alone is named `*.long-run.test.ts`. */
export function itInLongRun(name: string, test: () => Promise<void>, timeout?: number): void {
  if (isLongRun) it(name, test, timeout);
}

/** A group of such tests. */
export function describeInLongRun(name: string, tests: () => void): void {
  if (isLongRun) describe(name, tests);
}
