import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { settingsSchema } from '../../src/shared/settings/settings.ts';
import { missingPackages, titleOf } from '../helpers/missing-packages.ts';
import { plugInScanner } from '../helpers/simulated-scanner.ts';
import { crashPage, inPage } from './crashed-page.ts';
import { type LaunchedStation, launchStation } from './launch.ts';
import { callStation, newCode } from './page-actions.ts';

const missing = missingPackages('xdotool', 'openbox');
const xdotool = (...args: string[]) => promisify(execFile)('xdotool', args);

describe('scans while the page’s process has ended', () => {
  const folders: string[] = [];
  const freshFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'packbench-crash-'));
    folders.push(folder);
    return folder;
  };
  let station: LaunchedStation | undefined;
  afterEach(async () => {
    if (station) await quit(station);
    station = undefined;
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Playwright would wait for its own page, which has ended. */
  const quit = async ({ app }: LaunchedStation): Promise<void> => {
    const ended = new Promise((resolve) => app.process().once('exit', resolve));
    await app.evaluate((electron) => electron.app.quit()).catch(() => {});
    await ended;
  };

  /** The codes of all scans, oldest first; none while there is no page. */
  const recorded = async ({ app }: LaunchedStation): Promise<string[]> => {
    const read = "station.call('scans.recent', null).then(({ value }) => value.scans.map(({ code }) => code))";
    return (((await app.evaluate(inPage, read)) ?? []) as string[]).toReversed();
  };
  const shown = ({ app }: LaunchedStation) => app.evaluate(inPage, 'document.body.innerText');

  it.skipIf(missing.length > 0)(
    titleOf(
      'that a keyboard scanner types are kept; one that the crash cut is never read as a part, and the screen asks for it',
      missing,
    ),
    async () => {
      station = await launchStation({ userDataDir: freshFolder() });
      const { app, page } = station;
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
      await page.waitForFunction(() => document.hasFocus());
      const codes = Array.from({ length: 12 }, newCode);
      const typing = xdotool('type', '--delay', '6', `${codes.join('\n')}\n`);
      const last = codes.at(-1);
      await expect.poll(() => recorded(station as LaunchedStation)).toContain(codes[0]);
      await crashPage(app);
      await typing;
      await expect.poll(() => recorded(station as LaunchedStation), { timeout: 20_000 }).toContain(last);
      const found = await recorded(station);
      expect(found).toEqual(codes.filter((code) => found.includes(code)));
      expect(found.length).toBeGreaterThanOrEqual(codes.length - 2);
      await expect.poll(() => shown(station as LaunchedStation)).toContain('The window of Packbench was restarted at');
      expect(await shown(station)).toContain('scan again what is missing there');
    },
  );

  it.skipIf(missing.length > 0)(
    titleOf(
      'of a scanner without an end key are each a scan of their own, though nothing but a pause is between them',
      missing,
    ),
    async () => {
      const userDataDir = freshFolder();
      const keyboard = {
        ...{ layout: 'computer', invertsCase: false, prefix: '', suffix: '', end: 'none', sendsIdentifier: false },
        ...{ keyMs: 12, problems: [] },
      } as const;
      writeFileSync(
        join(userDataDir, 'settings.json'),
        JSON.stringify(settingsSchema.parse({ scanner: { keyboard } })),
      );
      station = await launchStation({ userDataDir });
      const { app, page } = station;
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
      await page.waitForFunction(() => document.hasFocus());
      const codes = Array.from({ length: 3 }, newCode);
      await crashPage(app);
      for (const code of codes) {
        await xdotool('type', '--delay', '12', code);
        // As the next parcel is reached for: what is between two scans.
        await xdotool('sleep', '0.6');
      }
      await expect.poll(() => recorded(station as LaunchedStation), { timeout: 20_000 }).toEqual(codes);
    },
  );

  it.runIf(process.platform === 'linux')('that a serial scanner sends are all kept, in their order', async () => {
    const userDataDir = freshFolder();
    const path = join(userDataDir, 'scanner');
    const serial = [{ name: 'Bench', path, baudRate: 9600, profile: null }];
    writeFileSync(join(userDataDir, 'settings.json'), JSON.stringify(settingsSchema.parse({ scanner: { serial } })));
    const scanner = await plugInScanner(path);
    try {
      station = await launchStation({ userDataDir });
      const { app, page } = station;
      const state = async () => (await callStation(page, 'serial-scanners.read', null))[0]?.state;
      await expect.poll(state, { timeout: 10_000 }).toBe('connected');
      const codes = Array.from({ length: 6 }, newCode);
      scanner.send(`${codes[0]}\r${codes[1]}\r`);
      await expect.poll(() => recorded(station as LaunchedStation)).toContain(codes[1]);
      await crashPage(app);
      for (const code of codes.slice(2)) scanner.send(`${code}\r`);
      await expect.poll(() => recorded(station as LaunchedStation), { timeout: 20_000 }).toEqual(codes);
    } finally {
      await scanner.unplug();
    }
  });
});
