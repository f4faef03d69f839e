import type { CupsLimits } from '../../../../src/main/printers/cups/cups.ts';

/** Short polling intervals and long timeouts: a test waits for CUPS, not for a limit. */
export const testLimits: CupsLimits = {
  submitMs: 10_000,
  firstPauseMs: 20,
  longestPauseMs: 100,
  stalledAfterMs: 60_000,
  unavailableMs: 60_000,
};
