import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../scripts/set-up/build.mjs';
import { readArguments } from '../../scripts/set-up/command.mjs';
import { checkNode } from '../../scripts/set-up/set-up.mjs';
import { siteServer } from '../../scripts/site-demo/site-server.mjs';

describe('command arguments', () => {
  it('are passed on, except --no-install', () => {
    expect(readArguments(['--provision=/bench.json'], {})).toEqual({
      mayInstall: true,
      rest: ['--provision=/bench.json'],
    });
    expect(readArguments(['--no-install', '--provision=x'], {})).toEqual({
      mayInstall: false,
      rest: ['--provision=x'],
    });
  });

  it('include a --no-install that npm took as its own', () => {
    expect(readArguments([], { npm_config_install: '' }).mayInstall).toBe(false);
  });
});

describe('Node version check', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.1.0'])('%s is accepted', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it.each(['18.20.4', '20.18.1'])('%s is refused with a message', (version) => {
    expect(() => checkNode(version)).toThrow('Packbench needs Node 20.19 or newer');
  });
});

describe('build: only when something changed', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'packbench-build-'));
    mkdirSync(join(root, 'src/main/app'), { recursive: true });
    writeFileSync(join(root, 'src/main/app/index.ts'), 'one');
    writeFileSync(join(root, 'package.json'), '{}');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const now = () => fingerprint(root, ['src', 'package.json', 'resources']);

  it('ignores a file with a new date and the same content', () => {
    const before = now();
    utimesSync(join(root, 'src/main/app/index.ts'), new Date(), new Date(Date.now() + 60_000));
    expect(now()).toBe(before);
  });

  it.each([
    ['a changed file', () => writeFileSync(join(root, 'src/main/app/index.ts'), 'two')],
    ['a new file', () => writeFileSync(join(root, 'src/main/new.ts'), '')],
    ['a removed file', () => rmSync(join(root, 'src/main/app/index.ts'))],
    ['a folder that was absent', () => mkdirAndWrite('resources/icon.png')],
  ])('notices %s', (_, change) => {
    const before = now();
    change();
    expect(now()).not.toBe(before);
  });

  const mkdirAndWrite = (name: string) => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), 'x');
  };
});

describe('server of a site', () => {
  it('is asked for in one sentence where it is not installed', () => {
    expect(() => siteServer('/none')).toThrow('On Debian: apt-get install nats-server.');
  });
});
