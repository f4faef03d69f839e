// @ts-check
/** The benchmark table. */
import { ensureBuild } from './set-up/build.mjs';
import { runCommand } from './set-up/command.mjs';
import { onPrivateDisplay } from './set-up/display.mjs';
import { packageCommand, runOnScreen, sourceFile } from './set-up/run.mjs';
import { setUp } from './set-up/set-up.mjs';

await runCommand(async ({ mayInstall, rest }) => {
  const bench = sourceFile('test/bench/bench.ts');
  const { env } = await setUp({ forTests: true, mayInstall, mayFetch: false });
  await ensureBuild();
  return onPrivateDisplay(env, (shown) =>
    runOnScreen(process.execPath, [packageCommand('tsx', 'tsx'), bench, ...rest], shown),
  );
});
