import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The files with tests over endless inputs; what the others test does not depend on the number of inputs. */
const propertyTests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => join('test', file))
  .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes("from 'fast-check'"));

/**
 * Property tests, each with a hundred times the inputs that `npm test` gives it where it names no number of its own; then, on the built
 * station and alone, what only a long time shows.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/programs/build-programs.ts'],
    projects: [
      {
        test: {
          name: 'properties',
          include: propertyTests,
          setupFiles: ['test/soak/set-up.ts'],
          execArgv: ['--expose-gc'],
          testTimeout: 3_600_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'shift',
          include: ['test/soak/**/*.test.ts'],
          globalSetup: ['test/e2e/start-displays.ts'],
          setupFiles: ['test/e2e/own-display.ts'],
          maxWorkers: 1,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
