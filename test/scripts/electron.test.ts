import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseElectron, packageElectron } from '../../scripts/set-up/electron.mjs';
import {
  electronCacheFolder,
  plainElectronName,
  registryElectronFits,
} from '../../scripts/set-up/electron-registry.mjs';

const nowhere = () => null;

describe('Electron executable', () => {
  it('is the one a person named, else the installed one, else a downloaded one, else the one from the registry', async () => {
    const sources = {
      named: () => '/named',
      installed: () => '/installed',
      fetched: async () => '/fetched',
      registry: async () => '/registry',
    };
    expect(await chooseElectron(sources)).toBe('/named');
    expect(await chooseElectron({ ...sources, named: nowhere })).toBe('/installed');
    expect(await chooseElectron({ ...sources, named: nowhere, installed: nowhere })).toBe('/fetched');
    expect(await chooseElectron({ ...sources, named: nowhere, installed: nowhere, fetched: null })).toBe('/registry');
    const unanswered = { ...sources, named: nowhere, installed: nowhere, fetched: async () => null };
    expect(await chooseElectron(unanswered)).toBe('/registry');
  });

  it('is not downloaded while one is on disk', async () => {
    const never = () => Promise.reject(new Error('a host was asked'));
    expect(await chooseElectron({ named: nowhere, installed: () => '/here', fetched: never, registry: never })).toBe(
      '/here',
    );
  });

  it('is missing with a message that says what to do', async () => {
    const none = { named: nowhere, installed: nowhere, fetched: async () => null, registry: null };
    await expect(chooseElectron(none)).rejects.toThrow('ELECTRON_EXEC_PATH');
  });

  it('comes from the registry package on Linux x64 only', () => {
    expect(registryElectronFits({ platform: 'linux', arch: 'x64' })).toBe(true);
    expect(registryElectronFits({ platform: 'linux', arch: 'arm64' })).toBe(false);
    expect(registryElectronFits({ platform: 'win32', arch: 'x64' })).toBe(false);
  });

  it('is kept in the cache folder of the desktop, or under the home folder', () => {
    expect(electronCacheFolder({ XDG_CACHE_HOME: '/cache' }, '/home/p')).toBe('/cache/packbench/electron-33.2.1');
    expect(electronCacheFolder({ XDG_CACHE_HOME: 'relative' }, '/home/p')).toBe(
      '/home/p/.cache/packbench/electron-33.2.1',
    );
    expect(electronCacheFolder({}, '/home/p')).toBe('/home/p/.cache/packbench/electron-33.2.1');
  });

  it('is unpacked without the application in its archive', () => {
    expect(plainElectronName('Cypress/Cypress')).toBe('electron');
    expect(plainElectronName('Cypress/locales/en-US.pak')).toBe('locales/en-US.pak');
    expect(plainElectronName('Cypress/resources/')).toBe('resources/');
    expect(plainElectronName('Cypress/resources/app/package.json')).toBeNull();
    expect(plainElectronName('Cypress/resources/app.asar')).toBeNull();
    expect(plainElectronName('Cypress/browser_v8_context_snapshot.bin')).toBeNull();
    expect(plainElectronName('elsewhere/electron')).toBeNull();
  });
});

describe('Electron executable of the electron package', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'packbench-electron-'));
    mkdirSync(join(root, 'node_modules/electron/dist'), { recursive: true });
    write('package.json', '{"version":"45.4.1"}');
    write('path.txt', 'electron');
    write('dist/version', '45.4.1');
    write('dist/electron', '');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFileSync(join(root, 'node_modules/electron', name), text);

  it('is found by its files', () => {
    expect(packageElectron(root)).toBe(join(root, 'node_modules/electron/dist/electron'));
  });

  it.each(['path.txt', 'dist/version', 'dist/electron'])('is not used without %s', (name) => {
    rmSync(join(root, 'node_modules/electron', name));
    expect(packageElectron(root)).toBeNull();
  });

  it('is not used when its version differs from the package', () => {
    write('dist/version', '44.0.0');
    expect(packageElectron(root)).toBeNull();
  });
});
