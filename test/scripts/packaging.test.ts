import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pageFiles } from '../../scripts/build-plugins/page-files.mjs';
import { writeAsar } from '../../scripts/packaging/asar.mjs';
import { commandScript, manualPage } from '../../scripts/packaging/commands.mjs';
import { allDependencies } from '../../scripts/packaging/deb.mjs';
import { copyrightFile, notices } from '../../scripts/packaging/notices.mjs';
import { matchingFiles } from '../../scripts/packaging/stage.mjs';
import { BUILT_FILES, BUNDLED_PACKAGES, PACKAGE_FILES } from '../../scripts/packaging/staged-files.mjs';
import {
  buildVersion,
  debianVersion,
  isTestVersion,
  stationVersion,
  testBuildReasons,
} from '../../scripts/packaging/version.mjs';
import { directionOf, languages } from '../../src/shared/values/language.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { dependencies, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-packaging-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const standardFont = /'(?:Courier|Helvetica|Times|Symbol|ZapfDingbats)(?:-\w+)?'/g;

/** The files of the packages outside the bundles, as a package contains them. */
const stagedPaths = () =>
  Object.entries(PACKAGE_FILES).flatMap(([folder, files]) =>
    ['package.json', ...files].flatMap((file) => matchingFiles(root, `node_modules/${folder}/${file}`)),
  );

/** The standard fonts of PDF that the station's documents name. */
const fonts = [
  ...new Set(
    readdirSync(join(root, 'src/main'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => readFileSync(join(root, 'src/main', path), 'utf8').match(standardFont) ?? []),
  ),
].map((quoted) => quoted.slice(1, -1));

/** Uses each package outside the bundles as the station does: one line for each. */
const useOfPackages = `
  import { readFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  const require = createRequire(import.meta.url);
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const database = new DatabaseSync(':memory:');
  console.log('database', database.prepare('SELECT sqlite_version() AS found').get().found !== '');
  database.close();
  console.log('system calls', require('koffi').load(null).func('int abs(int)')(-3));
  const { autoDetect } = require('@serialport/bindings-cpp');
  console.log('serial ports', typeof require('serialport').SerialPort, typeof autoDetect().open);
  const PDFDocument = require('pdfkit');
  const document = new PDFDocument();
  const parts = [];
  document.on('data', (part) => parts.push(part));
  const written = new Promise((resolve) => document.on('end', resolve));
  for (const font of ${JSON.stringify(fonts)}) document.font(font).fontSize(9).text(font);
  document.end();
  await written;
  const { PDFiumModule, PDFiumLibrary } = await import('@hyzyla/pdfium');
  const wasm = readFileSync(require.resolve('@hyzyla/pdfium/pdfium.wasm'));
  const library = await PDFiumLibrary.init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) });
  const opened = await library.loadDocument(Buffer.concat(parts));
  console.log('PDF', typeof PDFiumModule, opened.getPageCount());
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  const reader = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: reader.buffer.slice(reader.byteOffset, reader.byteOffset + reader.length) } });
  const picture = { width: 8, height: 8, data: new Uint8ClampedArray(256).fill(255), colorSpace: 'srgb' };
  console.log('bar codes', (await readBarcodes(picture)).length);
  const { api } = await require('zpl-renderer-js').ready;
  console.log('label', (await api.zplToBase64Async('^XA^FO20,20^GB40,40,2^FS^XZ', 20, 20, 8)).length > 100);
  process.exit(0);
`;

describe('package: what it contains of other packages', () => {
  it('is each dependency, in the bundles or by its files', () => {
    const direct = Object.keys(PACKAGE_FILES).filter((name) => name in dependencies);
    expect([...BUNDLED_PACKAGES, ...direct].sort()).toEqual(Object.keys(dependencies).sort());
  });

  it('is everything that they open when the station uses them', () => {
    const folder = temporaryFolder();
    for (const path of stagedPaths()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), readFileSync(join(root, path)));
    }
    writeFileSync(join(folder, 'use.mjs'), useOfPackages);
    const output = execFileSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(output.trim().split('\n')).toEqual([
      'database true',
      'system calls 3',
      'serial ports function function',
      'PDF function 1',
      'bar codes 0',
      'label true',
    ]);
  });

  it('fails on an entry of the lists that matches nothing', () => {
    expect(() => matchingFiles(root, 'node_modules/clone/*.wasm')).toThrow(
      'node_modules/clone/*.wasm does not exist, but the package must contain it.',
    );
  });
});

describe('package: what it contains of the build', () => {
  /** What the build writes beside the page's scripts, by its place. */
  function builtPages(): Map<string, string> {
    const written = new Map<string, string>();
    const build = {
      emitFile: ({ fileName, source }: { fileName: string; source: string }) => written.set(fileName, source),
    };
    const source = readFileSync(join(root, 'src/renderer/index.html'), 'utf8');
    Reflect.apply(Object(pageFiles(root, languages, directionOf)).generateBundle, build, [
      null,
      { 'index.html': { type: 'asset', source } },
    ]);
    return written;
  }

  it('is a page for every language, and the sentences of those besides English', () => {
    const written = [...builtPages().keys()];
    for (const language of languages) {
      expect(written).toEqual(expect.arrayContaining([`pages/first-${language}.html`, `pages/again-${language}.html`]));
      expect(written.includes(`languages/${language}.js`)).toBe(language !== 'en');
    }
    for (const file of written)
      expect(BUILT_FILES).toContain(`out/renderer/${dirname(file)}/*${file.slice(file.lastIndexOf('.'))}`);
  });

  it('is pages that show the scan field before their program runs, but not where they are loaded again', () => {
    for (const [file, page] of builtPages()) {
      if (!file.endsWith('.html')) continue;
      expect(page.includes('<input'), file).toBe(file.startsWith('pages/first-'));
      expect(page).toContain('<div id="root">');
    }
  });

  it('is pages in their language’s direction, with its sentences before their program', () => {
    const arabic = builtPages().get('pages/again-ar.html');
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic?.indexOf('./languages/ar.js')).toBeLessThan(arabic?.indexOf('type="module"') ?? 0);
    expect(builtPages().get('pages/first-en.html')).not.toContain('languages/');
  });
});

describe('package: notices', () => {
  it('have the licence text of every package that ships', () => {
    const all = notices(root);
    expect(all.length).toBeGreaterThan(Object.keys(dependencies).length);
    for (const { name, text } of all) expect(text.length, name).toBeGreaterThan(100);
    const written = all.find(({ name }) => name === 'abstract-logging')?.text;
    expect(written).toMatch(/^MIT License\n\nCopyright \(c\) James Sumners .*\n\nPermission is hereby granted/);
  });

  it('have Packbench’s own licence in the form of Debian’s copyright files', () => {
    const lines = copyrightFile(root).split('\n');
    expect(lines).toContain('License: Expat');
    const text = lines.slice(lines.indexOf('License: Expat') + 1, -1);
    expect(text.every((line) => line === ' .' || /^ \S/.test(line))).toBe(true);
    expect(text.join('')).toContain('Permission is hereby granted');
  });
});

describe('package: commands', () => {
  const script = (command: 'packbench' | 'packbench-hub', argument: string): string => {
    const file = join(temporaryFolder(), command);
    writeFileSync(file, commandScript(root, '1.2.3', command));
    return execFileSync('sh', [file, argument], { encoding: 'utf8', env: { PATH: process.env.PATH } });
  };
  const both = ['--help', '--version'];
  const folders = ['--provision=FILE', '--user-data-dir=DIR'];
  const station = { command: 'packbench' as const, own: [...folders, ...both] };
  const ports = ['--health-port=PORT', '--monitoring-port=PORT'];
  const erasing = ['--erase-person=TEXT', '--read-on=BENCH', '--yes'];
  const hub = { command: 'packbench-hub' as const, own: [...folders, ...ports, ...erasing, ...both] };

  it.each([station, hub])('$command answers --help and --version without a display', ({ command }) => {
    expect(script(command, '--help')).toMatch(/^ {2}--provision=FILE +\S/m);
    expect(script(command, '--version')).toBe(`${command} 1.2.3\n`);
  });

  it.each([station, hub])('$command has a manual page with every option of --help with the same text', (each) => {
    const page = manualPage(root, '1.2.3', each.command)
      .replaceAll(/\\f[BIR]/g, '')
      .replaceAll('\\-', '-')
      .split('\n');
    const options = [...script(each.command, '--help').matchAll(/^ {2}(--\S+) +(.+)$/gm)].map(
      ([, option = '', text = '']) => ({ option, text }),
    );
    expect(options.map(({ option }) => option)).toEqual(each.own);
    for (const { option, text } of options)
      expect(page[page.indexOf(option) + 1]?.toLowerCase(), option).toBe(`${text.toLowerCase()}.`);
    expect(page.join('\n')).not.toContain('@');
  });

  it('the hub of the package takes every switch of npm run hub', () => {
    const usage: Record<string, string> = JSON.parse(readFileSync(join(root, 'src/main/text/en.json'), 'utf8'));
    const switches = usage['hub.usage']?.match(/(?<=^ {2})--[\w-]+/gm) ?? [];
    expect(hub.own.map((option) => option.replace(/=.*/, ''))).toEqual([...switches, ...both]);
  });
});

describe('package: version', () => {
  it('is that of package.json and of the newest release in the change log', () => {
    expect(stationVersion(root).version).toBe(version);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), '{ "version": "1.3.0" }');
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 1.2.0\n\n## 1.1.0\n');
    expect(() => stationVersion(folder)).toThrow(
      'package.json has version 1.3.0, the newest of CHANGELOG.md is 1.2.0.',
    );
  });

  it('says so in a test build, which sorts before the release', () => {
    expect(testBuildReasons({ hasUnreleasedChanges: false, isOwnElectron: true })).toEqual([]);
    expect(testBuildReasons({ hasUnreleasedChanges: true, isOwnElectron: false })).toHaveLength(2);
    const shown = buildVersion('1.2.0', '33.2.1', true);
    expect([shown, debianVersion(shown)]).toEqual(['1.2.0-test.electron33.2.1', '1.2.0~test.electron33.2.1']);
    expect([shown, debianVersion(shown), '1.2.0'].map(isTestVersion)).toEqual([true, true, false]);
    expect(buildVersion('1.2.0', '45.4.1', false)).toBe('1.2.0');
  });
});

describe('package: Debian', () => {
  it('depends on what Chromium loads itself, and on the sound library under either of its names', () => {
    expect(allDependencies('libgtk-3-0 (>= 3.9.10), libasound2 (>= 1.0.17), libc6 (>= 2.34)')).toBe(
      'libasound2 | libasound2t64, libc6 (>= 2.34), libgtk-3-0 (>= 3.9.10), libx11-xcb1, passwd',
    );
  });
});

describe('package: archive of the app', () => {
  it('has the place of each file in its header, and native parts beside it', () => {
    const file = join(temporaryFolder(), 'app.asar');
    writeAsar(file, { 'b/part.node': 'native', 'b/a.js': 'code', 'package.json': '{}' });
    const archive = readFileSync(file);
    const header = JSON.parse(archive.subarray(16, 16 + archive.readUInt32LE(12)).toString());
    expect(header).toEqual({
      files: {
        b: { files: { 'a.js': { size: 4, offset: '0' }, 'part.node': { size: 6, unpacked: true } } },
        'package.json': { size: 2, offset: '4' },
      },
    });
    expect(archive.subarray(8 + archive.readUInt32LE(4)).toString()).toBe('code{}');
    expect(readFileSync(`${file}.unpacked/b/part.node`, 'utf8')).toBe('native');
  });
});
