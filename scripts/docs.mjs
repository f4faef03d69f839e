// @ts-check
/** The documentation as a site, into dist/docs; with `--pictures`, the guided tour first takes its pictures anew. */
import { join } from 'node:path';
import { writeDocumentation } from './checks/documentation.mjs';
import { takeDocumentationPictures } from './checks/documentation-pictures.mjs';
import { runCommand } from './set-up/command.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { ROOT } from './set-up/run.mjs';

await runCommand(async ({ mayInstall, rest }) => {
  await ensureDependencies();
  if (rest.includes('--pictures')) await takeDocumentationPictures(mayInstall);
  process.stdout.write(`${await writeDocumentation(ROOT, join(ROOT, 'dist/docs'))}\n`);
  return 0;
});
