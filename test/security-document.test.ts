import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');

it('SECURITY.md names tests that exist', () => {
  const named = [...text.matchAll(/`((?:test|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('SECURITY.md and README name what was not tried', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const [, section = ''] of [
    /## What was not tried\n([\s\S]*?)\n## /.exec(text) ?? [],
    /## Security\n([\s\S]*?)\n## /.exec(readme) ?? [],
  ]) {
    for (const untried of ['Electron', 'Windows', 'macOS', 'Wayland', 'real printer'])
      expect(section).toContain(untried);
  }
});

it('SECURITY.md invents no address to write to', () => {
  expect(text).not.toMatch(/@|https?:\/\//);
});
