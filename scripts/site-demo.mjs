// @ts-check
/** A site on this computer: a server, a hub and two windows play what benches share. */

import { ensureBuild } from './set-up/build.mjs';
import { runCommand } from './set-up/command.mjs';
import { hasDisplay, onPrivateDisplay } from './set-up/display.mjs';
import { packageCommand, runOnScreen, sourceFile } from './set-up/run.mjs';
import { setUp } from './set-up/set-up.mjs';
import { siteServer } from './site-demo/site-server.mjs';

await runCommand(async ({ mayInstall, rest }) => {
  siteServer();
  const { env, electron } = await setUp({ forTests: false, mayInstall, mayFetch: true });
  await ensureBuild(electron);
  const demo = sourceFile('scripts/site-demo/site-demo.ts');
  const play = (/** @type {NodeJS.ProcessEnv} */ on) =>
    runOnScreen(process.execPath, [packageCommand('tsx', 'tsx'), demo, ...rest], on);
  return hasDisplay(env) ? play(env) : onPrivateDisplay(env, play);
});
