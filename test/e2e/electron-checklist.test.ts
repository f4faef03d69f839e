import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedFuses } from '../../scripts/packaging/fuses.mjs';
import { changedChannel } from '../../src/shared/contract/station-channels.ts';
import { type LaunchedStation, launchStation, root } from './launch.ts';

interface StationWindow {
  station: {
    call(name: string, input: unknown): Promise<unknown>;
    subscribe(listener: (...received: unknown[]) => void): () => void;
  };
}

/** One test for each of the twenty recommendations of https://www.electronjs.org/docs/latest/tutorial/security, under its name. */
describe('Electron security checklist', () => {
  let station: LaunchedStation;
  beforeAll(async () => {
    station = await launchStation();
  });
  afterAll(() => station.close());

  /** The preferences that Electron applies to the pages of all windows. */
  const preferences = () =>
    station.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((page) => {
        // Not part of the documented API: what a page got in the end, defaults included.
        const { getLastWebPreferences } = page as unknown as { getLastWebPreferences(): Electron.WebPreferences };
        return { ...getLastWebPreferences.call(page) };
      }),
    );

  const expectEveryPage = async (wanted: Partial<Electron.WebPreferences>) => {
    const pages = await preferences();
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(page).toMatchObject(wanted);
  };

  it('1. Only load secure content', async () => {
    const { page } = station;
    const loaded = await page.evaluate(() => ({
      isSecure: window.isSecureContext,
      foreign: performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => !/^(?:packbench:\/\/station\/|blob:packbench:\/\/station\/)/.test(name)),
    }));
    expect(loaded).toEqual({ isSecure: true, foreign: [] });
    expect(page.url()).toBe('packbench://station/');
  });

  it('2. Do not enable Node.js integration for remote content', async () => {
    await expectEveryPage({ nodeIntegration: false, nodeIntegrationInSubFrames: false });
    for (const page of await preferences()) expect(page.nodeIntegrationInWorker ?? false).toBe(false);
    const leaked = await station.page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    );
    expect(leaked).toEqual([]);
  });

  it('3. Enable context isolation in all renderers', async () => {
    await expectEveryPage({ contextIsolation: true });
    // The preload calls functions of its own context, whatever the page made of the page's.
    const seen = await station.page.evaluate(async () => {
      const { invoke } = Object.prototype as { invoke?: unknown };
      // Not enumerable: the page may still draw its first screen, and its own loops would end at it.
      Object.defineProperty(Object.prototype, 'invoke', { value: () => 'from the page', configurable: true });
      try {
        return await (window as unknown as StationWindow).station.call('station.read', null);
      } finally {
        if (invoke === undefined) delete (Object.prototype as { invoke?: unknown }).invoke;
      }
    });
    expect(seen).toMatchObject({ ok: true });
  });

  it('4. Enable process sandboxing', async () => {
    // That Chromium's sandbox then holds is examined on the packaged copy, as an ordinary user.
    await expectEveryPage({ sandbox: true });
    const command = await station.app.evaluate(({ app }) => ({
      noSandbox: app.commandLine.hasSwitch('no-sandbox'),
      isRoot: process.getuid?.() === 0,
    }));
    expect(command.noSandbox && !command.isRoot).toBe(false);
  });

  it('5. Handle session permission requests from remote content', async () => {
    const refused = await station.page.evaluate(async () => {
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'storage-access',
      ];
      const states = names.map(async (name) => navigator.permissions.query({ name: name as PermissionName }));
      return {
        states: [...new Set((await Promise.all(states)).map(({ state }) => state))],
        asked: await Notification.requestPermission(),
      };
    });
    expect(refused).toEqual({ states: ['denied'], asked: 'denied' });
  });

  it('6. Do not disable webSecurity', () => expectEveryPage({ webSecurity: true }));

  it('7. Define a Content Security Policy', async () => {
    const policy = await station.app.evaluate(async ({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow;
      const answer = await window.webContents.session.fetch('packbench://station/');
      return answer.headers.get('content-security-policy');
    });
    expect(policy?.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'none'", "base-uri 'none'"]),
    );
    expect(policy).not.toMatch(/unsafe-|\*|https?:|data:/);
    expect(await station.policyViolations()).toEqual([]);
  });

  it('8. Do not enable allowRunningInsecureContent', () => expectEveryPage({ allowRunningInsecureContent: false }));

  it('9. Do not enable experimental features', () => expectEveryPage({ experimentalFeatures: false }));

  it('10. Do not use enableBlinkFeatures', async () => {
    for (const page of await preferences()) expect(page.enableBlinkFeatures ?? '').toBe('');
    const enabled = await station.app.evaluate(({ app }) => app.commandLine.hasSwitch('enable-blink-features'));
    expect(enabled).toBe(false);
  });

  it('11. Do not use allowpopups for WebViews', async () => {
    await expectEveryPage({ webviewTag: false });
    expect(await station.page.evaluate(() => document.querySelectorAll('webview').length)).toBe(0);
    expect(builtText('out/renderer')).not.toContain('allowpopups');
  });

  it('12. Verify WebView options before creation', async () => {
    const isPrevented = await station.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((page) => {
        let prevented = false;
        page.emit('will-attach-webview', { preventDefault: () => (prevented = true) }, {}, {});
        return prevented;
      }),
    );
    expect(isPrevented).toEqual([true]);
  });

  it('13. Disable or limit navigation', async () => {
    const { page } = station;
    await page.evaluate(() => {
      const link = document.body.appendChild(document.createElement('a'));
      for (const address of ['https://elsewhere.invalid/', 'file:///etc/passwd', 'packbench://other/']) {
        link.href = address;
        link.click();
        window.location.assign(address);
      }
      link.remove();
    });
    expect(await page.evaluate(() => document.querySelector('nav') !== null)).toBe(true);
    expect(page.url()).toBe('packbench://station/');
  });

  it('14. Disable or limit creation of new windows', async () => {
    const { app, page } = station;
    const opened = await page.evaluate(() =>
      ['https://elsewhere.invalid/', 'about:blank', 'packbench://station/', ''].map((url) => window.open(url) !== null),
    );
    expect(opened).toEqual([false, false, false, false]);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  it('15. Do not use shell.openExternal with untrusted content', () => {
    expect(builtText('out/main')).not.toContain('openExternal');
  });

  it('16. Use a current version of Electron', async () => {
    const { devDependencies } = readJson('package.json');
    const locked = readJson('package-lock.json').packages['node_modules/electron'].version;
    expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(locked).toBe(devDependencies.electron);
    // Releases take that version. Tests may run on an older one, which the station supports, never on a newer one.
    const running = await station.app.evaluate(() => process.versions.electron);
    expect(Number.parseInt(running ?? '', 10)).toBeLessThanOrEqual(Number.parseInt(locked, 10));
  });

  it('17. Validate the sender of all IPC messages', async () => {
    const answers = await station.app.evaluate(async ({ app, BrowserWindow, ipcMain }) => {
      const ours = BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow;
      const preload = `${app.getAppPath()}/out/preload/index.cjs`;
      const answer = async (url: string, more: Electron.WebPreferences) => {
        const other = new BrowserWindow({ show: false, webPreferences: { preload, ...more } });
        await other.loadURL(url);
        const answered = await other.webContents.executeJavaScript("window.station.call('station.read', null)");
        other.destroy();
        return answered;
      };
      return {
        foreign: await answer('data:text/html,<title>other</title>', {}),
        samePage: await answer('packbench://station/', { session: ours.webContents.session }),
        // Listeners beside the one handler, which checks its sender. Electron's own ignores errors.
        otherChannels: ipcMain.eventNames().filter((name) => name !== 'error'),
      };
    });
    const refused = { ok: false, failure: { code: 'invalid-input', message: { code: 'call.foreign-sender' } } };
    expect(answers).toMatchObject({ foreign: refused, samePage: refused, otherChannels: [] });
  });

  it('18. Avoid usage of the file:// protocol and prefer usage of custom protocols', async () => {
    const { app, page } = station;
    // A window that another test closed may still be listed for a moment.
    const protocols = () =>
      app.evaluate(({ webContents }) =>
        webContents.getAllWebContents().map((contents) => new URL(contents.getURL()).protocol),
      );
    await expect.poll(protocols).toEqual(['packbench:']);
    const read = await page.evaluate(async () => {
      const image = new Image();
      const failed = new Promise((resolve) => image.addEventListener('error', () => resolve(true)));
      image.src = 'file:///usr/share/pixmaps/debian-logo.png';
      return {
        image: !(await failed),
        text: await fetch('file:///etc/passwd').then(
          () => true,
          () => false,
        ),
      };
    });
    expect(read).toEqual({ image: false, text: false });
  });

  it('19. Check which fuses you can change', () => {
    const known = Object.keys(FuseV1Options).filter((name) => !/^\d+$/.test(name));
    expect(Object.keys(shippedFuses(process.platform)).sort()).toEqual(known.sort());
  });

  it('20. Do not expose Electron APIs to untrusted web content', async () => {
    const { app, page } = station;
    const exposed = await page.evaluate(() => {
      const given = (window as unknown as StationWindow).station;
      return Object.entries(given).map(([name, value]) => [name, typeof value, Object.keys(value)]);
    });
    expect(exposed).toEqual([
      ['call', 'function', []],
      ['subscribe', 'function', []],
      ['receiveKeys', 'function', []],
    ]);
    const received = page.evaluate(
      () =>
        new Promise<unknown[]>((resolve) => {
          const end = (window as unknown as StationWindow).station.subscribe((...all) => {
            const [changed] = all as [{ changes: string[] }];
            if (!changed.changes.includes('checklist')) return;
            end();
            resolve(all);
          });
          document.title = 'subscribed';
        }),
    );
    await page.waitForFunction(() => document.title === 'subscribed');
    await app.evaluate(({ BrowserWindow }, channel) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send(channel, { changes: ['checklist'] });
    }, changedChannel);
    // No event, and so no sender, comes with it.
    expect(await received).toEqual([{ changes: ['checklist'] }]);
  });
});

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The text of all scripts and pages of a folder of the build. */
const builtText = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|cjs|html)$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('\n');
