// @ts-check
/** The long versions of tests that `npm test` runs short. */
import { runOnBuild } from './set-up/built-program.mjs';
import { runCommand } from './set-up/command.mjs';
import { sourceFile } from './set-up/run.mjs';

await runCommand(({ mayInstall, rest }) =>
  runOnBuild(mayInstall, 'vitest', ['run', '--config', sourceFile('vitest.soak.config.ts'), ...rest]),
);
