// @ts-check
/**
 * Electron's fuses: bytes of the executable that switch features off for good. Packaging sets them, then reads them back; a package
 * whose fuses differ from this list must not be released.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { FuseState } from '@electron/fuses/dist/constants.js';
import { SetUpFailure } from '../set-up/step.mjs';

/** @typedef {keyof typeof FuseV1Options} Fuse */

/**
 * The fuses of a package.
 * @param {NodeJS.Platform} platform
 * @returns {Record<Fuse, boolean>}
 */
export const shippedFuses = (platform) => ({
  // The executable would run any script with the station's name and keyring access.
  RunAsNode: false,
  // The page's session is in memory and has no cookies; encryption would only ask the keyring for a key at each start.
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // Linux has no check: there the package's files belong to root.
  EnableEmbeddedAsarIntegrityValidation: platform === 'darwin' || platform === 'win32',
  OnlyLoadAppFromAsar: true,
  // The snapshot is not part of the distribution.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // The page has a scheme of its own.
  GrantFileProtocolExtraPrivileges: false,
});

/**
 * The fuses of the copy of a package that tests drive: they need Node's inspector. Beside its executable, `TEST_COPY_MARKER` is what
 * lets the station start with debugging switches.
 * @param {NodeJS.Platform} platform
 * @returns {Record<Fuse, boolean>}
 */
export const testCopyFuses = (platform) => ({ ...shippedFuses(platform), EnableNodeCliInspectArguments: true });

/** A file in the resources folder of a test copy; `src/main/app/refused-switches.ts` reads it. */
export const TEST_COPY_MARKER = 'packbench-test-copy';

/**
 * Sets fuses of an executable and reads them back.
 * @param {string} executable on macOS the path of the .app
 * @param {Record<Fuse, boolean>} wanted
 */
export async function setFuses(executable, wanted) {
  /** @type {import('@electron/fuses').FuseConfig} */
  const config = { version: FuseVersion.V1, resetAdHocDarwinSignature: executable.endsWith('.app') };
  for (const [fuse, on] of Object.entries(wanted)) config[FuseV1Options[/** @type {Fuse} */ (fuse)]] = on;
  await flipFuses(executable, config);
  await checkFuses(executable, wanted);
}

/**
 * Fails, and names each difference, unless this is a package that may be released: with its fuses, and without the marker of a test
 * copy.
 * @param {string} executable
 * @param {string} resources its resources folder
 * @param {NodeJS.Platform} [platform] that of the executable
 */
export async function checkRelease(executable, resources, platform = process.platform) {
  if (existsSync(join(resources, TEST_COPY_MARKER))) {
    throw new SetUpFailure(`${resources} contains ${TEST_COPY_MARKER}: this is a copy for tests.`);
  }
  await checkFuses(executable, shippedFuses(platform));
}

/**
 * @param {string} executable
 * @param {Record<Fuse, boolean>} wanted
 */
async function checkFuses(executable, wanted) {
  const found = await readFuses(executable);
  const different = Object.entries(wanted).filter(
    ([fuse, on]) => found[/** @type {Fuse} */ (fuse)] !== (on ? 'on' : 'off'),
  );
  if (different.length === 0) return;
  const named = different.map(
    ([fuse, on]) => `${fuse} is ${found[/** @type {Fuse} */ (fuse)]}, not ${on ? 'on' : 'off'}`,
  );
  throw new SetUpFailure(`${executable} does not have the right fuses: ${named.join('; ')}.`);
}

/**
 * The fuses of an executable. Electron removes a fuse whose feature is gone, and an older Electron lacks the newest.
 * @param {string} executable
 * @returns {Promise<Record<Fuse, 'on' | 'off' | 'removed' | 'absent'>>}
 */
export async function readFuses(executable) {
  const wire = await getCurrentFuseWire(executable);
  const fuses = Object.keys(shippedFuses(process.platform)).map((fuse) => {
    const state = wire[FuseV1Options[/** @type {Fuse} */ (fuse)]];
    return [fuse, stateNames.get(state) ?? 'absent'];
  });
  return Object.fromEntries(fuses);
}

/** @type {ReadonlyMap<unknown, 'on' | 'off' | 'removed'>} */
const stateNames = new Map([
  [FuseState.ENABLE, 'on'],
  [FuseState.DISABLE, 'off'],
  [FuseState.REMOVED, 'removed'],
]);
