// @ts-check
/** The documentation as a site, into dist/docs. */
import { join } from 'node:path';
import { writeDocumentation } from './checks/documentation.mjs';
import { runCommand } from './set-up/command.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { ROOT } from './set-up/run.mjs';

await runCommand(async () => {
  await ensureDependencies();
  process.stdout.write(`${await writeDocumentation(ROOT, join(ROOT, 'dist/docs'))}\n`);
  return 0;
});
