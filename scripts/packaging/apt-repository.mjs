// @ts-check
/** A folder of packages that apt reads: packages under `pool`, signed indexes under `dists`. Older versions stay. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mustRun } from '../set-up/run.mjs';
import { SetUpFailure } from '../set-up/step.mjs';
import { isTestVersion } from './version.mjs';

const SUITE = 'stable';
const COMPONENT = 'main';
const POOL = `pool/${COMPONENT}/p/packbench`;
/** The public key, as `Signed-By` names it. */
export const KEY_FILE = 'packbench-archive-keyring.asc';

/**
 * @typedef {object} Publication
 * @property {string} folder
 * @property {readonly string[]} packages the files to add; none only signs the folder anew
 * @property {string} key a key of gpg, by its fingerprint, number or address
 * @property {boolean} [allowsTestBuilds]
 */

/**
 * Adds packages and writes the signed indexes anew. gpg may ask for the key's passphrase.
 * @param {Publication} publication
 * @returns {Promise<string[]>} the file names of all packages in the folder
 */
export async function publishPackages({ folder, packages, key, allowsTestBuilds = false }) {
  for (const file of packages) await addPackage(folder, file, allowsTestBuilds);
  const binary = join(folder, `dists/${SUITE}/${COMPONENT}/binary-amd64`);
  mkdirSync(binary, { recursive: true });
  const index = archiveIndex(folder, ['--arch', 'amd64', 'packages', 'pool']);
  writeFileSync(join(binary, 'Packages'), index);
  writeFileSync(join(binary, 'Packages.gz'), gzipSync(index, { level: 9 }));
  await sign(folder, key);
  return readdirSync(join(folder, POOL)).sort();
}

/**
 * @param {string} folder
 * @param {string} file
 * @param {boolean} allowsTestBuilds
 */
async function addPackage(folder, file, allowsTestBuilds) {
  if (!existsSync(file)) throw new SetUpFailure(`${file} does not exist. Make it with npm run package.`);
  const version = await mustRun('Reading the package', 'dpkg-deb', ['--field', file, 'Version']);
  if (isTestVersion(version) && !allowsTestBuilds) {
    throw new SetUpFailure(`${basename(file)} is for tests only. --test publishes it nevertheless.`);
  }
  const place = join(folder, POOL, basename(file));
  if (existsSync(place)) {
    if (readFileSync(place).equals(readFileSync(file))) return;
    throw new SetUpFailure(
      `${folder} has another package of version ${version}. A published package is never replaced.`,
    );
  }
  mkdirSync(join(folder, POOL), { recursive: true });
  copyFileSync(file, place);
}

/**
 * @param {string} folder
 * @param {string} key
 */
async function sign(folder, key) {
  const dist = join(folder, 'dists', SUITE);
  for (const old of ['Release', 'InRelease', 'Release.gpg']) rmSync(join(dist, old), { force: true });
  const fields = { Origin: 'Packbench', Label: 'Packbench', Suite: SUITE, Codename: SUITE, Architectures: 'amd64' };
  const options = Object.entries({ ...fields, Components: COMPONENT }).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ]);
  const release = archiveIndex(folder, [...options, 'release', `dists/${SUITE}`]);
  writeFileSync(join(dist, 'Release'), release);
  const gpg = ['--batch', '--yes', '--local-user', key, '--digest-algo', 'SHA512'];
  const text = join(dist, 'Release');
  await mustRun('Signing', 'gpg', [...gpg, '--clearsign', '--output', join(dist, 'InRelease'), text]);
  await mustRun('Signing', 'gpg', [...gpg, '--armor', '--detach-sign', '--output', join(dist, 'Release.gpg'), text]);
  const publicKey = join(folder, KEY_FILE);
  await mustRun('The public key', 'gpg', ['--batch', '--yes', '--armor', '--output', publicKey, '--export', key]);
}

/**
 * What apt-ftparchive writes; paths in the indexes are relative to the folder.
 * @param {string} folder
 * @param {readonly string[]} args
 */
const archiveIndex = (folder, args) =>
  execFileSync('apt-ftparchive', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
