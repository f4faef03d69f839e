// @ts-check
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  decideOnPackages,
  installCommand,
  installNames,
  missingPackages,
  PACKAGE_TEST_PACKAGES,
  PACKAGING_PACKAGES,
  RUN_TIME_PACKAGES,
  serviceMasks,
  TEST_PACKAGES,
} from './debian-packages.mjs';
import { runQuietly } from './run.mjs';
import { log, SetUpFailure, step } from './step.mjs';

const DEBIAN_VERSION = '/etc/debian_version';

/** @typedef {{ forTests: boolean, forPackaging?: boolean, mayInstall: boolean }} Purpose what the packages are for */

/**
 * Installs the system packages; ends the run if what it is for could not start without them.
 * @param {Purpose} purpose
 * @returns {Promise<string[]>} the test-only packages that are missing, by their Debian 12 names
 */
export async function ensureSystemPackages(purpose) {
  const finish = await checkSystemPackages(purpose);
  return finish();
}

/**
 * Looks at the system's packages, without a change; ends the run if packages without which nothing starts may not be installed.
 * @param {Purpose} purpose
 * @returns {Promise<() => Promise<string[]>>} installs what is missing; gives the test-only packages that are missing then
 */
export async function checkSystemPackages({ forTests, forPackaging = false, mayInstall }) {
  const wantedByTests = forTests ? TEST_PACKAGES : [];
  if (process.platform !== 'linux') return async () => wantedByTests;
  if (!existsSync(DEBIAN_VERSION)) {
    log(
      `Not a Debian system: nothing is installed here. The station needs what Debian calls ${RUN_TIME_PACKAGES.join(', ')}.`,
    );
    return async () => wantedByTests;
  }
  const version = readFileSync(DEBIAN_VERSION, 'utf8');
  const root = process.getuid?.() === 0;
  const forPackage = forPackaging ? [...PACKAGING_PACKAGES, ...(forTests ? PACKAGE_TEST_PACKAGES : [])] : [];
  const needed = [...RUN_TIME_PACKAGES, ...forPackage];
  const inspection = () => lookForPackages(needed, wantedByTests);
  const { runTime, testOnly } = await step('late', "Looking at the system's packages", inspection);
  const decision = decideOnPackages({ runTime, testOnly, root, mayInstall });
  if (decision.kind === 'nothing') return async () => [];
  const names = installNames(decision.names, version);
  const command = installCommand(names, root);
  const advice = `Debian packages are missing: ${names.join(', ')}.`;
  switch (decision.kind) {
    case 'end':
      throw new SetUpFailure(
        `${advice} They were not installed: ${decision.why}. Run this, then start again:\n  ${command}`,
      );
    case 'go-on':
      log(
        `${advice} Only tests need them; the tests that do are skipped. They were not installed: ${decision.why}. To have them:\n  ${command}`,
      );
      return async () => testOnly;
    case 'install':
      return () => install(names, command, needed, wantedByTests);
  }
}

/**
 * @param {readonly string[]} needed
 * @param {readonly string[]} wantedByTests
 */
async function lookForPackages(needed, wantedByTests) {
  const wanted = [...needed, ...wantedByTests];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholders
  const format = '${Package} ${db:Status-Status}\n';
  // Its exit code says only that some name is unknown; the output has the rest.
  const { output } = await runQuietly('dpkg-query', [
    '-W',
    '-f',
    format,
    ...wanted.flatMap((name) => [name, `${name}t64`]),
  ]);
  const installed = new Set(
    output.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0] ?? ''] : [])),
  );
  return {
    runTime: missingPackages(needed, installed),
    testOnly: missingPackages(wantedByTests, installed),
  };
}

/**
 * @param {readonly string[]} names
 * @param {string} command
 * @param {readonly string[]} needed
 * @param {readonly string[]} wantedByTests
 * @returns {Promise<string[]>}
 */
async function install(names, command, needed, wantedByTests) {
  log(`These Debian packages, and what they need, will now be installed (--no-install refuses):\n  ${names.join(' ')}`);
  maskServices(names);
  const output = await step('now', 'Installing Debian packages', async (progress) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // Another apt may be running: wait for its lock instead of failing.
    const waitingForLock = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0'];
    const onLine = (/** @type {string} */ line) => progress(line.slice(0, 100));
    const update = await runQuietly('apt-get', [...waitingForLock, 'update'], { env, onLine });
    const args = [...waitingForLock, 'install', '--yes', '--no-install-recommends', ...names];
    const ended = await runQuietly('apt-get', args, { env, onLine });
    return ended.code === 0 ? '' : `${update.code === 0 ? '' : `${update.output}\n`}${ended.output}`;
  });
  const { runTime, testOnly } = await lookForPackages(needed, wantedByTests);
  if (runTime.length > 0) {
    throw new SetUpFailure(
      `These Debian packages could not be installed: ${runTime.join(', ')}. The command was:\n  ${command}\n${output}`,
    );
  }
  if (testOnly.length > 0) {
    log(
      `Could not be installed: ${testOnly.join(', ')}. Only tests need them; the tests that do are skipped.\n${output}`,
    );
  }
  return testOnly;
}

/**
 * Leaves a service's own unit alone where the administrator has one.
 * @param {readonly string[]} names
 */
function maskServices(names) {
  for (const { link, target } of serviceMasks(names)) {
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
    log(`${link}: a link to ${target}, so that only tests start this program. To have its service: systemctl unmask.`);
  }
}
