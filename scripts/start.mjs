// @ts-check
/** Opens the station; on a machine without a display it plays the guided tour on a virtual one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from './set-up/build.mjs';
import { runCommand } from './set-up/command.mjs';
import { hasDisplay, onPrivateDisplay } from './set-up/display.mjs';
import { packageCommand, ROOT, runOnScreen } from './set-up/run.mjs';
import { setUp } from './set-up/set-up.mjs';
import { SetUpFailure } from './set-up/step.mjs';

await runCommand(async ({ mayInstall, rest }) => {
  const ready = await setUp({ forTests: false, mayInstall, mayFetch: true });
  await ensureBuild(ready.electron);
  if (hasDisplay(process.env)) return runOnScreen(ready.electron, [ROOT, ...ready.switches, ...rest]);
  return playTour(ready, rest);
});

/**
 * @param {import('./set-up/set-up.mjs').Ready} ready
 * @param {string[]} rest
 */
async function playTour(ready, rest) {
  const tour = join(ROOT, 'scripts/tour/tour.ts');
  if (!existsSync(tour))
    throw new SetUpFailure('There is no display here, and no guided tour in this clone to play instead.');
  return onPrivateDisplay(ready.env, (env) =>
    runOnScreen(process.execPath, [packageCommand('tsx', 'tsx'), tour, ...rest], env),
  );
}
