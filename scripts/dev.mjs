// @ts-check
/** The station with hot reload. */
import { forgetBuild } from './set-up/build.mjs';
import { runCommand } from './set-up/command.mjs';
import { packageCommand, runOnScreen } from './set-up/run.mjs';
import { setUp } from './set-up/set-up.mjs';

await runCommand(async ({ mayInstall, rest }) => {
  const { env, switches } = await setUp({ forTests: false, mayInstall, mayFetch: true });
  // It writes its own, different output into out/.
  forgetBuild();
  return runOnScreen(
    process.execPath,
    [packageCommand('electron-vite', 'electron-vite'), 'dev', '--', ...switches, ...rest],
    env,
  );
});
