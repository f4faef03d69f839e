import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { backUpFile } from '../../src/main/storage/backup.ts';
import { closeDatabase, openDatabase } from '../../src/main/storage/database.ts';
import type { StationCall } from '../../src/shared/contract/station-contract.ts';
import { settingsSchema } from '../../src/shared/settings/settings.ts';
import { makeReadOnly, makeWritable, mayMakeReadOnly, reachesOpenFiles } from '../helpers/read-only.ts';
import { itInLongRun } from '../helpers/test-length.ts';
import { inPage, processOfPage } from './crashed-page.ts';
import {
  electronPath,
  type LaunchedStation,
  launchApp,
  launchStation,
  root,
  runStation,
  stationVariables,
} from './launch.ts';
import {
  callStation,
  createParcels,
  goTo,
  newCode,
  openedQuestion,
  scan,
  scanToPrint,
  waitForResult,
} from './page-actions.ts';
import { takePicturesOfWindow } from './pictures/take-pictures.ts';

const folders: string[] = [];
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-shell-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface StationWindow {
  station: { call(name: string, input: unknown): Promise<unknown> };
}

/** A call by any name with any arguments, as the page's code could make it. */
const callRaw = (page: Page, name: StationCall | (string & {}), input: unknown): Promise<unknown> =>
  page.evaluate(([called, given]) => (window as unknown as StationWindow).station.call(called, given), [
    name,
    input,
  ] as const);

/** Starts a station that says why it cannot, closes the window that says it, and waits for the end. */
async function refusedStart(userDataDir: string): Promise<{ text: string; code: number | null }> {
  const app = await launchApp(userDataDir);
  const ended = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
  const window = await openedQuestion(app, 'start-failure');
  const text = await window.getByRole('alertdialog').innerText();
  await window
    .getByRole('button', { name: 'Close Packbench' })
    .click()
    .catch(() => {});
  return { text, code: await ended };
}

describe('shell: the window of a new station', () => {
  let station: LaunchedStation;
  beforeAll(async () => {
    station = await launchStation();
  });
  afterAll(() => station.close());

  it('opens in practice mode, with its landmarks, and without an error on the console', async () => {
    const { page } = station;
    expect(await page.title()).toBe('Packbench');
    expect(page.url()).toBe('packbench://station/');
    await page.getByRole('status', { name: 'Environment' }).getByText('PRACTICE').waitFor();
    // What it wrote before a test could listen is written again.
    await page.reload();
    await page.getByRole('main').waitFor();
    expect(station.consoleErrors).toEqual([]);
  });

  it('gets its files from a thread of Chromium: main names them, and reads none', async () => {
    const { app, page } = station;
    await app.evaluate(({ net }) => {
      const files = process.getBuiltinModule('node:fs');
      const read: string[] = [];
      Object.assign(globalThis, { readForPage: read });
      const note = (module: object, names: readonly string[]): void => {
        for (const name of names) {
          const own: (...given: unknown[]) => unknown = Reflect.get(module, name);
          Object.assign(module, {
            [name](...given: unknown[]) {
              if (/[\\/]renderer[\\/]/.test(String(given[0]))) read.push(`${name} ${given[0]}`);
              return own.apply(module, given);
            },
          });
        }
      };
      note(files, ['open', 'openSync', 'readFile', 'readFileSync', 'createReadStream']);
      note(files.promises, ['open', 'readFile']);
      note(net, ['fetch', 'request']);
    });
    await page.reload();
    await page.getByRole('main').waitFor();
    expect(await app.evaluate(() => Reflect.get(globalThis, 'readForPage'))).toEqual([]);
  });

  it('asks for a graphics card only where there may be one', async () => {
    const isDrawnByProcessor = await station.app.evaluate(({ app }) => app.commandLine.hasSwitch('disable-gpu'));
    expect(isDrawnByProcessor).toBe(process.platform === 'linux' && !existsSync('/dev/dri'));
  });

  it('reads the files of rarer letters when one is shown, and has one file for each typeface and weight', async () => {
    const { page } = station;
    const faces = () =>
      page.evaluate(() =>
        [...document.fonts].map(({ family, weight, status }) => ({ name: `${family} ${weight}`, status })),
      );
    const loaded = async () => (await faces()).filter(({ status }) => status === 'loaded').map(({ name }) => name);
    const names = (await faces()).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect((await loaded()).filter((name) => name.includes('Extended'))).toEqual([]);
    const field = page.getByRole('textbox', { name: 'Scan or type a code' });
    await field.fill('ł');
    await expect.poll(async () => (await loaded()).filter((name) => name.includes('Extended'))).not.toEqual([]);
    await field.fill('');
  });

  it('gives its page three functions and nothing of Node or Electron', async () => {
    const seen = await station.page.evaluate(() => ({
      station: Object.keys((window as unknown as StationWindow).station),
      leaked: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
        (name) => name in window,
      ),
    }));
    expect(seen).toEqual({ station: ['call', 'subscribe', 'receiveKeys'], leaked: [] });
  });

  it('answers a call outside the contract with a failure, never with an exception', async () => {
    const refused = { ok: false, failure: { code: 'invalid-input' } };
    expect(await callRaw(station.page, 'file.read', '/etc/passwd')).toMatchObject(refused);
    expect(await callRaw(station.page, 'scan.submit', { reading: 5 })).toMatchObject(refused);
    expect(await callRaw(station.page, 'station.read', null)).toMatchObject({ ok: true });
  });

  it('a fault in drawing one part leaves the others, and the part is drawn again with the scan that it missed', async () => {
    const { page } = station;
    const code = newCode();
    await page.evaluate(() => {
      const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
      Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
        configurable: true,
        get: () => () => {
          throw new Error('A fault of the test');
        },
      });
      Object.assign(window, {
        restore: () => Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', format ?? {}),
      });
    });
    await scan(page, code, { isAnswered: false });
    await page.getByText('This part of the window could not be drawn.').waitFor();
    await page.getByRole('link', { name: 'Shipments' }).waitFor();
    await page.evaluate('void window.restore()');
    await waitForResult(page, code);
    expect(await page.getByText('This part of the window could not be drawn.').count()).toBe(0);
  });

  it('answers no other window, even one with the same preload', async () => {
    const answered = await station.app.evaluate(async ({ app, BrowserWindow }) => {
      const preload = `${app.getAppPath()}/out/preload/index.cjs`;
      const other = new BrowserWindow({ show: false, webPreferences: { preload } });
      await other.loadURL('data:text/html,<title>other</title>');
      const answer = await other.webContents.executeJavaScript("window.station.call('station.read', null)");
      other.destroy();
      return answer;
    });
    expect(answered).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  });

  it('gets no browser permission', async () => {
    const refused = await station.page.evaluate(async () => {
      const asked = ['geolocation', 'notifications', 'camera', 'microphone', 'midi'];
      const states = await Promise.all(
        asked.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
      );
      const place = await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : code),
        );
      });
      return { states: [...new Set(states)], place, notification: await Notification.requestPermission() };
    });
    expect(refused).toEqual({ states: ['denied'], place: 'denied', notification: 'denied' });
  });

  it('saves nothing to disk for its page', async () => {
    const { app, page } = station;
    // A download that the page starts is blocked before it begins; one of any other origin is cancelled.
    const isCancelled = app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<boolean>((resolve) => {
          const { session } = (BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow).webContents;
          session.once('will-download', (event, item) => {
            resolve(event.defaultPrevented && item.getURL() === 'packbench://station/pages/first-en.html');
          });
        }),
    );
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'x.txt';
      link.click();
    });
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.session.downloadURL('packbench://station/pages/first-en.html'),
    );
    expect(await isCancelled).toBe(true);
  });

  it('has no menu, and blocks the shortcuts of a browser', async () => {
    const { app } = station;
    expect(await app.evaluate(({ Menu }) => Menu.getApplicationMenu())).toBeNull();
    const kept = await app.evaluate(({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow;
      const keptFromPage: string[] = [];
      webContents.on('before-input-event', (event, { key }) => {
        if (event.defaultPrevented) keptFromPage.push(key);
      });
      for (const keyCode of ['w', '=', '0', 'a', 'j']) {
        webContents.sendInputEvent({ type: 'keyDown', keyCode, modifiers: ['control'] });
      }
      for (const keyCode of ['F5', 'F11', 'F2', 'Home']) webContents.sendInputEvent({ type: 'keyDown', keyCode });
      return keptFromPage;
    });
    expect(kept).toEqual(['=', '0', 'F5', 'F11']);
    const zoom = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
    );
    expect(zoom).toBe(1);
  });

  it('has not violated its own policy, and a violation would be seen', async () => {
    const { page } = station;
    expect(await station.policyViolations()).toEqual([]);
    await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      const style = document.createElement('style');
      style.textContent = 'body { outline: 1px solid }';
      document.head.append(script, style);
      const image = new Image();
      image.src = 'https://elsewhere.invalid/pixel.png';
      await fetch('packbench://station/pages/first-en.html').catch(() => {});
    });
    const directives = async () => (await station.policyViolations()).map(({ directive }) => directive).sort();
    await expect.poll(directives).toEqual(['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });

  it('cannot navigate or open another window', async () => {
    const { app, page } = station;
    const opened = await page.evaluate(async () => {
      const link = document.body.appendChild(document.createElement('a'));
      link.href = 'https://elsewhere.invalid/';
      link.click();
      link.target = '_blank';
      link.click();
      link.remove();
      window.location.assign('file:///etc/passwd');
      return window.open('https://elsewhere.invalid/') === null;
    });
    expect(opened).toBe(true);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(page.url()).toBe('packbench://station/');
    // Started by the page itself: Playwright would wait for a navigation that was refused.
    expect(await page.evaluate(() => document.querySelector('nav') !== null)).toBe(true);
  });
});

describe('shell: what a start reads', () => {
  it('the page: the first screen alone, in one small part', () => {
    const files = readAtStart(
      'out/renderer',
      /src="\.\/(assets\/[^"]+\.js)"/.exec(builtFile('out/renderer/pages/first-en.html'))?.[1],
    );
    expect(files.join()).not.toMatch(
      /(?:shipments|new-order|settings|attention|help|print-queue|set-up)-?screen|set-up/,
    );
    expect(kilobytesOf('out/renderer', files)).toBeLessThan(810);
    // The page and main need a millisecond for each.
    expect(files.length).toBeLessThanOrEqual(2);
    // No schema, and not the package that makes them.
    expect(files.join()).not.toContain('zod');
    const code = files.map((file) => builtFile(join('out/renderer', file))).join('\n');
    expect(code).not.toContain('safeParse');
    // All sentences in one text.
    expect(code.match(/JSON\.parse\(["'`]/g)).toHaveLength(1);
  });

  it('the page: a part of its own for every other screen', () => {
    const app = readFileSync(join(root, 'src/renderer/app/app.tsx'), 'utf8');
    const names = new Set([...app.matchAll(/import\('[^']*\/([^'/]+-screen)\.tsx'\)/g)].map(([, name = '']) => name));
    for (const name of ['attention', 'figures', 'help', 'new-order', 'print-queue', 'settings', 'shipments'])
      expect([...names]).toContain(`${name}-screen`);
    const built = readdirSync(join(root, 'out/renderer/assets'));
    for (const name of names) {
      const parts = built.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
      expect(parts, name).toHaveLength(1);
    }
  });

  it('the page, main and their threads: no script that is not minified, and none with two bytes for each character', () => {
    const folders = ['out/main', 'out/main/chunks', 'out/preload', 'out/renderer/assets', 'out/renderer/languages'];
    const scripts = folders.flatMap((folder) =>
      readdirSync(join(root, folder)).flatMap((name) => (/\.c?js$/.test(name) ? [join(folder, name)] : [])),
    );
    expect(scripts.length).toBeGreaterThan(50);
    for (const file of scripts) {
      const code = builtFile(file);
      // Long texts, such as statements of SQL, keep their lines; a script as it is written has forty characters a line.
      const lines = code.split('\n').length;
      expect(lines === 1 || code.length / lines > 200, file).toBe(true);
      // Those of the other languages are sentences.
      if (!file.includes('/languages/')) expect(Buffer.byteLength(code), file).toBe(code.length);
    }
  });

  it('the page: parts that it reads later without a link for each of their files, and no list of the system’s languages', () => {
    const later = readdirSync(join(root, 'out/renderer/assets')).filter((name) => name.endsWith('.js'));
    const code = later.map((name) => builtFile(join('out/renderer/assets', name))).join('\n');
    expect(code).not.toContain('__vite__mapDeps');
    expect(code).not.toContain('DateTimeFormat.supportedLocalesOf');
  });

  it('the page: the rules of every screen come before those of one, in the one style sheet', () => {
    const folder = join(root, 'out/renderer/assets');
    const [sheet = ''] = readdirSync(folder).filter((name) => name.endsWith('.css'));
    const rules = readFileSync(join(folder, sheet), 'utf8');
    const placeOf = (rule: string) => rules.indexOf(rule);
    expect(placeOf('.screen{')).toBeGreaterThan(0);
    for (const rule of ['.help{', '.settings{', '.shipments{', '.attention-head{'])
      expect([rule, placeOf(rule) > placeOf('.screen{')]).toEqual([rule, true]);
  });

  it('main: nothing of the station before the window, no heavy package before the station answers', () => {
    const beforeWindow = readAtStart('out/main', chunkNamed('window'));
    expect(kilobytesOf('out/main', beforeWindow)).toBeLessThan(350);
    const station = chunkNamed('station');
    const beforeAnswer = [...new Set([...beforeWindow, ...readAtStart('out/main', station)])];
    expect(kilobytesOf('out/main', beforeAnswer)).toBeLessThan(1_000);
    // Node needs a millisecond for each.
    expect(beforeWindow.length).toBeLessThanOrEqual(2);
    expect(beforeAnswer.length).toBeLessThanOrEqual(4);
    const first = builtFile('out/main/index.cjs');
    expect(first.length).toBeLessThan(2_000);
    const code = beforeAnswer.map((file) => builtFile(join('out/main', file))).join('\n');
    expect(code).not.toMatch(
      /=\s*(?:\w+\()?require\(["'`](?:koffi|serialport|pdfkit|zpl-renderer-js|zxing-wasm|@hyzyla\/pdfium)/,
    );
    for (const heavy of ['fastify', 'delivery-service', 'practice-service', 'webhook-listener', 'label-pdf']) {
      expect(beforeAnswer.join()).not.toContain(heavy);
    }
    // Node compiles modules of its own for it.
    expect(code).not.toMatch(/require\(["'`]node:crypto/);
    // Each of these texts is part of one package: fastify, undici, bwip-js, bonjour-service.
    for (const text of ['FST_ERR_', 'UND_ERR_', 'bwipp', '_services._dns-sd']) expect(code).not.toContain(text);
  });

  it('main and the thread of the records: few schemas before one is used', async () => {
    // Without what makes them on first use, main would make 4,000, and the thread 2,800.
    expect(await schemasMadeBy(['texts', 'station'])).toBeLessThan(600);
    expect(await schemasMadeBy(['worker'])).toBeLessThan(1_000);
  });

  it('main, the thread of the records and the page: no writer of JSON Schema, which zod brings', () => {
    const built = ['out/main', 'out/main/chunks', 'out/renderer/assets'].flatMap((folder) =>
      readdirSync(join(root, folder)).flatMap((name) => (/\.c?js$/.test(name) ? [join(folder, name)] : [])),
    );
    const code = new Map(built.map((file) => [file, builtFile(file)]));
    // The files that have zod.
    expect(built.filter((file) => code.get(file)?.includes('safeParseAsync')).length).toBeGreaterThanOrEqual(3);
    expect(built.filter((file) => code.get(file)?.includes('cannot be represented in JSON Schema'))).toEqual([]);
  });

  it('main and the thread of the records: compiled by the build, to the same bytes in another folder', async () => {
    expect(compiledScripts().map((name) => name.replace(/-.{8}\.cjs\.cache$/, ''))).toEqual([
      'station',
      'texts',
      'window',
      'worker',
    ]);
    // Below the packages that the scripts name.
    const other = mkdtempSync(join(root, 'node_modules/.packbench-compiled-'));
    folders.push(other);
    cpSync(join(root, 'out/main'), other, { recursive: true, filter: (file) => !file.endsWith('.cache') });
    const compile = [
      join(other, 'compile.cjs'),
      '--no-sandbox',
      '--ozone-platform=headless',
      '--js-flags=--random-seed=1',
    ];
    await promisify(execFile)(electronPath(), compile, { env: stationVariables(), timeout: 30_000 });
    for (const name of compiledScripts()) {
      const [built, again] = [join(root, 'out/main/chunks'), join(other, 'chunks')].map((folder) =>
        readFileSync(join(folder, name)),
      );
      expect([name, built?.equals(again ?? Buffer.alloc(0))]).toEqual([name, true]);
    }
  });

  it('the thread of the records: one script, for which Node compiles few of its own modules', () => {
    const files = ['storage-worker.cjs', chunkNamed('worker')];
    const required = files.flatMap((file) => [
      ...builtFile(join('out/main', file)).matchAll(/require\(["'`]([^.][^"'`]*)["'`]\)/g),
    ]);
    expect([...new Set(required.map(([, name]) => name))].sort()).toEqual([
      '@photostructure/sqlite',
      'node:fs',
      'node:fs/promises',
      'node:module',
      'node:os',
      'node:path',
      'node:vm',
      'node:worker_threads',
      'url',
    ]);
  });
});

const chunkNamed = (name: string): string => {
  const scripts = readdirSync(join(root, 'out/main/chunks')).filter((file) => file.endsWith('.cjs'));
  const found = scripts.find((file) => file.startsWith(`${name}-`));
  return `chunks/${found}`;
};

const compiledScripts = (): string[] =>
  readdirSync(join(root, 'out/main/chunks'))
    .filter((file) => file.endsWith('.cache'))
    .sort();

const builtFile = (path: string): string => readFileSync(join(root, path), 'utf8');

const kilobytesOf = (folder: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + builtFile(join(folder, file)).length, 0) / 1000;

async function schemasMadeBy(chunks: readonly string[]): Promise<number> {
  const files = chunks.map((name) => join(root, 'out/main', chunkNamed(name)));
  const program = join(root, 'test/programs/made-schemas.cjs');
  const args = [program, '--no-sandbox', '--ozone-platform=headless', ...files];
  const { stdout } = await promisify(execFile)(electronPath(), args, { env: stationVariables(), timeout: 30_000 });
  return Number(stdout);
}

/** A file of the build, and all that it imports at once. */
function readAtStart(folder: string, file = '', found = new Set<string>()): string[] {
  found.add(file);
  const specifiers = builtFile(join(folder, file)).matchAll(
    /(?:from|import|[;=,]\s*require\(|^require\()\s*["'`](\.{1,2}\/[^"'`]+\.c?js)["'`]/g,
  );
  for (const [, specifier = ''] of specifiers) {
    const imported = join(dirname(file), specifier);
    if (!found.has(imported)) readAtStart(folder, imported, found);
  }
  return [...found];
}

describe('shell: start and end', () => {
  let station: LaunchedStation | undefined;
  afterEach(async () => {
    await station?.close();
    station = undefined;
  });

  it('a second start brings the first window to the front and ends', async () => {
    station = await launchStation();
    await station.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    const second = await runStation(station.userDataDir);
    expect(second).toMatchObject({ code: 0, standardError: expect.stringContaining('already open') });
    const visible = () => station?.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await expect.poll(visible).toBe(true);
  });

  itInLongRun('the position of the window is restored', async () => {
    const userDataDir = freshFolder();
    const bounds = { x: 130, y: 90, width: 1010, height: 720 };
    station = await launchStation({ userDataDir });
    await station.app.evaluate(({ BrowserWindow }, left) => BrowserWindow.getAllWindows()[0]?.setBounds(left), bounds);
    await station.close();
    station = await launchStation({ userDataDir });
    const found = await station.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    );
    expect(found).toEqual(bounds);
  });

  it('main’s scripts run as the build compiled them', async () => {
    const userDataDir = freshFolder();
    station = await launchStation({ userDataDir });
    const logged = join(userDataDir, 'logs');
    const lines = () =>
      (existsSync(logged) ? readdirSync(logged) : []).map((name) => readFileSync(join(logged, name), 'utf8'));
    await expect.poll(() => lines().join(), { timeout: 30_000 }).toContain('"event":"started"');
    const started = /"compiled":(\{[^}]*\})/.exec(lines().join())?.[1] ?? '{}';
    expect(JSON.parse(started)).toEqual({ ahead: compiledScripts().length - 1, again: 0 });
  });

  it('closing never asks, even if the page wants to', async () => {
    const { app, page } = await launchStation({ userDataDir: freshFolder() });
    await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault()));
    const ended = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => {});
    expect(await ended).toBe(0);
  });

  itInLongRun('settings that cannot be read are copied and reported, and the defaults are used', async () => {
    const userDataDir = freshFolder();
    const unreadable = '{ "network": { "proxy": "http://packer:secret@proxy.example:3128" }, "station": ';
    writeFileSync(join(userDataDir, 'settings.json'), unreadable);
    station = await launchStation({ userDataDir });
    await station.page
      .getByText(/settings could not be read/)
      .first()
      .waitFor();
    const copy = readFileSync(join(userDataDir, 'settings.unreadable.json'), 'utf8');
    expect(copy).toBe(unreadable.replace('packer:secret@', 'packer@'));
    await station.close();

    const settings = settingsSchema.parse({ station: { name: 'Bench 7' } });
    mkdirSync(join(userDataDir, 'settings-backups'));
    const kept = join(userDataDir, 'settings-backups', 'settings-2026-03-01T08-00-00-000Z.json');
    writeFileSync(kept, JSON.stringify(settings));
    writeFileSync(join(userDataDir, 'settings.json'), unreadable);
    station = await launchStation({ userDataDir });
    await station.page
      .getByText(/settings could not be read, so those of .* are in use/)
      .first()
      .waitFor();
    await station.page.getByRole('banner').getByText('Bench 7').waitFor();
  });

  it('a station that cannot start shows the reason in a window of its own, and ends with code 1', async () => {
    const userDataDir = freshFolder();
    writeFileSync(join(userDataDir, 'records'), 'a file where the folder of records should be');
    writeFileSync(join(userDataDir, 'settings.json'), JSON.stringify({ appearance: { theme: 'dark' } }));
    const app = await launchApp(userDataDir);
    const code = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
    const window = await openedQuestion(app, 'start-failure');
    const text = await window.getByRole('alertdialog').innerText();
    expect(text).toContain('Packbench could not start');
    expect(text).toContain(userDataDir);
    expect(text).toContain('Nothing was deleted.');
    expect(text).toContain('The records could not be read or saved.');
    // The page of the station, which would answer nothing, is closed.
    await expect.poll(() => app.windows().length).toBe(1);
    await window.emulateMedia({ colorScheme: null });
    expect(await window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
    const close = window.getByRole('button', { name: 'Close Packbench' });
    expect(await takePicturesOfWindow(window, 'question/start failure', [close])).toEqual([]);
    // Who starts it once more sees the reason again, and not a station that opens after it.
    const seen = await app.evaluateHandle(({ app: program, BrowserWindow }) => {
      const calls: string[] = [];
      program.relaunch = () => void calls.push('start again');
      for (const shown of BrowserWindow.getAllWindows()) shown.focus = () => void calls.push('focus');
      return calls;
    });
    await runStation(userDataDir);
    await expect.poll(() => seen.jsonValue()).toEqual(['focus']);
    // The Enter of a scanner closes nothing before the reason is read.
    await window.keyboard.press('Enter');
    expect(app.windows()).toContain(window);
    await close.click().catch(() => {});
    expect(await code).toBe(1);
  });

  it('records of a newer version are left as they are, and the window says what to install', async () => {
    const userDataDir = freshFolder();
    const file = join(userDataDir, 'records', 'records-practice.sqlite3');
    mkdirSync(dirname(file));
    const database = openDatabase(file);
    database.exec('PRAGMA user_version = 1000');
    closeDatabase(database);
    const newer = readFileSync(file);
    const { text, code } = await refusedStart(userDataDir);
    expect(text).toContain('A newer version of Packbench wrote these records. They were not changed.');
    expect(text).toContain('Install the newer version again.');
    expect(text).not.toContain('disk space');
    expect(code).toBe(1);
    expect(readFileSync(file).equals(newer)).toBe(true);
  });

  itInLongRun(
    'a crashed page comes back at its screen, and a message takes its place when it crashes again and again',
    async () => {
      const { app, page, userDataDir } = await launchStation({ userDataDir: freshFolder() });
      const ended = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
      const [parcel] = await createParcels(page, 1);
      await scanToPrint(page, parcel?.customCode ?? '');
      const jobsBefore = (await callStation(page, 'print-jobs.list', null)).length;
      const pictures = () =>
        app.evaluate(
          ({ app: program }) =>
            program.getAppMetrics().find(({ name }) => name === 'Packbench label pictures')?.pid ?? 0,
        );
      await expect.poll(pictures, { timeout: 20_000 }).not.toBe(0);
      process.kill(await pictures(), 'SIGKILL');
      await goTo(page, 'Shipments');
      await page.locator('.shell[data-screen="shipments"]').waitFor();

      let killed = 0;
      /** Kills the page's process, once it is another than the last one that was killed. */
      const crash = async (): Promise<void> => {
        const running = () => app.evaluate(processOfPage);
        const isAnother = async () => ![0, killed].includes(await running());
        await expect.poll(isAnother, { timeout: 20_000 }).toBe(true);
        killed = await running();
        process.kill(killed, 'SIGKILL');
        await expect.poll(running, { timeout: 20_000 }).not.toBe(killed);
      };
      const screen = () => app.evaluate(inPage, "document.querySelector('.shell')?.dataset.screen");
      await crash();
      await expect.poll(screen, { timeout: 20_000 }).toBe('shipments');
      const jobs = "station.call('print-jobs.list', null).then(({ value }) => value.length)";
      expect(await app.evaluate(inPage, jobs)).toBe(jobsBefore);
      const health =
        "station.call('health.read', null).then(({ value }) => value.checks.find(({ number }) => number === '13'))";
      expect(await app.evaluate(inPage, health)).toMatchObject({
        state: 'attention',
        message: { params: { page: 1, pictures: 1, spreadsheets: 0 } },
      });

      for (let count = 1; count < 4; count += 1) await crash();
      const first = await openedQuestion(app, 'start-failure');
      expect(await first.getByRole('alertdialog').innerText()).toContain('The window of Packbench keeps crashing');
      const open = first.getByRole('button', { name: 'Open the window again' });
      expect(await takePicturesOfWindow(first, 'question/crash loop', [open])).toEqual([]);
      await Promise.all([first.waitForEvent('close'), open.click().catch(() => {})]);
      await expect.poll(screen, { timeout: 20_000 }).toBe('shipments');

      for (let count = 0; count < 4; count += 1) await crash();
      const second = await openedQuestion(app, 'start-failure');
      await second
        .getByRole('button', { name: 'Close Packbench' })
        .click()
        .catch(() => {});
      expect(await ended).toBe(0);
      expect(readFileSync(join(userDataDir, 'logs/station.log'), 'utf8')).toContain('"what":"pictures"');
    },
  );

  it('damaged records are moved aside for the last good backup, or for empty ones', async () => {
    const userDataDir = freshFolder();
    const folder = join(userDataDir, 'records');
    const file = join(folder, 'records-practice.sqlite3');
    mkdirSync(folder);
    closeDatabase(openDatabase(file));
    await backUpFile(file, Date.now());
    writeFileSync(file, readFileSync(file).fill(0xa5, 100, 20_480));
    const damaged = readFileSync(file);
    for (const choice of [/^Use the backup of /, 'Begin with empty records']) {
      const app = await launchApp(userDataDir);
      const code = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
      const window = await openedQuestion(app, 'start-failure');
      const text = await window.getByRole('alertdialog').innerText();
      expect(text).toContain('The records are damaged.');
      expect(text).toContain('Nothing was deleted.');
      await app.evaluate((electron) => {
        electron.app.relaunch = () => process.stderr.write('starts again\n');
      });
      let standardError = '';
      app.process().stderr?.on('data', (chunk) => {
        standardError += chunk;
      });
      await window
        .getByRole('button', { name: choice })
        .click()
        .catch(() => {});
      expect(await code).toBe(1);
      expect(standardError).toContain('starts again');
      expect(readFileSync(file).equals(damaged)).toBe(true);
      if (choice instanceof RegExp) rmSync(`${file}.restored`);
    }
    station = await launchStation({ userDataDir });
    await scan(station.page, newCode());
    await station.page.getByRole('heading', { name: 'Not known' }).waitFor();
    const [kept = ''] = readdirSync(join(folder, 'replaced')).filter((name) => name.endsWith('.sqlite3'));
    expect(readFileSync(join(folder, 'replaced', kept)).equals(damaged)).toBe(true);
  });

  itInLongRun('a station that cannot start ends with code 1 when the computer shuts down', async () => {
    const userDataDir = freshFolder();
    writeFileSync(join(userDataDir, 'records'), 'a file where the folder of records should be');
    const ended = await runStation(userDataDir, { until: 'packbench: StorageError' });
    expect(ended.code).toBe(1);
  });
});

describe.runIf(mayMakeReadOnly)('shell: a data folder that is read-only', () => {
  it('at the start is named in a window of its own, not taken for a station that is open', async () => {
    const userDataDir = freshFolder();
    makeReadOnly(userDataDir);
    try {
      const { text, code } = await refusedStart(userDataDir);
      expect(text).toContain('Packbench may not write to its data folder.');
      expect(text).toContain(userDataDir);
      expect(code).toBe(1);
    } finally {
      makeWritable(userDataDir);
    }
    expect(readdirSync(userDataDir)).toEqual([]);
  });

  itInLongRun(
    'while the station runs is named by every act that saves; what was accepted stays, and work goes on once it can be written',
    async () => {
      const userDataDir = freshFolder();
      const station = await launchStation({ userDataDir });
      const { page } = station;
      const accepted = newCode();
      await scan(page, accepted);
      const records = join(userDataDir, 'records');
      const files = readdirSync(records).filter((name) => /sqlite3(-wal)?$/.test(name));
      // Only root may take the right to write from a file that is open.
      const readOnly = [userDataDir, records, ...(reachesOpenFiles ? files.map((name) => join(records, name)) : [])];
      const save = () =>
        callRaw(page, 'settings.save', { group: 'appearance', value: { theme: 'dark', sounds: true } });
      makeReadOnly(...readOnly);
      try {
        expect(await save()).toMatchObject({ failure: { code: 'storage', message: { code: 'storage.read-only' } } });
        if (reachesOpenFiles) {
          await scan(page, newCode(), { isAnswered: false });
          await page.getByText('Packbench may not write to its data folder').first().waitFor();
        }
      } finally {
        makeWritable(...readOnly);
      }
      const later = newCode();
      await scan(page, later);
      await page.getByRole('heading', { name: 'Not known' }).waitFor();
      const { scans } = await callStation(page, 'scans.recent', null);
      expect(scans.map(({ code }) => code)).toEqual([later, accepted]);
      expect(await save()).toMatchObject({ ok: true });
      await station.close();
    },
  );
});

describe('shell: a provisioning file', () => {
  let station: LaunchedStation | undefined;
  afterEach(async () => {
    await station?.close();
    station = undefined;
  });

  function provisioningFile(content: unknown): string {
    const file = join(freshFolder(), 'station.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
    return `--provision=${file}`;
  }
  const bad = {
    station: { name: '' },
    printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host: 'zebra', port: 0 } }],
    activeEnvironment: 'nowhere',
  };

  it('with faults at the very first start ends it with code 2, every fault named, and nothing stored', async () => {
    const userDataDir = freshFolder();
    const ended = await runStation(userDataDir, { switches: [provisioningFile(bad)] });
    expect(ended.code).toBe(2);
    for (const path of ['station.name', 'printers[0].connection.port', 'activeEnvironment']) {
      expect(ended.standardError).toContain(`provisioning refused: ${path}: `);
    }
    expect(existsSync(join(userDataDir, 'settings.json'))).toBe(false);
    const again = await runStation(userDataDir, { switches: ['--provision=/nowhere/station.json'] });
    expect(again).toMatchObject({ code: 2, standardError: expect.stringContaining('ENOENT') });
  });

  it('is applied before the window opens; unknown keys are named and ignored', async () => {
    const good = { station: { name: 'Bench 7', colour: 'red' }, bench: { deleteUndoSeconds: 9 } };
    const userDataDir = freshFolder();
    const until = 'provisioning: station.colour: unknown key, ignored';
    const ended = await runStation(userDataDir, { switches: [provisioningFile(good)], until });
    expect(ended.standardError).toContain(until);
    station = await launchStation({ switches: [provisioningFile(good)] });
    await station.page.getByText('Bench 7').first().waitFor();
    expect(await callRaw(station.page, 'station.read', null)).toMatchObject({
      value: { settings: { station: { name: 'Bench 7' }, bench: { deleteUndoSeconds: 9 } } },
    });
  });

  itInLongRun(
    'with faults at a later start is refused as a whole: the old settings stay, and a notice is shown',
    async () => {
      const userDataDir = freshFolder();
      const good = { station: { name: 'Bench 7' } };
      station = await launchStation({ userDataDir, switches: [provisioningFile(good)] });
      await station.close();
      const switches = [provisioningFile({ ...bad, station: { name: 'Bench 8' } })];
      const until = 'provisioning refused: printers[0].connection.port: ';
      const ended = await runStation(userDataDir, { switches, until });
      expect(ended.standardError).toContain(until);
      station = await launchStation({ userDataDir, switches });
      await station.page
        .getByText(/provisioning file was rejected/)
        .first()
        .waitFor();
      await station.page.getByText('Bench 7').first().waitFor();
      expect(await callRaw(station.page, 'station.read', null)).toMatchObject({
        value: { settings: { station: { name: 'Bench 7' }, printers: [{ name: 'Practice printer' }] } },
      });
    },
  );
});
