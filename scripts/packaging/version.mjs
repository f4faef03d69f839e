// @ts-check
/** The version of a package: that of package.json and of the newest numbered section of the change log, which must be the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpFailure } from '../set-up/step.mjs';

/**
 * @param {string} root
 * @returns {{ version: string, hasUnreleasedChanges: boolean }}
 */
export function stationVersion(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const newest = /^## (\d.*)$/m.exec(changes)?.[1]?.split(' ')[0];
  if (newest !== version) {
    throw new SetUpFailure(
      `package.json has version ${version}, the newest of CHANGELOG.md is ${newest ?? 'missing'}.`,
    );
  }
  return { version, hasUnreleasedChanges: /^## Unreleased$/m.test(changes) };
}

/**
 * What makes a build one for tests only, which its version says.
 * @param {{ hasUnreleasedChanges: boolean, isOwnElectron: boolean }} build
 * @returns {string[]}
 */
export const testBuildReasons = ({ hasUnreleasedChanges, isOwnElectron }) => [
  ...(isOwnElectron ? [] : ["its Electron is not the installed package's own"]),
  ...(hasUnreleasedChanges ? ['CHANGELOG.md has unreleased changes'] : []),
];

/**
 * The version that a build shows: a test build's sorts before the release of the same number.
 * @param {string} version
 * @param {string} electron its version
 * @param {boolean} isTestBuild
 */
export const buildVersion = (version, electron, isTestBuild) =>
  isTestBuild ? `${version}-test.electron${electron}` : version;

/** The same for Debian, where `~` sorts before the end. */
export const debianVersion = (/** @type {string} */ version) => version.replace('-', '~');

/** Whether a version, in either form, is that of a test build. */
export const isTestVersion = (/** @type {string} */ version) => /[-~]test\b/.test(version);
