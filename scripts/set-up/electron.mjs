// @ts-check
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fetchPackageElectron, packageElectron } from './electron-package.mjs';
import { registryElectron, registryElectronFits } from './electron-registry.mjs';
import { ROOT } from './run.mjs';
import { SetUpFailure } from './step.mjs';

/**
 * @typedef {object} ElectronSources where an executable may come from, in the order they are asked
 * @property {() => string | null} named by the person, in ELECTRON_EXEC_PATH
 * @property {() => string | null} installed the electron package's own, when it is on disk
 * @property {(() => Promise<string | null>) | null} fetched the same, fetched now; null when this command does not try
 * @property {(() => Promise<string>) | null} registry the one inside a registry package; null where it does not fit
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
 * The executable to run the station with, made ready if it is not there yet.
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
