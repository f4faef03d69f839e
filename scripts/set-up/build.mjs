// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, packageCommand, ROOT, runQuietly } from './run.mjs';
import { log, step } from './step.mjs';

/** Everything the build reads. */
const SOURCES = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'scripts/set-up/licences.mjs',
  'scripts/set-up/bill-of-materials.mjs',
  'scripts/build-plugins',
  'scripts/packaging/staged-files.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const STAMP = join(ROOT, 'out/.built-from');

/**
 * One value for the content of files and folders: names and bytes, not times, so that switching back and forth between
 * branches does not matter.
 * @param {string} root
 * @param {readonly string[]} sources relative to the root; one that is absent counts as such
 */
export function fingerprint(root, sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(root, source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} source
 * @returns {string[]} relative to the root, in a fixed order
 */
function filesUnder(root, source) {
  const found = statSync(join(root, source), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [source];
  const names = readdirSync(join(root, source)).sort();
  return names.flatMap((name) => filesUnder(root, `${source}/${name}`));
}

/**
 * Builds into `out/`, unless the existing build was made from the same sources.
 * @param {string | null} electron that will run it, for which main's scripts are compiled ahead; null: compiled at each start
 */
export async function ensureBuild(electron) {
  const sources = fingerprint(ROOT, SOURCES);
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sources) {
    forgetBuild();
    await step('now', 'Building the station', async () => {
      await mustRun('The build', process.execPath, [packageCommand('electron-vite', 'electron-vite'), 'build']);
    });
    mkdirSync(join(ROOT, 'out'), { recursive: true });
    writeFileSync(STAMP, sources);
  }
  if (electron !== null) await compileAhead(electron);
}

/** Which Electron the scripts were compiled by; a new build empties the folder of main. */
const COMPILED_BY = join(ROOT, 'out/main/compiled-by');
/** It takes half a second. */
const COMPILE_MS = 60_000;

/**
 * Has Electron compile what each start runs. The same build gives the same bytes: V8's hashes depend on no chance then.
 * @param {string} electron
 */
async function compileAhead(electron) {
  const { size, mtimeMs } = statSync(electron);
  const compiledBy = `${electron}\n${size}\n${mtimeMs}\n`;
  if (existsSync(COMPILED_BY) && readFileSync(COMPILED_BY, 'utf8') === compiledBy) return;
  // It ends before it would need a display or Chromium's sandbox.
  const switches = ['--no-sandbox', '--js-flags=--random-seed=1'];
  if (process.platform === 'linux') switches.push('--ozone-platform=headless');
  const ended = await step('now', 'Compiling the station', () =>
    runQuietly(electron, [join(ROOT, 'out/main/compile.cjs'), ...switches], { timeoutMs: COMPILE_MS }),
  );
  if (ended.code === 0) writeFileSync(COMPILED_BY, compiledBy);
  else log(`  compiled at each start instead: ${ended.output.trim().split('\n').at(-1)}`);
}

/** Forgets the recorded build, before something else writes into `out/`. */
export function forgetBuild() {
  rmSync(STAMP, { force: true });
}
