// @ts-check
/** The production build, into out/. */
import { ensureBuild } from './set-up/build.mjs';
import { runCommand } from './set-up/command.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';

await runCommand(async () => {
  await ensureDependencies();
  await ensureBuild();
  return 0;
});
