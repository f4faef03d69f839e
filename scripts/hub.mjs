// @ts-check
/** The hub of a site: the station without a window, which receives webhooks and keeps the records of all benches. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runCommand } from './set-up/command.mjs';
import { ensureDependencies } from './set-up/dependencies.mjs';
import { sourceFile } from './set-up/run.mjs';

await runCommand(async ({ mayInstall, rest }) => {
  if (mayInstall) await ensureDependencies();
  // In this process, so that signals reach the hub itself.
  const { register } = await import('tsx/esm/api');
  register();
  const { runHub } = await import(pathToFileURL(sourceFile('src/main/hub/hub-program.ts')).href);
  return runHub(rest, {
    storageWorker: new URL('./hub/storage-worker.mjs', import.meta.url),
    version: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
    writeError: (/** @type {string} */ text) => process.stderr.write(`${text}\n`),
  });
});
