// @ts-check
/** Examines a real sandbox: which of the points that the interface document leaves open it handles how. */

import { runCommand } from './set-up/command.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { packageCommand, runOnScreen, sourceFile } from './set-up/run.mjs';

await runCommand(async ({ rest }) => {
  await ensureDependencies();
  const check = sourceFile('scripts/check-service/check-service.ts');
  return runOnScreen(process.execPath, [packageCommand('tsx', 'tsx'), check, ...rest]);
});
