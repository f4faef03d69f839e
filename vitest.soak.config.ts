import { defineConfig } from 'vitest/config';

/** The tests over endless inputs, each with a hundred times the inputs that `npm test` gives them. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    setupFiles: ['test/soak/set-up.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
});
