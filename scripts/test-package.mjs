// @ts-check
/** Builds the package twice, then tests it: installed in a clean Debian, and with the end-to-end tests on a marked copy. Needs root. */
import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFuses, TEST_COPY_MARKER, testCopyFuses } from './packaging/fuses.mjs';
import { makePackage } from './packaging/make-package.mjs';
import { stationVersion } from './packaging/version.mjs';
import { forgetBuild } from './set-up/build.mjs';
import { runCommand } from './set-up/command.mjs';
import { packageCommand, ROOT, runOnScreen } from './set-up/run.mjs';
import { log, SetUpFailure } from './set-up/step.mjs';
import { ensureSystemPackages } from './set-up/system-packages.mjs';

/** The user without any right, on every Linux. */
const ORDINARY_USER = 65_534;

/** The end-to-end tests that run on the package; arguments name others, and `--all` is all but the one that makes a package of its own. */
const ON_PACKAGE = ['first-label', 'label-downloads.long-run', 'printing', 'batch', 'settings', 'command-barcodes'].map(
  (name) => `test/e2e/${name}.test.ts`,
);
const MAKES_A_PACKAGE = 'packaged.test.ts';
const ALL = readdirSync(join(ROOT, 'test/e2e'), { encoding: 'utf8', recursive: true })
  .filter((name) => name.endsWith('.test.ts') && name !== MAKES_A_PACKAGE)
  .map((name) => `test/e2e/${name}`);

await runCommand(async ({ mayInstall, rest }) => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new SetUpFailure('These tests install a package in a Debian of their own: run them as root on Debian.');
  }
  await ensureSystemPackages({ forTests: true, forPackaging: true, mayInstall });
  const work = mkdtempSync(join(tmpdir(), 'packbench-package-test-'));
  execFileSync('chmod', ['755', work]);
  try {
    const codes = [await testInstalled(work, mayInstall), await testCopy(work, rest)];
    return codes.every((code) => code === 0) ? 0 : 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

/**
 * @param {string} work
 * @param {boolean} mayInstall
 */
async function testInstalled(work, mayInstall) {
  const first = await makePackage({ mayInstall, to: join(work, 'first') });
  forgetBuild();
  const again = await makePackage({ mayInstall, to: join(work, 'again') });
  const later = stationVersion(ROOT).version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  const next = await makePackage({ mayInstall, to: join(work, 'next'), version: later, compression: 'gzip' });
  execFileSync('dpkg-deb', ['--extract', first.file, join(work, 'copy')]);
  const env = {
    ...process.env,
    PACKBENCH_PACKAGE: first.file,
    PACKBENCH_PACKAGE_AGAIN: again.file,
    PACKBENCH_PACKAGE_NEXT: next.file,
  };
  return runOnScreen(
    process.execPath,
    [packageCommand('vitest', 'vitest'), 'run', '--config', 'vitest.package.config.ts'],
    env,
  );
}

/**
 * The end-to-end tests as an ordinary user, with Chromium's sandbox on, on a copy that differs from the package in one fuse and the
 * marker.
 * @param {string} work
 * @param {readonly string[]} tests
 */
async function testCopy(work, tests) {
  const program = join(work, 'copy/usr/lib/packbench');
  await setFuses(join(program, 'packbench'), testCopyFuses('linux'));
  writeFileSync(join(program, 'resources', TEST_COPY_MARKER), '');
  const home = join(work, 'home');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, ORDINARY_USER, ORDINARY_USER);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: home,
    ELECTRON_EXEC_PATH: join(program, 'packbench'),
    PACKBENCH_ELECTRON_SWITCHES: '--disable-dev-shm-usage',
    PACKBENCH_TEST_PACKAGE: 'installed',
    PACKBENCH_TEST_LENGTH: 'long',
  };
  const clone = copyOfTests(work);
  log('End-to-end tests on the marked copy of the package, as an ordinary user …');
  const user = [`--reuid=${ORDINARY_USER}`, `--regid=${ORDINARY_USER}`, '--clear-groups', '--no-new-privs'];
  const vitest = ['run', '--root', clone, '--project', 'e2e', '--project', 'e2e timed keys'];
  return runOnScreen(
    'setpriv',
    [
      ...user,
      '--',
      process.execPath,
      packageCommand('vitest', 'vitest').replace(ROOT, clone),
      ...vitest,
      ...(tests.includes('--all') ? ALL : tests.length > 0 ? tests : ON_PACKAGE),
    ],
    env,
  );
}

/**
 * What the tests read, where an ordinary user can read and write: this clone may be in a closed folder.
 * @param {string} work
 */
function copyOfTests(work) {
  const clone = join(work, 'clone');
  mkdirSync(clone);
  for (const name of ['src', 'test', 'scripts', 'resources', 'out', 'node_modules']) {
    execFileSync('cp', ['-a', '--reflink=auto', join(ROOT, name), clone]);
  }
  for (const name of ['package.json', 'package-lock.json', 'vitest.config.ts', 'tsconfig.base.json', 'tsconfig.json']) {
    copyFileSync(join(ROOT, name), join(clone, name));
  }
  for (const cache of ['.cache', '.vite', '.vite-temp'])
    rmSync(join(clone, 'node_modules', cache), { recursive: true, force: true });
  // Pictures of windows are written into `out`.
  for (const folder of ['', 'node_modules', 'out']) chownSync(join(clone, folder), ORDINARY_USER, ORDINARY_USER);
  rmSync(join(clone, 'out/pictures'), { recursive: true, force: true });
  return clone;
}
