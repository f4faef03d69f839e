// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages whose own dependencies serve the installation alone. */
const WITHOUT_DEPENDENCIES = ['electron'];

/** @typedef {{ name: string, version: string, licence: string, text: string | null }} Licence */
/** @typedef {Record<string, string>} Ranges */
/** @typedef {{ name: string, version: string, license?: unknown, licenses?: unknown, dependencies?: Ranges, optionalDependencies?: Ranges, peerDependencies?: Ranges, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Manifest */

/** @typedef {{ folder: string, manifest: Manifest }} InstalledPackage its folder relative to the root, with forward slashes */

/**
 * The installed packages that are part of the station: what main needs, what the page imports, and Electron. Nothing is fetched.
 * @param {string} root
 * @returns {InstalledPackage[]}
 */
export const shippedPackages = (root) =>
  neededPackages(root, [...namesOfDependencies(root), ...packagesOfPage(root), 'electron']);

const namesOfDependencies = (/** @type {string} */ root) => Object.keys(readManifest(root).dependencies ?? {});

/**
 * @param {string} root
 * @param {readonly string[]} names
 * @returns {InstalledPackage[]} with what these need
 */
function neededPackages(root, names) {
  /** @type {Map<string, Manifest>} */
  const found = new Map();
  const open = names.map((name) => ({ name, from: '' }));
  for (let next = open.pop(); next; next = open.pop()) {
    const folder = folderOf(root, next.from, next.name);
    // An optional package of another system.
    if (folder === null || found.has(folder)) continue;
    const manifest = readManifest(join(root, folder));
    found.set(folder, manifest);
    if (WITHOUT_DEPENDENCIES.includes(next.name)) continue;
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies, ...requiredPeers(manifest) };
    open.push(...Object.keys(needed).map((name) => ({ name, from: folder })));
  }
  return [...found].map(([folder, manifest]) => ({ folder, manifest }));
}

/** What a package uses and leaves to others to install. @returns {Ranges} */
const requiredPeers = (/** @type {Manifest} */ { peerDependencies = {}, peerDependenciesMeta = {} }) =>
  Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional));

/**
 * The licences of the packages that are part of the station, each version of a package once.
 * @param {string} root
 * @returns {Licence[]} by name
 */
export function collectLicences(root) {
  const licences = shippedPackages(root).map(({ folder, manifest }) => licenceOf(join(root, folder), manifest));
  const different = new Map(licences.map((licence) => [`${licence.name} ${licence.version}`, licence]));
  return [...different.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

/**
 * Writes the list into the build.
 * @returns {import('vite').Plugin}
 */
export const licencesFile = (/** @type {string} */ root) => ({
  name: 'packbench-licences',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(collectLicences(root)) });
  },
});

/**
 * The packages that the page's sources import; the build puts them into its files.
 * @param {string} root
 */
function packagesOfPage(root) {
  const folder = join(root, 'src/renderer');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|@import) ["']([^."'][^"']*)["']/g),
    ])
    .map(([, specifier = '']) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  return new Set(names);
}

/**
 * Where Node finds a package that is imported from that folder: in its own `node_modules`, or in one above.
 * @param {string} root
 * @param {string} from the folder of a package, relative to the root, with forward slashes
 * @param {string} name
 * @returns {string | null} relative to the root
 */
function folderOf(root, from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const folder = [place, 'node_modules', name].filter((part) => part !== '').join('/');
    if (existsSync(join(root, folder, 'package.json'))) return folder;
    if (place === '') return null;
  }
}

/**
 * @param {string} folder
 * @returns {Manifest}
 */
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {Licence}
 */
export function licenceOf(folder, { name, version, license, licenses }) {
  const file = readdirSync(folder).find((entry) => /^(licen[sc]e|copying)(\.(md|txt))?$/i.test(entry));
  const text = file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim();
  // Where the package names none, the first line of its licence does.
  const title = text?.split('\n')[0] ?? '';
  const identifier = identifierOf(license ?? licenses) ?? (title === 'MIT License' ? 'MIT' : title);
  return { name, version, licence: identifier, text };
}

/**
 * Packages give a text, or as they did long ago an object or a list of objects.
 * @param {unknown} given
 * @returns {string | null}
 */
function identifierOf(given) {
  if (typeof given === 'string') return given;
  if (Array.isArray(given)) return given.map(identifierOf).join(' OR ');
  return typeof given === 'object' && given !== null && 'type' in given ? String(given.type) : null;
}
