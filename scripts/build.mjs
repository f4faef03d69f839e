// @ts-check
/** The production build, into out/. */
import { ensureBuild } from './set-up/build.mjs';
import { runCommand } from './set-up/command.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { packageElectron } from './set-up/electron.mjs';
import { ROOT } from './set-up/run.mjs';

await runCommand(async () => {
  await ensureDependencies();
  await ensureBuild(packageElectron(ROOT));
  return 0;
});
