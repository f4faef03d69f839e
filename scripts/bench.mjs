// @ts-check
/** The benchmark table. */
import { runOnBuild } from './set-up/built-program.mjs';
import { runCommand } from './set-up/command.mjs';
import { sourceFile } from './set-up/run.mjs';

await runCommand(({ mayInstall, rest }) => runOnBuild(mayInstall, 'tsx', [sourceFile('test/bench/bench.ts'), ...rest]));
