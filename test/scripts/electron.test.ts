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

describe('finding an Electron executable', () => {
  it('takes the one a person named, then the installed one, then a fetched one, then the one from the registry', async () => {
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

  it('asks no host while an executable is on disk', async () => {
    const never = () => Promise.reject(new Error('a host was asked'));
    expect(await chooseElectron({ named: nowhere, installed: () => '/here', fetched: never, registry: never })).toBe(
      '/here',
    );
  });

  it('says what can be done where none can be had', async () => {
    const none = { named: nowhere, installed: nowhere, fetched: async () => null, registry: null };
    await expect(chooseElectron(none)).rejects.toThrow('ELECTRON_EXEC_PATH');
  });

  it('uses the registry package on Linux x64 alone', () => {
    expect(registryElectronFits({ platform: 'linux', arch: 'x64' })).toBe(true);
    expect(registryElectronFits({ platform: 'linux', arch: 'arm64' })).toBe(false);
    expect(registryElectronFits({ platform: 'win32', arch: 'x64' })).toBe(false);
  });

  it('keeps it in the cache folder of the desktop, or under the home folder', () => {
    expect(electronCacheFolder({ XDG_CACHE_HOME: '/cache' }, '/home/p')).toBe('/cache/packbench/electron-33.2.1');
    expect(electronCacheFolder({ XDG_CACHE_HOME: 'relative' }, '/home/p')).toBe(
      '/home/p/.cache/packbench/electron-33.2.1',
    );
    expect(electronCacheFolder({}, '/home/p')).toBe('/home/p/.cache/packbench/electron-33.2.1');
  });

  it('unpacks everything but the application it shipped with', () => {
    expect(plainElectronName('Cypress/Cypress')).toBe('electron');
    expect(plainElectronName('Cypress/locales/en-US.pak')).toBe('locales/en-US.pak');
    expect(plainElectronName('Cypress/resources/')).toBe('resources/');
    expect(plainElectronName('Cypress/resources/app/package.json')).toBeNull();
    expect(plainElectronName('Cypress/resources/app.asar')).toBeNull();
    expect(plainElectronName('Cypress/browser_v8_context_snapshot.bin')).toBeNull();
    expect(plainElectronName('elsewhere/electron')).toBeNull();
  });
});

describe("the electron package's own executable", () => {
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

  it('is not used when it is of another version than the package', () => {
    write('dist/version', '44.0.0');
    expect(packageElectron(root)).toBeNull();
  });
});
