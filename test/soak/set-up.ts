import fc from 'fast-check';

/** Property runs between two collections of garbage. */
const runsPerCollection = 100;
let runs = 0;

/**
 * A property test that names no number of runs of its own gets a hundred times the usual. Statements of closed database files keep
 * about 4 MB of native memory until they are collected, and V8 does not count that memory.
 */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  numRuns: 10_000,
  // The plain hook runs before asynchronous properties too; the other one stops every synchronous property.
  beforeEach: () => {
    runs += 1;
    if (runs % runsPerCollection === 0) globalThis.gc?.();
  },
});
