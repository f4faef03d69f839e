// @ts-check
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SetUpFailure } from '../set-up/step.mjs';
import { writeAsar } from './asar.mjs';
import { checkRelease, setFuses, shippedFuses } from './fuses.mjs';
import { BUILT_FILES, ELECTRON_FILES, ELECTRON_LICENCES, PACKAGE_FILES } from './staged-files.mjs';

/**
 * The files of the app, as its archive contains them.
 * @param {string} root the repository, built
 * @param {string} version
 * @returns {Record<string, string | Buffer>} by path
 */
export function applicationFiles(root, version) {
  const { name, productName, description, license, type, main } = readJson(join(root, 'package.json'));
  const manifest = { name, productName, version, description, license, type, main };
  const packages = Object.entries(PACKAGE_FILES).flatMap(([folder, files]) =>
    ['package.json', ...files].map((file) => `node_modules/${folder}/${file}`),
  );
  const paths = [...BUILT_FILES, ...packages].flatMap((pattern) => matchingFiles(root, pattern));
  return {
    ...Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path))])),
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
  };
}

/**
 * The files of one entry of the lists. An entry that matches nothing is a mistake in the lists or in the build.
 * @param {string} root
 * @param {string} pattern
 * @returns {string[]}
 */
export function matchingFiles(root, pattern) {
  const [start = '', end] = basename(pattern).split('*');
  const folder = dirname(pattern);
  const found = existsSync(join(root, folder))
    ? readdirSync(join(root, folder)).filter((file) =>
        end === undefined ? file === start : file.startsWith(start) && file.endsWith(end),
      )
    : [];
  if (found.length === 0) throw new SetUpFailure(`${pattern} does not exist, but the package must contain it.`);
  return found.sort().map((file) => `${folder}/${file}`);
}

/**
 * Makes the folder of the program: Electron's files, the executable with the fuses of a package, the archive of the app.
 * @param {object} parts
 * @param {string} parts.root the repository, built
 * @param {string} parts.electron the folder of the Electron distribution
 * @param {string} parts.to
 * @param {string} parts.version
 */
export async function stageProgram({ root, electron, to, version }) {
  const resources = join(to, 'resources');
  mkdirSync(resources, { recursive: true });
  for (const [file, mode] of Object.entries(ELECTRON_FILES)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(electron, file), join(to, file));
    chmodSync(join(to, file), mode);
  }
  const licence = ELECTRON_LICENCES.find((file) => existsSync(join(electron, file)));
  if (licence === undefined) throw new SetUpFailure(`${electron} does not contain Electron's licence.`);
  copyFileSync(join(electron, licence), join(to, 'LICENSE.electron.txt'));
  writeAsar(join(resources, 'app.asar'), applicationFiles(root, version));
  const executable = join(to, 'packbench');
  copyFileSync(join(electron, 'electron'), executable);
  chmodSync(executable, 0o755);
  await setFuses(executable, shippedFuses('linux'));
  await checkRelease(executable, resources, 'linux');
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
