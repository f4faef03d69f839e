import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { collectLicences } from '../../scripts/set-up/licences.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A project with these files. */
function project(files: Readonly<Record<string, string | object>>): string {
  const root = mkdtempSync(join(tmpdir(), 'packbench-licences-'));
  folders.push(root);
  for (const [path, content] of Object.entries({ 'src/renderer/main.tsx': '', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

const manifest = (name: string, more: object = {}) => ({ name, version: '1.0.0', license: 'MIT', ...more });

describe('licences of the installed packages', () => {
  it('are those of the dependencies and of what these need, the nearest installed copy of each', () => {
    const root = project({
      'package.json': { dependencies: { a: '1' }, devDependencies: { tool: '1' } },
      'node_modules/a/package.json': manifest('a', {
        dependencies: { b: '2' },
        optionalDependencies: { elsewhere: '1' },
      }),
      'node_modules/a/LICENSE.md': 'The text of a\n',
      'node_modules/a/node_modules/b/package.json': manifest('b', { version: '2.0.0', license: { type: 'ISC' } }),
      'node_modules/b/package.json': manifest('b'),
      'node_modules/tool/package.json': manifest('tool'),
    });
    expect(collectLicences(root)).toEqual([
      { name: 'a', version: '1.0.0', licence: 'MIT', text: 'The text of a' },
      { name: 'b', version: '2.0.0', licence: 'ISC', text: null },
    ]);
  });

  it('include what the page imports, in scripts and styles, and Electron without its installer', () => {
    const root = project({
      'package.json': { devDependencies: { react: '1', '@fontsource/one': '1', electron: '1' } },
      'src/renderer/main.tsx': "import { useState } from 'react';\nimport { own } from './own.ts';",
      'src/renderer/theme.css': '@import "@fontsource/one/400.css";',
      'node_modules/react/package.json': manifest('react'),
      'node_modules/@fontsource/one/package.json': manifest('@fontsource/one', { license: 'OFL-1.1' }),
      'node_modules/electron/package.json': manifest('electron', { dependencies: { extract: '1' } }),
      'node_modules/extract/package.json': manifest('extract'),
    });
    expect(collectLicences(root).map(({ name }) => name)).toEqual(['@fontsource/one', 'electron', 'react']);
  });

  it('of this project each have a name', () => {
    const licences = collectLicences(fileURLToPath(new URL('../../', import.meta.url)));
    expect(licences.filter(({ licence }) => licence === '')).toEqual([]);
    const names = licences.map(({ name }) => name);
    for (const shown of ['electron', 'react', 'undici', 'zod', '@fontsource/atkinson-hyperlegible-mono']) {
      expect(names).toContain(shown);
    }
    expect(names).not.toContain('vitest');
  });
});
