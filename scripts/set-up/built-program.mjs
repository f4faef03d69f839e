// @ts-check
import { ensureBuild } from './build.mjs';
import { onPrivateDisplay } from './display.mjs';
import { packageCommand, runOnScreen } from './run.mjs';
import { setUp } from './set-up.mjs';

/**
 * Builds where needed, then runs a package's command on a private screen; gives its exit code.
 * @param {boolean} mayInstall
 * @param {string} command of the package of the same name
 * @param {readonly string[]} args
 */
export async function runOnBuild(mayInstall, command, args) {
  const { env, electron } = await setUp({ forTests: true, mayInstall, mayFetch: false });
  await ensureBuild(electron);
  return onPrivateDisplay(env, (shown) =>
    runOnScreen(process.execPath, [packageCommand(command, command), ...args], shown),
  );
}
