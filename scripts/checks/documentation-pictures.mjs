// @ts-check
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuild } from '../set-up/build.mjs';
import { onPrivateDisplay } from '../set-up/display.mjs';
import { packageCommand, ROOT, runOnScreen } from '../set-up/run.mjs';
import { setUp } from '../set-up/set-up.mjs';
import { SetUpFailure } from '../set-up/step.mjs';
import { picturesOfTour } from './documentation.mjs';

/**
 * Plays the guided tour and takes its pictures into the documentation.
 * @param {boolean} mayInstall
 */
export async function takeDocumentationPictures(mayInstall) {
  const ready = await setUp({ forTests: true, mayInstall, mayFetch: true });
  await ensureBuild(ready.electron);
  const tour = [packageCommand('tsx', 'tsx'), join(ROOT, 'scripts/tour/tour.ts')];
  const code = await onPrivateDisplay(ready.env, (env) => runOnScreen(process.execPath, tour, env));
  if (code !== 0) throw new SetUpFailure('The guided tour did not pass, so the pictures stay as they are.');
  for (const [picture, step] of Object.entries(picturesOfTour)) {
    mkdirSync(dirname(join(ROOT, picture)), { recursive: true });
    copyFileSync(join(ROOT, 'out/tour', `${step}.png`), join(ROOT, picture));
  }
}
