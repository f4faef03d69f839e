import { defineConfig } from 'vitest/config';
import { hasPrivateDisplays } from './scripts/set-up/display.mjs';

/** Unit and integration tests run in plain Node; end-to-end tests drive the built station, each of two workers on a display of its own. */
export default defineConfig({
  test: {
    // Most tests wait for sockets, disks and children: more of them at once than there are processors.
    maxWorkers: 4,
    globalSetup: ['test/programs/build-programs.ts'],
    projects: [
      {
        test: {
          name: 'node',
          // Files of one worker share its modules, and need not load them anew: none keeps anything of a test.
          isolate: false,
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: ['test/e2e/**'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: hasPrivateDisplays() ? 2 : 1,
          globalSetup: ['test/e2e/start-displays.ts'],
          setupFiles: ['test/e2e/own-display.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
