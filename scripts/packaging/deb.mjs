// @ts-check
/** A Debian package of the staged program. The same sources and tools give the same bytes. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { lutimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mustRun } from '../set-up/run.mjs';
import { COMMANDS, commandScript, manualPage } from './commands.mjs';
import { copyrightFile, noticeText } from './notices.mjs';
import { debianVersion } from './version.mjs';

const PROGRAM_FOLDER = 'usr/lib/packbench';

/**
 * @typedef {object} PackageParts
 * @property {string} root the repository, built
 * @property {string} stage a folder to use for this package alone
 * @property {string} version as the program shows it
 * @property {string} to the file to write
 * @property {number} epoch the time of every file, in seconds since 1970
 * @property {'xz' | 'gzip'} [compression] gzip is quick, for tests
 */

/** The folder of the program inside the stage. */
export const programFolder = (/** @type {string} */ stage) => join(stage, PROGRAM_FOLDER);

/**
 * Adds everything around the program, which is staged already, and writes the package.
 * @param {PackageParts} parts
 */
export async function writeDeb({ root, stage, version, to, epoch, compression = 'xz' }) {
  const depends = await dependencies(stage);
  placeDesktopFiles(root, stage, version);
  mkdirSync(join(stage, 'DEBIAN'));
  for (const script of ['postinst', 'prerm', 'postrm'])
    place(ownFile(root, script), join(stage, 'DEBIAN', script), 0o755);
  const installedKilobytes = Math.ceil(sizeOf(stage) / 1024);
  write(join(stage, 'DEBIAN/control'), controlFile({ version: debianVersion(version), depends, installedKilobytes }));
  write(join(stage, 'DEBIAN/md5sums'), await checksums(stage));
  await settleFiles(stage, epoch);
  rmSync(to, { force: true });
  mkdirSync(dirname(to), { recursive: true });
  const options = ['--root-owner-group', `-Z${compression}`, ...(compression === 'gzip' ? ['-z1'] : [])];
  await mustRun('The package', 'dpkg-deb', [...options, '--build', stage, to], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  });
}

/** @param {{ version: string, depends: string, installedKilobytes: number }} fields */
const controlFile = ({ version, depends, installedKilobytes }) =>
  [
    'Package: packbench',
    `Version: ${version}`,
    'Architecture: amd64',
    'Maintainer: The Packbench authors <packbench@packbench.invalid>',
    `Installed-Size: ${installedKilobytes}`,
    `Depends: ${depends}`,
    // Drawing by the graphics card, opening the data folder, and the desktop's protected store.
    'Recommends: libgl1, xdg-utils, libsecret-1-0, gnome-keyring | kwalletmanager',
    'Section: misc',
    'Priority: optional',
    'Description: label-printing station for a packing bench',
    ' Packbench creates delivery orders, prints their labels on the printer beside',
    " the operator, shows a parcel's status after a scan, and deletes a parcel after",
    ' a scan.',
    '',
  ].join('\n');

/**
 * The packages whose libraries the program's binaries name, and the others.
 * @param {string} stage
 */
async function dependencies(stage) {
  const program = programFolder(stage);
  const binaries = filesUnder(program).filter((file) => isElf(join(program, file)));
  // The tool wants the sources of a package.
  const work = join(stage, 'debian');
  mkdirSync(work);
  writeFileSync(join(work, 'control'), 'Source: packbench\n\nPackage: packbench\nArchitecture: amd64\n');
  try {
    const output = execFileSync(
      'dpkg-shlibdeps',
      ['-O', `-l${program}`, ...binaries.map((file) => `-e${join(program, file)}`)],
      { cwd: stage, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    return allDependencies(output.replace('shlibs:Depends=', '').trim());
  } finally {
    rmSync(work, { recursive: true });
  }
}

/**
 * What else the package needs: Chromium loads one library itself and ends without it, Debian 13 and Ubuntu 24.04 renamed the sound library
 * for 64-bit time, and `useradd` makes the hub's user.
 * @param {string} linked the packages of the libraries that the binaries name
 */
export function allDependencies(linked) {
  const others = linked.split(', ').filter((name) => !/^lib(?:asound2(?:t64)?|x11-xcb1)\b/.test(name));
  return [...others, 'libx11-xcb1', 'libasound2 | libasound2t64', 'passwd'].sort().join(', ');
}

/**
 * @param {string} root
 * @param {string} stage
 * @param {string} version
 */
function placeDesktopFiles(root, stage, version) {
  const documents = join(stage, 'usr/share/doc/packbench');
  for (const command of COMMANDS) {
    write(join(stage, 'usr/bin', command), commandScript(root, version, command), 0o755);
    write(join(stage, `usr/share/man/man1/${command}.1.gz`), compressed(manualPage(root, version, command)));
  }
  place(ownFile(root, 'packbench-hub.service'), join(stage, 'usr/lib/systemd/system/packbench-hub.service'));
  // Here an administrator puts the hub's provisioning file, without which the unit does not start.
  mkdirSync(join(stage, 'etc/packbench-hub'), { recursive: true });
  place(ownFile(root, 'packbench.desktop'), join(stage, 'usr/share/applications/packbench.desktop'));
  place(ownFile(root, 'apparmor-profile'), join(stage, 'usr/share/packbench/apparmor-profile'));
  const schema = 'provisioning.schema.json';
  place(join(root, 'out/main', schema), join(stage, 'usr/share/packbench', schema));
  place(join(root, 'docs/provisioning.md'), join(documents, 'provisioning.md'));
  for (const name of readdirSync(join(root, 'resources/site')))
    place(join(root, 'resources/site', name), join(stage, 'usr/share/packbench/site', name));
  const icons = join(stage, 'usr/share/icons/hicolor');
  place(join(root, 'resources/icon.png'), join(icons, '512x512/apps/packbench.png'));
  place(join(root, 'resources/icon.svg'), join(icons, 'scalable/apps/packbench.svg'));
  write(join(documents, 'copyright'), copyrightFile(root));
  write(join(documents, 'THIRD-PARTY-NOTICES.txt.gz'), compressed(noticeText(root)));
  write(join(documents, 'changelog.gz'), compressed(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')));
  place(join(root, 'out/main/bill-of-materials.cdx.json'), join(documents, 'bill-of-materials.cdx.json'));
}

/** @param {string} root @param {string} name */
const ownFile = (root, name) => join(root, 'scripts/packaging/debian', name);

/** Without a time, so that the same text gives the same bytes. */
const compressed = (/** @type {string} */ text) => gzipSync(text, { level: 9 });

/** @param {string} file @param {string | Buffer} content */
function write(file, content, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

/** @param {string} from @param {string} to */
function place(from, to, mode = 0o644) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, mode);
}

/**
 * What `dpkg --verify` compares the installed files with.
 * @param {string} stage
 */
async function checksums(stage) {
  const files = filesUnder(stage).filter((file) => !file.startsWith('DEBIAN/'));
  return `${execFileSync('md5sum', ['--', ...files], { cwd: stage, encoding: 'utf8' }).trim()}\n`;
}

/**
 * Folders 755, the same time for all.
 * @param {string} stage
 * @param {number} epoch
 */
async function settleFiles(stage, epoch) {
  for (const entry of readdirSync(stage, { recursive: true, encoding: 'utf8' }).reverse()) {
    const path = join(stage, entry);
    if (statSync(path).isDirectory()) chmodSync(path, 0o755);
    await lutimes(path, epoch, epoch);
  }
  chmodSync(stage, 0o755);
  await lutimes(stage, epoch, epoch);
}

/**
 * @param {string} folder
 * @returns {string[]} relative to the folder, in a fixed order
 */
function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
}

/** @param {string} folder */
const sizeOf = (folder) => filesUnder(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);

const ELF = Buffer.from('\x7fELF', 'latin1');

/** @param {string} file */
const isElf = (file) => readFileSync(file).subarray(0, 4).equals(ELF);
