// @ts-check
/** A package to install: dist/packbench_<version>_amd64.deb. */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { makePackage } from './packaging/make-package.mjs';
import { runCommand } from './set-up/command.mjs';
import { log } from './set-up/step.mjs';

await runCommand(async ({ mayInstall }) => {
  const { file, testBuildReasons } = await makePackage({ mayInstall });
  for (const reason of testBuildReasons) log(`For tests only: ${reason}.`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  process.stdout.write(`${file}\n${(statSync(file).size / 1e6).toFixed(1)} MB, SHA-256 ${hash.digest('hex')}\n`);
  return 0;
});
