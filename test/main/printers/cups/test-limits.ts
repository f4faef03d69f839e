import type { CupsLimits } from '../../../../src/main/printers/cups/cups.ts';

/** Quick to ask, and slow to give up: what a test waits for comes of CUPS, not of a limit. */
export const testLimits: CupsLimits = {
  submitMs: 10_000,
  firstPauseMs: 20,
  longestPauseMs: 100,
  stalledAfterMs: 60_000,
  unavailableMs: 60_000,
};
