import fc from 'fast-check';

/** A property test that names no number of runs of its own gets a hundred times the usual. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 10_000 });
