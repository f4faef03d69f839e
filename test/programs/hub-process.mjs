import { loadProgram } from './load-program.mjs';

/** A hub as `scripts/hub.mjs` runs it. */
const { runHub } = await loadProgram('hub-program', new URL('../../src/main/hub/hub-program.ts', import.meta.url).href);
process.exitCode = await runHub(process.argv.slice(2), {
  storageWorker: new URL('./storage-worker.mjs', import.meta.url),
  version: '0.0.0-test',
  writeError: (text) => process.stderr.write(`${text}\n`),
});
