import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  billOfMaterials,
  billOfMaterialsFile,
  licenceFaults,
  unlistedPackages,
} from '../../scripts/set-up/bill-of-materials.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** A project with one package of this licence. */
function projectWith(license: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-bill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = {
    'package.json': { name: 'station', version: '1.2.3', license: 'MIT', dependencies: { '@a/b': '1.0.0' } },
    'package-lock.json': { packages: { 'node_modules/@a/b': { version: '1.0.0', integrity: 'sha512-AQID' } } },
    'node_modules/@a/b/package.json': { name: '@a/b', version: '1.0.0', license },
    'src/renderer/none.json': {},
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  }
  return folder;
}

describe('bill of materials: its format', () => {
  it('is CycloneDX, with a package URL, a licence and the checksum of the lockfile for each package', () => {
    expect(billOfMaterials(projectWith('MIT'))).toEqual({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        component: {
          type: 'application',
          'bom-ref': 'pkg:npm/station@1.2.3',
          name: 'station',
          version: '1.2.3',
          licenses: [{ license: { id: 'MIT' } }],
        },
      },
      components: [
        {
          type: 'library',
          'bom-ref': 'pkg:npm/%40a/b@1.0.0',
          group: '@a',
          name: 'b',
          version: '1.0.0',
          purl: 'pkg:npm/%40a/b@1.0.0',
          licenses: [{ license: { id: 'MIT' } }],
          hashes: [{ alg: 'SHA-512', content: '010203' }],
        },
      ],
    });
  });

  it('gives a choice of licences as an expression, and an unknown one by its name', () => {
    const licencesOf = (license: unknown) => billOfMaterials(projectWith(license)).components[0]?.licenses;
    expect(licencesOf('(MIT OR CC0-1.0)')).toEqual([{ expression: '(MIT OR CC0-1.0)' }]);
    expect(licencesOf('Do what you like')).toEqual([{ license: { name: 'Do what you like' } }]);
    expect(licencesOf(undefined)).toEqual([{ license: { name: 'unknown' } }]);
  });

  it('fails where an installed package is not the one of the lockfile', () => {
    const folder = projectWith('MIT');
    const manifest = { name: '@a/b', version: '1.0.1', license: 'MIT' };
    writeFileSync(join(folder, 'node_modules/@a/b/package.json'), JSON.stringify(manifest));
    expect(() => billOfMaterials(folder)).toThrow('node_modules/@a/b is 1.0.1, the lockfile has 1.0.0');
  });
});

describe('bill of materials: licences', () => {
  it.each([
    ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0', 'OFL-1.1'],
    ...['(MIT OR GPL-3.0-only)', 'MIT AND ISC', '(WTFPL OR MIT)'],
  ])('%s may ship', (licence) => {
    expect(licenceFaults([{ name: 'a', version: '1', licence }])).toEqual([]);
  });

  it.each([
    ...['GPL-2.0', 'GPL-3.0-or-later', 'AGPL-3.0-only', 'LGPL-2.1', 'SSPL-1.0', 'BUSL-1.1', 'CC-BY-NC-4.0'],
    ...['MIT AND GPL-3.0-only', '(GPL-2.0 OR AGPL-3.0)', '(MIT OR ISC) AND GPL-2.0'],
    ...['SEE LICENSE IN file.txt', 'UNLICENSED', 'Do what you like', 'unknown', ''],
  ])('%j may not ship', (licence) => {
    expect(licenceFaults([{ name: 'a', version: '1', licence }])).toEqual([`a 1: ${licence || 'no licence'}`]);
  });
});

describe('bill of materials: of this station', () => {
  const { components } = billOfMaterials(root);
  const nameOf = ({ group, name }: { group?: string; name: string }) => (group ? `${group}/${name}` : name);

  it('names each dependency in the version of the lockfile, and no tool', () => {
    const { packages } = readJson('package-lock.json');
    const names = components.map(nameOf);
    for (const name of Object.keys(readJson('package.json').dependencies)) {
      const found = components.find((component) => nameOf(component) === name && !component.purl.includes('#'));
      expect(found?.version, name).toBe(packages[`node_modules/${name}`].version);
    }
    expect(names).toEqual(expect.arrayContaining(['electron', 'react', 'react-aria-components', 'zustand']));
    for (const tool of ['vitest', 'typescript', 'playwright', 'electron-vite', '@biomejs/biome']) {
      expect(names).not.toContain(tool);
    }
    expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
  });

  it('contains only licences that allow it', () => {
    const licences = components.map((component) => {
      const [licence] = component.licenses;
      const text =
        licence && 'expression' in licence ? licence.expression : (licence?.license.id ?? licence?.license.name);
      return { name: nameOf(component), version: component.version, licence: text ?? '' };
    });
    expect(licenceFaults(licences)).toEqual([]);
  });

  it('is written into the build, which fails on a package that the list does not name', () => {
    const bundle = (modules: string[], imports: string[] = []) => ({
      'index.js': {
        type: 'chunk' as const,
        modules: Object.fromEntries(modules.map((id) => [id, {}])),
        imports,
        dynamicImports: [],
      },
    });
    expect(unlistedPackages(root, bundle(['/x/node_modules/react/index.js', '/x/src/main.tsx', '\0virtual']))).toEqual(
      [],
    );
    expect(unlistedPackages(root, bundle([], ['undici', 'bwip-js/node', 'node:fs', 'electron', './chunk.js']))).toEqual(
      [],
    );
    expect(unlistedPackages(root, bundle(['/x/node_modules/@scope/tool/a.js'], ['left-pad/x']))).toEqual([
      '@scope/tool',
      'left-pad',
    ]);
    const emitted: { fileName?: string; source?: unknown }[] = [];
    const faults: string[] = [];
    const context = {
      emitFile: (file: { fileName?: string }) => void emitted.push(file),
      error: (fault: string) => void faults.push(fault),
    };
    billOfMaterialsFile(root).generateBundle.call(
      context as never,
      {} as never,
      bundle(['/x/node_modules/tool/a.js']) as never,
    );
    expect(faults).toEqual(['The build contains packages that the bill of materials does not name: tool']);
    expect(emitted.map(({ fileName }) => fileName)).toEqual(['bill-of-materials.cdx.json']);
    expect(JSON.parse(String(emitted[0]?.source)).components).toHaveLength(components.length);
  });
});
