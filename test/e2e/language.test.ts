import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../src/renderer/text/en/catalogue.ts';
import { settingsSchema } from '../../src/shared/settings/settings.ts';
import { locales } from '../../src/shared/values/language.ts';
import { isLongRun, itInLongRun } from '../helpers/test-length.ts';
import { accessibilityFaults, type LaunchedStation, launchProvisioned, launchStation } from './launch.ts';
import { layoutFaults, textFaults } from './layout-faults.ts';
import {
  callStation,
  createParcels,
  inLanguage,
  newCode,
  openScreen,
  scan,
  setLanguage,
  switchOffPrintOnCreate,
} from './page-actions.ts';

let station: LaunchedStation;
let page: Page;

beforeAll(async () => {
  station = await launchProvisioned({ station: { language: 'ar' }, setup: false });
  page = station.page;
  await inLanguage(page, 'ar');
  await switchOffPrintOnCreate(page);
});
afterAll(() => station.close());

const open = (screen: string): Promise<void> => openScreen(page, screen);
const screens = ['scan', 'shipments', 'new-order', 'print-queue', 'figures', 'settings', 'attention'];

/** The smallest window; in the long form also a large one. */
const sizes = [[1024, 600] as const, ...(isLongRun ? [[1440, 900] as const] : [])];

/**
 * The English sentences with as many letters more as a language with long ones needs: a single term gets them at its end, a sentence
 * gets more of them. What a sentence is filled with stays as it is.
 */
const longer = Object.fromEntries(
  Object.entries(english).map(([key, sentence]) => {
    const shown = sentence.replaceAll(/\{[^{}]*\}/g, '').length;
    const isTerm = !sentence.includes(' ');
    const added = 'tenlettres '
      .repeat(Math.ceil((shown * 0.4) / 11))
      .slice(0, Math.ceil(shown * 0.4))
      .trim();
    return [key, sentence === '' ? '' : `${sentence}${isTerm ? '' : ' '}${added}`];
  }),
);

/** What is cut off, covered or cannot be read with a screen reader on every screen, after two scans. */
async function faultsOnScreens(codes: readonly string[], shown: readonly string[] = screens): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [width, height]);
    for (const code of codes) {
      await open('scan');
      await scan(page, code);
      faults.push(...(await layoutFaults(page)).map((fault) => `scan, ${width}: ${fault}`));
    }
    for (const screen of shown) {
      await open(screen);
      const found = [...(await layoutFaults(page)), ...(await textFaults(page))];
      faults.push(...found.map((fault) => `${screen}, ${width}: ${fault}`));
      if (width === 1024) faults.push(...(await accessibilityFaults(page)).map((fault) => `${screen}: ${fault}`));
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}

/** What is cut off, too small or cannot be read with a screen reader, at each size. */
async function faultsOf(what: string, shown: Page = page, part?: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, height] of sizes) {
    await shown.setViewportSize({ width, height });
    await shown.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [width, height]);
    if (part) await shown.getByText(part, { exact: true }).first().scrollIntoViewIfNeeded();
    const found = [...(await layoutFaults(shown)), ...(await textFaults(shown)), ...(await accessibilityFaults(shown))];
    const modes = await shown.locator('.big-radio-look-up:visible, .big-radio-delete:visible').all();
    const tops = await Promise.all(modes.map(async (mode) => (await mode.boundingBox())?.y));
    if (new Set(tops).size > 1) found.push('the modes are not in one row');
    // Placeholders are in no text of the page.
    const inputs = await shown.locator('input[placeholder]:visible').all();
    for (const input of inputs) {
      const name = (await input.getAttribute('placeholder')) ?? '';
      if (await input.evaluate((field) => field.scrollWidth > field.clientWidth)) found.push(`cut off: ${name}`);
    }
    faults.push(...found.map((fault) => `${what}, ${width}: ${fault}`));
  }
  return faults;
}

const admin = { asTyped: 'BADGEADA01', asUsKeyboard: 'BADGEADA01', by: 'scanner' as const };

/** The help, a rehearsal, people who sign in, and the verdict alone: what only some benches show. */
async function faultsOfOtherParts(code: string): Promise<string[]> {
  const faults: string[] = [];
  await page.keyboard.press('F12');
  await page.locator('.help').waitFor();
  faults.push(...(await faultsOf('help')));
  await open('scan');

  await callStation(page, 'rehearsal.start', { id: 'wrong-label' });
  await page.locator('.rehearsal-code').waitFor();
  faults.push(...(await faultsOf('rehearsal')));
  await callStation(page, 'rehearsal.stop', null);
  await page.locator('.rehearsal-result').waitFor();
  faults.push(...(await faultsOf('result of a rehearsal')));
  await callStation(page, 'rehearsal.dismiss', null);

  const { persons } = await callStation(page, 'people.read', null);
  if (persons.length === 0) {
    await callStation(page, 'person.add', { name: 'Ada Lindqvist', role: 'admin', badge: admin });
    const badge = { ...admin, asTyped: 'BADGEPAT02', asUsKeyboard: 'BADGEPAT02' };
    await callStation(page, 'person.add', { name: 'Pat', role: 'packer', badge });
  }
  await callStation(page, 'people.turn-on', { badge: admin });
  await open('settings');
  faults.push(...(await faultsOf('people', page, 'Pat')));
  await callStation(page, 'person.sign-out', null);
  faults.push(...(await faultsOf('settings, signed out')));
  await open('scan');
  await scan(page, code);
  faults.push(...(await faultsOf('scan, signed out')));
  await callStation(page, 'badge.scan', { reading: admin, evenIfParcel: false });
  await callStation(page, 'people.turn-off', null);

  const kiosk = { startWithComputer: false, fullScreen: false, verdictScreen: true };
  const opened = station.app.waitForEvent('window');
  await station.app.evaluate(({ screen }) => {
    const display = screen.getPrimaryDisplay();
    const second = { ...display, id: display.id + 1, bounds: { x: 5000, y: 0, width: 800, height: 600 } };
    screen.getAllDisplays = () => [display, second];
  });
  await callStation(page, 'settings.save', { group: 'kiosk', value: kiosk });
  const second = await opened;
  await scan(page, code);
  await second.locator('h1').waitFor();
  faults.push(...(await faultsOf('verdict alone', second)));
  const closed = second.waitForEvent('close');
  await callStation(page, 'settings.save', { group: 'kiosk', value: { ...kiosk, verdictScreen: false } });
  await closed;
  return faults;
}

describe('languages', () => {
  let codes: string[];

  it('Arabic is laid out from right to left, with codes from left to right, and nothing cut off', async () => {
    codes = [...(await createParcels(page, 1)).map(({ customCode }) => customCode), newCode()];
    await open('scan');
    await scan(page, codes[0] ?? '');
    const navigation = await page.locator('nav').boundingBox();
    const code = page.locator('.code-hero').first();
    expect([(navigation?.x ?? 0) > 1000, await code.evaluate((one) => getComputedStyle(one).direction)]).toEqual([
      true,
      'ltr',
    ]);
    expect(await page.locator('section.result h2, section.result h1').first().innerText()).toMatch(/[\u0600-\u06FF]/);
    expect(await faultsOnScreens(codes)).toEqual([]);
  });

  it('German follows at once when it is chosen; a code scanned afterwards is answered in it, and nothing is cut off', async () => {
    await open('settings');
    // Without a look at its state afterwards: the page is loaded again at once.
    await page.getByRole('radio', { name: 'Deutsch' }).dispatchEvent('click');
    await inLanguage(page, 'de');
    expect((await callStation(page, 'station.read', null)).settings.station.language).toBe('de');
    await open('scan');
    await scan(page, codes[0] ?? '');
    const shown = new Intl.DateTimeFormat(locales.de, { weekday: 'short' }).format(new Date());
    expect(shown).toMatch(/^(Mo|Di|Mi|Do|Fr|Sa|So)/);
    expect(await page.locator('section.result').innerText()).toContain('Geplant');
    if (isLongRun) expect(await faultsOnScreens(codes)).toEqual([]);
  });

  it('what the service said is shown in German, and its own name for it is one press away', async () => {
    await open('shipments');
    await page
      .getByRole('row')
      .filter({ hasText: codes[0] ?? '' })
      .click();
    const event = page.locator('.timeline li').filter({ hasText: 'Geplant' }).first();
    await event.waitFor();
    expect(await event.innerText()).not.toContain('same.shipment.scheduled');
    await event.getByRole('button').click();
    await event.getByText('same.shipment.scheduled').waitFor();
  });

  itInLongRun(
    'what only some benches show is whole and readable in every language',
    async () => {
      const code = codes[0] ?? '';
      for (const language of ['en', 'ar', 'de'] as const) {
        await setLanguage(page, language);
        expect([language, await faultsOfOtherParts(code)]).toEqual([language, []]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    },
    240_000,
  );

  itInLongRun('sentences that are two fifths longer than the English ones are nowhere cut off', async () => {
    await page.addInitScript(
      `Object.defineProperty(globalThis, 'sentences', { get: () => (${JSON.stringify(longer)}), set() {} })`,
    );
    await page.reload();
    await inLanguage(page, 'de');
    await page
      .locator('nav')
      .getByText(longer['navigation.settings'] ?? '')
      .waitFor();
    expect(await faultsOnScreens(codes, isLongRun ? screens : ['new-order', 'figures', 'settings'])).toEqual([]);
  });

  it('English comes back with every screen', async () => {
    await setLanguage(page, 'en');
    await page.getByRole('link', { name: 'Shipments' }).waitFor();
    expect([station.consoleErrors, await station.policyViolations()]).toEqual([[], []]);
  });
});

it('the language that the provisioning file names is the first page’s, which is not loaded again for it', async () => {
  const userDataDir = mkdtempSync(join(tmpdir(), 'packbench-language-'));
  const file = join(userDataDir, 'bench.json');
  writeFileSync(
    join(userDataDir, 'settings.json'),
    JSON.stringify(settingsSchema.parse({ station: { language: 'de' } })),
  );
  writeFileSync(file, JSON.stringify({ station: { language: 'ar' } }), { mode: 0o600 });
  const started = await launchStation({ userDataDir, switches: [`--provision=${file}`] });
  try {
    const saved = async () => (await callStation(started.page, 'station.read', null)).settings.station.language;
    await expect.poll(saved).toBe('ar');
    await inLanguage(started.page, 'ar');
    expect(
      await started.page.evaluate(() =>
        performance.getEntriesByType('navigation').map((entry) => (entry as PerformanceNavigationTiming).type),
      ),
    ).toEqual(['navigate']);
    expect(started.consoleErrors).toEqual([]);
  } finally {
    await started.close();
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
