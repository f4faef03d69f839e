import { defineConfig } from 'vitest/config';

/** The tests of a package that was built and installed, one after the other: `npm run test:package`. */
export default defineConfig({
  test: {
    include: ['test/package/*.test.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
  },
});
