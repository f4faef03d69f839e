// @ts-check
/** The list of the packages that ship, in CycloneDX's format, which programs that look for vulnerable versions read. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { licenceOf, shippedPackages } from './licences.mjs';

/** Licences that allow to ship a package with the station, by their SPDX identifiers. */
const ALLOWED = new Set([
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0', 'Unlicense'],
  // For fonts.
  'OFL-1.1',
]);

const UNKNOWN = 'unknown';

/** @typedef {{ license: { id?: string, name?: string } } | { expression: string }} LicenceChoice */
/** @typedef {{ type: 'library' | 'framework', 'bom-ref': string, group?: string, name: string, version: string, purl: string, licenses: LicenceChoice[], hashes: { alg: string, content: string }[], description?: string }} Component */

/**
 * The bill of materials of the installed packages that ship: the same packages give the same bytes. It names the native parts of the
 * system on which it is made.
 * @param {string} root
 * @returns {{ bomFormat: 'CycloneDX', specVersion: string, version: number, metadata: object, components: Component[] }}
 */
export function billOfMaterials(root) {
  const station = readJson(join(root, 'package.json'));
  const { packages: locked } = readJson(join(root, 'package-lock.json'));
  /** @type {Map<string, Component>} */
  const components = new Map();
  for (const { folder, manifest } of shippedPackages(root)) {
    const entry = locked[folder];
    if (entry?.version !== manifest.version) {
      throw new Error(`${folder} is ${manifest.version}, the lockfile has ${entry?.version ?? 'none'}`);
    }
    const component = componentOf(manifest, licenceOf(join(root, folder), manifest).licence, entry.integrity);
    components.set(component.purl, component);
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': packageUrl(station),
        name: station.name,
        version: station.version,
        licenses: [licenceChoice(station.license)],
      },
    },
    components: [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
}

/**
 * @param {import('./licences.mjs').Manifest} manifest
 * @param {string} licence
 * @param {string} integrity as the lockfile writes it: the algorithm, and base64
 * @returns {Component}
 */
function componentOf(manifest, licence, integrity) {
  const purl = packageUrl(manifest);
  const [group, name] = manifest.name.startsWith('@') ? manifest.name.split('/') : [undefined, manifest.name];
  const [algorithm = '', checksum = ''] = integrity.split('-', 2);
  const isElectron = manifest.name === 'electron';
  return {
    type: isElectron ? 'framework' : 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: name ?? '',
    version: manifest.version,
    purl,
    licenses: [licenceChoice(licence)],
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(checksum, 'base64').toString('hex') }],
    ...(isElectron
      ? { description: 'Contains Chromium and Node.js; LICENSES.chromium.html beside it names their parts.' }
      : {}),
  };
}

/**
 * The address of a package by the "purl" specification.
 * @param {{ name: string, version: string }} manifest
 */
const packageUrl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * @param {string} licence
 * @returns {LicenceChoice}
 */
function licenceChoice(licence) {
  if (/ (?:OR|AND|WITH) /.test(licence)) return { expression: licence };
  return { license: ALLOWED.has(licence) ? { id: licence } : { name: licence || UNKNOWN } };
}

/**
 * The packages that may not ship: every licence that is not known to allow it, such as GPL, AGPL and what names none.
 * @param {readonly { name: string, version: string, licence: string }[]} packages
 */
export const licenceFaults = (packages) =>
  packages
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence || 'no licence'}`);

/**
 * One licence of a choice is enough; of licences that apply together each must be allowed.
 * @param {string} expression
 * @returns {boolean}
 */
function isAllowed(expression) {
  const inside = /^(.*)\(([^()]*)\)(.*)$/.exec(expression);
  if (inside) {
    const [, before = '', group = '', after = ''] = inside;
    return isAllowed(`${before}${isAllowed(group) ? 'MIT' : UNKNOWN}${after}`);
  }
  return expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())));
}

/** @typedef {Record<string, { type: 'asset' } | { type: 'chunk', modules: Record<string, unknown>, imports: string[], dynamicImports: string[] }>} Bundle */

/**
 * The packages that a bundle contains or imports, and that are not in the list of those that ship.
 * @param {string} root
 * @param {Bundle} bundle
 */
export function unlistedPackages(root, bundle) {
  const listed = new Set(shippedPackages(root).map(({ manifest }) => manifest.name));
  const used = Object.values(bundle).flatMap((output) => {
    if (output.type !== 'chunk') return [];
    const bundled = Object.keys(output.modules).flatMap((id) =>
      id.replaceAll('\\', '/').split('/node_modules/').slice(1).slice(-1),
    );
    const imported = [...output.imports, ...output.dynamicImports].filter(
      (name) => !(name in bundle) && !isBuiltin(name) && !/^[./\0]/.test(name),
    );
    return [...bundled, ...imported].map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  });
  return [...new Set(used)].filter((name) => !listed.has(name)).sort();
}

/**
 * Writes the bill of materials into main's build. In any build it fails on a package that the bill does not name.
 * @param {string} root
 * @param {{ writes: boolean }} [options]
 */
export const billOfMaterialsFile = (root, { writes } = { writes: true }) => ({
  name: 'packbench-bill-of-materials',
  /**
   * @this {import('vite').Rollup.PluginContext}
   * @param {unknown} _options
   * @param {any} bundle
   */
  generateBundle(_options, bundle) {
    const unlisted = unlistedPackages(root, bundle);
    if (unlisted.length > 0) {
      this.error(`The build contains packages that the bill of materials does not name: ${unlisted.join(', ')}`);
    }
    if (!writes) return;
    const source = `${JSON.stringify(billOfMaterials(root), null, 2)}\n`;
    this.emitFile({ type: 'asset', fileName: 'bill-of-materials.cdx.json', source });
  },
});

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
