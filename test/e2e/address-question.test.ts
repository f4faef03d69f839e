import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationCall } from '../../src/shared/contract/station-contract.ts';
import { type LaunchedStation, launchProvisioned } from './launch.ts';
import { answerQuestion, callStation, goTo, newCode, openedQuestion, scan, waitForResult } from './page-actions.ts';
import { takePicturesOfWindow } from './pictures/take-pictures.ts';

const sandbox = {
  name: 'sandbox',
  kind: 'sandbox',
  baseUrl: 'http://127.0.0.1:9',
  labelUrl: 'http://127.0.0.1:9',
} as const;

let station: LaunchedStation;
beforeAll(async () => {
  station = await launchProvisioned({ environments: [sandbox] });
});
afterAll(() => station.close());

interface StationWindow {
  station: { call(name: string, input: unknown): Promise<unknown> };
}

/** Calls as a script of the page, without waiting for the answer; returns it later. */
async function callLater(name: StationCall, input: unknown): Promise<() => Promise<unknown>> {
  await station.page.evaluate(
    ([called, given]) => {
      Object.assign(window, { answer: (window as unknown as StationWindow).station.call(called, given) });
    },
    [name, input] as const,
  );
  return () => station.page.evaluate(() => (window as unknown as { answer: Promise<unknown> }).answer);
}

const savedAddress = async (): Promise<string | undefined> => {
  const { settings } = await callStation(station.page, 'station.read', null);
  return settings.environments.find(({ name }) => name === 'sandbox')?.baseUrl;
};

/** Runs in the page: the contrast of the scroll bar's thumb with its track (WCAG 2.2, 1.4.11 asks for 3). */
function scrollbarContrast(): number {
  const [thumb = '', track = ''] = getComputedStyle(document.body).scrollbarColor.match(/rgb\([^)]*\)/g) ?? [];
  const [light = 0, dark = 0] = [thumb, track]
    .map((colour) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    })
    .toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

const moved = (baseUrl: string) => ({ environment: { ...sandbox, baseUrl }, token: null });

describe('address question', () => {
  it('names the old and the new address in full; scans made meanwhile are accepted and answer nothing', async () => {
    const { app, page } = station;
    await goTo(page, 'Scan');
    const longPath = `/${'harmless-'.repeat(60)}`;
    const answer = await callLater('environment.save', moved(`https://zéphyr.example${longPath}`));
    const question = await openedQuestion(app);
    const text = await question.getByRole('alertdialog').innerText();
    expect(text).toContain('xn--zphyr-bsa.example');
    expect(text).toContain('http://127.0.0.1:9/');
    expect(text).toContain(longPath);
    const answers = [question.getByRole('button', { name: /^Yes/ }), question.getByRole('button', { name: /^No/ })];
    // Until it takes an answer, nothing can be pressed.
    await expect.poll(() => answers[0]?.evaluate((yes) => getComputedStyle(yes).pointerEvents)).toBe('auto');
    expect(await takePicturesOfWindow(question, 'question/a service', answers)).toEqual([]);
    // As on the lowest screen, where the addresses scroll, by a bar that is seen.
    await question.setViewportSize({ width: 640, height: 440 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await question.emulateMedia({ colorScheme });
      expect(await question.evaluate(scrollbarContrast)).toBeGreaterThanOrEqual(3);
    }
    await question.emulateMedia({ colorScheme: null });
    const ends = await Promise.all(answers.map((one) => one.evaluate((node) => node.getBoundingClientRect().bottom)));
    expect(Math.max(...ends)).toBeLessThanOrEqual(440);

    // A wedge scanner writes into the window that has the focus, and ends with Enter or Tab.
    for (const end of ['Enter', 'Tab'] as const) {
      const code = newCode();
      await question.getByRole('button', { name: /^Yes/ }).focus();
      await scan(question, code, { end });
      await waitForResult(page, code);
    }
    await question.keyboard.press('F2');
    await page.getByRole('radio', { name: 'Print', checked: true }).waitFor();
    await question.keyboard.press('Enter');
    await question.keyboard.press('Space');
    expect(app.windows()).toContain(question);
    // Nor does a key that is held for a moment.
    await question.keyboard.press('F9', { delay: 100 });
    // It closes as it gets the key, maybe before the key is reported as pressed.
    await Promise.all([question.waitForEvent('close'), question.keyboard.down('Escape').catch(() => {})]);
    expect(await answer()).toMatchObject({ ok: false, failure: { message: { code: 'address.not-confirmed' } } });
    expect(await savedAddress()).toBe(sandbox.baseUrl);
  });

  it('a second one is refused while the first is open; a click and a key held for two seconds answer Yes', async () => {
    const { app, page } = station;
    const webhooks = { enabled: true, host: '0.0.0.0', port: 8788 };
    const answer = await callLater('settings.save', { group: 'webhooks', value: webhooks });
    const question = await openedQuestion(app);
    await expect(callStation(page, 'environment.save', moved('https://other.example'))).rejects.toThrow(
      'address.question-open',
    );
    expect(await question.getByRole('alertdialog').innerText()).toMatch(
      /Other computers can reach it[\s\S]*0\.0\.0\.0, port 8788/,
    );
    await question.keyboard.down('F9');
    await question.waitForTimeout(2_100);
    const closed = question.waitForEvent('close');
    await question.keyboard.up('F9');
    await closed;
    expect(await answer()).toMatchObject({ ok: true });
    expect((await callStation(page, 'webhooks.read', null)).settings).toEqual(webhooks);

    // It follows the theme that is set.
    const { appearance } = (await callStation(page, 'station.read', null)).settings;
    await callStation(page, 'settings.save', { group: 'appearance', value: { ...appearance, theme: 'dark' } });
    const saved = await callLater('environment.save', moved('http://127.0.0.1:10'));
    const inTheme = await openedQuestion(app);
    await inTheme.emulateMedia({ colorScheme: null });
    expect(await inTheme.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
    await answerQuestion(app, 'Yes');
    expect(await saved()).toMatchObject({ ok: true });
    expect(await savedAddress()).toBe('http://127.0.0.1:10');
  });

  it('has the protections of the page, opens nothing, and is No when the page goes away', async () => {
    const { app, page } = station;
    await callLater('environment.save', moved('http://127.0.0.1:11'));
    const question = await openedQuestion(app);
    const [preferences, ...others] = await app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .filter((contents) => contents.getURL().startsWith('packbench://question/'))
        .map((contents) => ({
          // Not part of the documented API: what a page got in the end, defaults included.
          ...(contents as unknown as { getLastWebPreferences(): Electron.WebPreferences }).getLastWebPreferences(),
        })),
    );
    expect(others).toEqual([]);
    expect(preferences).toMatchObject({
      ...{ sandbox: true, contextIsolation: true, webSecurity: true, webviewTag: false, experimentalFeatures: false },
      ...{ nodeIntegration: false, nodeIntegrationInSubFrames: false, allowRunningInsecureContent: false },
    });
    const reached = await question.evaluate(async () => ({
      bridge: 'station' in window,
      opened: window.open('https://elsewhere.invalid/') !== null,
      fetched: await fetch('packbench://station/').then(
        () => true,
        () => false,
      ),
      permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
    }));
    expect(reached).toEqual({ bridge: false, opened: false, fetched: false, permission: 'denied' });
    const closed = question.waitForEvent('close');
    await page.reload();
    await closed;
    expect(await savedAddress()).toBe('http://127.0.0.1:10');
  });
});
