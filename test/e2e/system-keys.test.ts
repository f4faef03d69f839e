import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingPackages, titleOf } from '../helpers/missing-packages.ts';
import { type LaunchedStation, launchStation } from './launch.ts';
import { callStation, createOrder, goTo, openedQuestion, waitForResult } from './page-actions.ts';

const customCode = 'NL7K2M9P4R6T8V2X4B6D';
const missing = missingPackages('xdotool', 'openbox');
const run = promisify(execFile);
const xdotool = (...args: string[]) => run('xdotool', args);

describe.skipIf(missing.length > 0)(titleOf('keys of the operating system', missing), () => {
  let station: LaunchedStation;

  beforeAll(async () => {
    station = await launchStation();
    await createOrder(station.page, { receiver: 'Aya Noor', customCode });
    await goTo(station.page, 'Scan');
    await bringToFront();
  });
  afterAll(() => station.close());

  const bringToFront = async (): Promise<void> => {
    await station.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
    await station.page.waitForFunction(() => document.hasFocus());
  };
  const recent = () => station.page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem');

  it('a scan typed by the system itself is captured', async () => {
    const before = await recent().count();
    await xdotool('type', '--delay', '15', customCode);
    await xdotool('key', 'Return');
    await waitForResult(station.page, customCode);
    await expect.poll(() => recent().count()).toBe(before + 1);
  });

  it('Caps Lock does not turn a code into another', async () => {
    const before = await recent().count();
    await xdotool('key', 'Caps_Lock');
    try {
      // A scanner sends capitals as the physical key with Shift, whatever the state of Caps Lock.
      for (const character of customCode) {
        const isLetter = /[A-Z]/.test(character);
        await xdotool('key', isLetter ? `shift+${character.toLowerCase()}` : character);
      }
      await xdotool('key', 'Return');
      await expect.poll(() => recent().count()).toBe(before + 1);
      await waitForResult(station.page, 'Aya Noor');
    } finally {
      await xdotool('key', 'Caps_Lock');
    }
  });

  it('a scan into the question about an address is accepted, answers nothing, and Escape answers No', async () => {
    const { app, page } = station;
    const environment = { name: 'sandbox', kind: 'sandbox', baseUrl: 'https://service.example' } as const;
    const refused = callStation(page, 'environment.save', { environment, token: null }).then(
      () => 'saved',
      (error: Error) => error.message,
    );
    const question = await openedQuestion(app);
    await question.waitForFunction(() => document.hasFocus());
    const before = await recent().count();
    await xdotool('type', '--delay', '15', customCode);
    await xdotool('key', 'Return');
    await expect.poll(() => recent().count()).toBe(before + 1);
    await waitForResult(page, customCode);
    expect(question.isClosed()).toBe(false);
    await xdotool('key', 'Escape');
    expect(await refused).toContain('address.not-confirmed');
    await page.waitForFunction(() => document.hasFocus());
  });

  it('control characters that a bar code may carry neither close nor reload the station', async () => {
    await station.page.evaluate(() => Object.assign(window, { stillThisPage: true }));
    for (const chord of ['ctrl+w', 'ctrl+r', 'ctrl+q', 'F5', 'ctrl+bracketright', 'ctrl+shift+i', 'F11', 'F8']) {
      await xdotool('key', chord);
    }
    await station.page.waitForFunction(() => 'stillThisPage' in window && document.hasFocus());
    expect(station.app.windows()).toHaveLength(1);
  });
});
