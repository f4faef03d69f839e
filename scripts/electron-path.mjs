// @ts-check
/** Prints the absolute path of the Electron executable in use, nothing else; progress goes to stderr. */
import { runCommand } from './set-up/command.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { electronExecutable } from './set-up/electron.mjs';

await runCommand(async () => {
  await ensureDependencies();
  process.stdout.write(`${await electronExecutable({ mayFetch: false })}\n`);
  return 0;
});
