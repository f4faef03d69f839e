// @ts-check
/** The long versions of tests that `npm test` runs short. */
import { ensureBuild } from './set-up/build.mjs';
import { runCommand } from './set-up/command.mjs';
import { onPrivateDisplay } from './set-up/display.mjs';
import { packageCommand, runOnScreen, sourceFile } from './set-up/run.mjs';
import { setUp } from './set-up/set-up.mjs';

await runCommand(async ({ mayInstall, rest }) => {
  const config = sourceFile('vitest.soak.config.ts');
  const { env } = await setUp({ forTests: true, mayInstall, mayFetch: false });
  await ensureBuild();
  return onPrivateDisplay(env, (shown) =>
    runOnScreen(process.execPath, [packageCommand('vitest', 'vitest'), 'run', '--config', config, ...rest], shown),
  );
});
