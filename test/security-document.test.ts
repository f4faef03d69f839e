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

it('SECURITY.md says against whom the station is protected, and how to report', () => {
  const [, table = ''] = /## What is protected, and against whom\n([\s\S]*?)\n## /.exec(text) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  for (const whom of ['operator', 'page', 'service', 'a label', 'network', 'other users of the computer']) {
    const [, against = '', holds = '', tests = ''] =
      rows.find((row) => row.split('|')[1]?.includes(whom))?.split('|') ?? [];
    expect(against, whom).not.toBe('');
    expect(holds.trim().length, whom).toBeGreaterThan(50);
    expect(tests, whom).toMatch(/`test\//);
  }
  for (const title of ['What is not protected', 'Reporting', 'What ships']) expect(text).toContain(`\n## ${title}\n`);
});

it('README recommends the settings screen or a token file over a variable', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
  expect(readme).toContain(
    'Enter the token in Settings, or name a `tokenFile` that only its owner can read; both are safer than `tokenEnv`',
  );
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
