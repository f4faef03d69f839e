import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { downloadRegistryElectron, registryElectron, registryElectronFits } from './electron-registry.mjs';
import { ROOT, runQuietly } from './run.mjs';
import { log, SetUpFailure, step } from './step.mjs';

// @ts-check
/**
 * The executable that belongs to the installed `electron` package. It is found by reading the package's files, never by
 * importing or resolving it: that starts a download.
 */

const TRY_MS = 10_000;

/**
 * @param {string} root the repository
 * @returns {string | null} the absolute path of the executable, when all of it is on disk
 */
export function packageElectron(root) {
  const folder = join(root, 'node_modules/electron');
  try {
    const executable = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    const unpacked = readFileSync(join(folder, 'dist/version'), 'utf8').trim().replace(/^v/, '');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return unpacked === version && existsSync(executable) ? executable : null;
  } catch {
    return null;
  }
}

/** Records a failed attempt next to the installed packages, so that `npm ci` removes it with them. */
function failureNote() {
  return join(ROOT, 'node_modules/.cache/packbench/electron-fetch-failed');
}

/**
 * Lets the package fetch its executable, once per installation.
 * @param {{ patient: boolean }} options patient: nothing else can be used, so the try may take as long as it needs
 * @returns {Promise<string | null>}
 */
export async function fetchPackageElectron({ patient }) {
  const note = failureNote();
  if (!patient && existsSync(note)) return null;
  const limit = patient ? '' : ` (one try, ${TRY_MS / 1000} seconds)`;
  const ended = await step('now', `Fetching Electron's executable from its release host${limit}`, () =>
    runQuietly(process.execPath, [join(ROOT, 'node_modules/electron/install.js')], {
      ...(patient ? {} : { timeoutMs: TRY_MS }),
    }),
  );
  const found = packageElectron(ROOT);
  if (found !== null) return found;
  const why = ended.timedOut
    ? 'no answer in time'
    : (ended.output.split('\n').find((line) => line.trim() !== '') ?? '');
  log(`  not fetched: ${why}`);
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, `${why}\n`);
  return null;
}

// @ts-check

/**
 * @typedef {object} ElectronSources where an executable may come from, in the order they are asked
 * @property {() => string | null} named by the person, in ELECTRON_EXEC_PATH
 * @property {() => string | null} installed the electron package's own, when it is on disk
 * @property {(() => Promise<string | null>) | null} fetched the same, fetched now; null if this command does not try
 * @property {(() => Promise<string>) | null} registry the one inside a registry package; null if it does not fit this machine
 */

/**
 * @param {ElectronSources} sources
 * @returns {Promise<string>}
 */
export async function chooseElectron(sources) {
  const found = sources.named() ?? sources.installed() ?? (await sources.fetched?.()) ?? (await sources.registry?.());
  if (found) return found;
  throw new SetUpFailure(
    'No Electron executable was found. Let the electron package fetch its own (node node_modules/electron/install.js; ' +
      'ELECTRON_MIRROR names another release host), or name one with ELECTRON_EXEC_PATH.',
  );
}

/**
 * Begins to prepare the executable while the dependencies are being installed, where it is known by now that it comes from
 * the registry package.
 * @param {{ mayFetch: boolean }} options mayFetch: ask the release host first
 * @returns {{ begun: Promise<void>, finish: () => Promise<string> }} finish: as `electronExecutable`, once the
 *   dependencies are installed and what was begun has ended
 */
export function beginElectron({ mayFetch }) {
  const isFromRegistry =
    !mayFetch &&
    registryElectronFits(process) &&
    namedExecutable(process.env.ELECTRON_EXEC_PATH) === null &&
    packageElectron(ROOT) === null;
  return {
    begun: isFromRegistry ? downloadRegistryElectron() : Promise.resolve(),
    finish: () => electronExecutable({ mayFetch }),
  };
}

/**
 * The executable to run the station with, prepared if it is missing.
 * @param {{ mayFetch: boolean }} options mayFetch: ask the release host first
 * @returns {Promise<string>} its absolute path
 */
export function electronExecutable({ mayFetch }) {
  const fits = registryElectronFits(process);
  return chooseElectron({
    named: () => namedExecutable(process.env.ELECTRON_EXEC_PATH),
    installed: () => packageElectron(ROOT),
    fetched: mayFetch || !fits ? () => fetchPackageElectron({ patient: !fits }) : null,
    registry: fits ? registryElectron : null,
  });
}

/** @param {string | undefined} name */
function namedExecutable(name) {
  if (!name) return null;
  if (!existsSync(name)) throw new SetUpFailure(`ELECTRON_EXEC_PATH names ${name}, which does not exist.`);
  return resolve(name);
}
