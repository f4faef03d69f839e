// @ts-check
import { ensureDependencies } from './dependencies.mjs';
import { beginElectron } from './electron.mjs';
import { electronSwitches } from './electron-switches.mjs';
import { SetUpFailure } from './step.mjs';
import { checkSystemPackages } from './system-packages.mjs';

/** As package.json says under `engines`. */
const OLDEST_NODE = [20, 19];

/**
 * @typedef {object} Ready
 * @property {string} electron absolute path of the executable
 * @property {string[]} switches switches that Electron needs on this machine
 * @property {NodeJS.ProcessEnv} env for programs that start Electron themselves: ELECTRON_EXEC_PATH, the switches in
 *   PACKBENCH_ELECTRON_SWITCHES and the missing test-only Debian packages in PACKBENCH_MISSING, both divided by spaces
 */

/**
 * Prepares this clone to run: installs what is missing. The build is a separate step.
 * @param {{ forTests: boolean, mayInstall: boolean, mayFetch: boolean }} options
 * @returns {Promise<Ready>}
 */
export async function setUp({ forTests, mayInstall, mayFetch }) {
  checkNode(process.versions.node);
  const installSystemPackages = await checkSystemPackages({ forTests, mayInstall });
  const electronExecutable = beginElectron({ mayFetch });
  // They need nothing of each other, and wait for the network and the disk.
  const [missing] = await allOrFirstFailure([installSystemPackages(), ensureDependencies(), electronExecutable.begun]);
  const electron = await electronExecutable.finish();
  const switches = await electronSwitches(electron);
  const env = {
    ...process.env,
    ELECTRON_EXEC_PATH: electron,
    PACKBENCH_ELECTRON_SWITCHES: switches.join(' '),
    PACKBENCH_MISSING: missing.join(' '),
  };
  return { electron, switches, env };
}

/**
 * Ends when all have ended, so that none goes on behind a failure's message.
 * @template {readonly unknown[]} T
 * @param {{ [K in keyof T]: Promise<T[K]> }} works
 * @returns {Promise<T>}
 */
async function allOrFirstFailure(works) {
  await Promise.allSettled(works);
  return /** @type {Promise<any>} */ (Promise.all(works));
}

/** @param {string} version */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new SetUpFailure(`Packbench needs Node ${OLDEST_NODE.join('.')} or newer; this is ${version}.`);
}
