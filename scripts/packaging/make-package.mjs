// @ts-check
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureBuild } from '../set-up/build.mjs';
import { ensureDependencies } from '../set-up/dependencies.mjs';
import { packageElectron } from '../set-up/electron.mjs';
import { ELECTRON_OF_REGISTRY, registryElectron, registryElectronFits } from '../set-up/electron-registry.mjs';
import { mustRun, ROOT } from '../set-up/run.mjs';
import { SetUpFailure, step } from '../set-up/step.mjs';
import { ensureSystemPackages } from '../set-up/system-packages.mjs';
import { programFolder, writeDeb } from './deb.mjs';
import { stageProgram } from './stage.mjs';
import { buildVersion, debianVersion, stationVersion, testBuildReasons } from './version.mjs';

/**
 * @typedef {object} PackageOptions
 * @property {boolean} mayInstall whether missing Debian packages may be installed
 * @property {string} [to] the folder of the package; by default `dist`
 * @property {string} [version] another version than package.json's, for tests
 * @property {'xz' | 'gzip'} [compression]
 */

/**
 * Builds the station and makes its package.
 * @param {PackageOptions} options
 * @returns {Promise<{ file: string, version: string, testBuildReasons: string[] }>}
 */
export async function makePackage({ mayInstall, to = join(ROOT, 'dist'), version: otherVersion, compression }) {
  if (!registryElectronFits(process)) throw new SetUpFailure('Packages are made on Linux x64 only.');
  await ensureSystemPackages({ forTests: false, forPackaging: true, mayInstall });
  await ensureDependencies();
  const electron = await findElectron();
  await ensureBuild(join(electron.folder, 'electron'));
  const { version, hasUnreleasedChanges } = stationVersion(ROOT);
  const reasons = testBuildReasons({ hasUnreleasedChanges, isOwnElectron: electron.isOwn });
  const shown = buildVersion(otherVersion ?? version, electron.version, reasons.length > 0);
  const file = join(to, `packbench_${debianVersion(shown)}_amd64.deb`);
  const work = mkdtempSync(join(tmpdir(), 'packbench-package-'));
  try {
    const stage = join(work, 'stage');
    mkdirSync(programFolder(stage), { recursive: true });
    await step('now', 'Staging the program', () =>
      stageProgram({ root: ROOT, electron: electron.folder, to: programFolder(stage), version: shown }),
    );
    const epoch = await sourceDate();
    await step('now', `Writing ${file}`, () =>
      writeDeb({ root: ROOT, stage, version: shown, to: file, epoch, ...(compression ? { compression } : {}) }),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return { file, version: shown, testBuildReasons: reasons };
}

/** The installed package's own distribution; else the one that development uses. */
async function findElectron() {
  const own = packageElectron(ROOT);
  const folder = dirname(own ?? (await registryElectron()));
  return { folder, isOwn: own !== null, version: own === null ? ELECTRON_OF_REGISTRY : versionIn(folder) };
}

/** @param {string} folder */
const versionIn = (folder) => readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '');

/** The time that every file gets: that of SOURCE_DATE_EPOCH, else of the newest commit, else of the change log's first release. */
async function sourceDate() {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (Number.isSafeInteger(given) && given > 0) return given;
  if (existsSync(join(ROOT, '.git'))) return Number(await mustRun('git', 'git', ['log', '-1', '--format=%ct']));
  throw new SetUpFailure('This is no clone: give the time of the files as SOURCE_DATE_EPOCH, in seconds since 1970.');
}
