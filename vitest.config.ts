import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { hasPrivateDisplays } from './scripts/set-up/display.mjs';

/** Keys that come at a real pace, not with times of their own: while another window draws, they come later than a scanner sends them. */
const timedKeys = ['scanning', 'system-keys', 'page-crash'].map((name) => `test/e2e/${name}.test.ts`);

/** Files of which `npm test` has no test: see `test/helpers/test-length.ts`. */
const longRunFiles = process.env.PACKBENCH_TEST_LENGTH === 'long' ? [] : ['test/**/*.long-run.test.ts'];

const endToEnd = {
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  globalSetup: ['test/e2e/start-displays.ts'],
  setupFiles: ['test/e2e/own-display.ts'],
};

/** These take about half a minute or more. Begun last, they would let all others wait for them. */
const longest = ['station/site/site-shift', 'e2e/first-label', 'e2e/shell', 'e2e/settings', 'e2e/site-questions'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Unit and integration tests run in plain Node; then end-to-end tests drive the built station, each worker on a display of its own, and at
 * last those with timed keys, one file at a time.
 */
export default defineConfig({
  test: {
    // Most tests wait for sockets, disks and children: more of them at once than there are processors.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/programs/build-programs.ts'],
    projects: [
      {
        test: {
          name: 'node',
          // Files of one worker share its modules, and need not load them anew: none keeps anything of a test.
          isolate: false,
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: ['test/e2e/**', 'test/package/**', 'test/soak/**', ...longRunFiles],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...endToEnd,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...timedKeys, ...longRunFiles],
          maxWorkers: hasPrivateDisplays() ? 2 : 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...endToEnd, name: 'e2e timed keys', include: timedKeys, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
