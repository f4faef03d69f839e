import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUpFile } from '../../src/main/storage/backup.ts';
import { type Shortcut, shortcuts, shortcutText } from '../../src/renderer/data/shortcuts.ts';
import { describeInLongRun, isLongRun } from '../helpers/test-length.ts';
import { accessibilityFaults, type LaunchedStation, launchStation } from './launch.ts';
import { layoutFaults } from './layout-faults.ts';
import { answerQuestion, callStation, createOrder, goTo, newCode, scan, waitForResult } from './page-actions.ts';

let station: LaunchedStation;
/** Where the desktop keeps its settings, and what starts with the session. */
const desktopFolder = mkdtempSync(join(tmpdir(), 'packbench-desktop-'));
beforeAll(async () => {
  station = await launchStation({ env: { XDG_CONFIG_HOME: desktopFolder } });
  await goTo(station.page, 'Settings');
});
afterAll(async () => {
  await station.close();
  rmSync(desktopFolder, { recursive: true, force: true });
});

const settings = async () => (await callStation(station.page, 'station.read', null)).settings;
const focusedName = () =>
  station.page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '');

describe('settings: sections', () => {
  it('open with the cursor in the search, and each section is one click away, below the top bar', async () => {
    const { page } = station;
    await expect.poll(focusedName).toBe('Search settings');
    const navigation = page.getByRole('navigation', { name: 'Settings sections' });
    const names = await navigation.getByRole('link').allInnerTexts();
    expect(names).toEqual([
      ...['Service', 'Printers', 'Bench', 'Orders and spending'],
      ...['Webhooks and import', 'Records', 'Display and sound', 'About'],
    ]);
    for (const name of names) {
      await navigation.getByRole('link', { name }).click();
      const heading = page.getByRole('region', { name, exact: true }).getByRole('heading', { name, exact: true });
      expect(await heading.first().evaluate((element) => element === document.activeElement)).toBe(true);
      await expect.poll(() => navigation.locator('[aria-current]').innerText()).toBe(name);
      const bar = await page.getByRole('banner').boundingBox();
      const title = await heading.first().boundingBox();
      expect(title?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
      expect(bar?.y).toBe(0);
    }
    // The whole list fits the smallest window. Below a strip it moves with what is read.
    await page.setViewportSize({ width: 1024, height: 600 });
    expect(await layoutFaults(page, [navigation.getByRole('link')])).toEqual([]);
    const column = page.locator('.settings > .side-column');
    expect(await column.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
    await page.setViewportSize({ width: 1024, height: 500 });
    for (const [name, top] of [
      ['Service', 0],
      ['About', 100_000],
    ] as const) {
      await page.locator('.settings-content').evaluate((content, y) => content.scrollTo(0, y), top);
      await expect.poll(() => navigation.locator('[aria-current]').innerText()).toBe(name);
      await expect.poll(() => layoutFaults(page, [navigation.getByRole('link', { name })])).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('a search shows what contains its terms, and Escape everything again', async () => {
    const { page } = station;
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    await search.fill('undo deletion');
    await page.getByLabel('Time to undo a deletion (seconds)').waitFor();
    await page.getByRole('button', { name: 'Add environment' }).waitFor({ state: 'hidden' });
    await search.fill('theme');
    await page.getByText('Found in 1 section.').waitFor();
    await search.fill('no such setting');
    await page.getByText('No setting found.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add environment' }).waitFor();
  });
});

/** What is entered in each text field of Settings outside a form, and what is chosen in each other control. */
const changes: Readonly<Record<string, string>> = {
  'Printer settings inside labels': 'ArrowRight',
  'Station name': 'Bench 9',
  'Time to undo a deletion (seconds)': '8',
  'Length of a shift (hours)': '9',
  'Site key': 'BCDF',
  'Show the bar codes on the buttons of Scan': 'Space',
  'Print labels when an order is created': 'Space',
  'Sign out after (minutes)': '15',
  'Deletions per hour': '20',
  'Further copies per hour': '10',
  'Limit per hour': '250',
  'Webhook host': '127.0.0.2',
  'Webhook port': '8788',
  'Public address': 'https://hooks.example',
  'Days to keep records': '90',
  Theme: 'ArrowRight',
  'Viewing distance': 'ArrowDown',
  'Hand that presses': 'ArrowRight',
  'Glove mode': 'Space',
  Volume: 'ArrowLeft',
  'Speak results': 'Space',
  'Start with the computer': 'Space',
  'Full screen': 'Space',
  'Verdict on a second screen': 'Space',
  // Last: the other fields of an open listener ask about its new address.
  'Receive events': 'Space',
};

/** What these do outside the page is looked at, too. */
const followed = ['Start with the computer', 'Full screen', 'Verdict on a second screen', 'Receive events'];
const changesOfRun = Object.entries(changes).filter(
  ([name], index) => isLongRun || index % 3 === 0 || followed.includes(name),
);

/** Main asks before these are saved. */
const asked = ['Public address', 'Receive events'];

/** The forms of Settings, each with the button that opens it and one of its fields. */
const forms = [
  { opener: 'Edit practice', form: 'Environment practice', field: 'Currency', save: 'Save environment' },
  { opener: 'Add environment', form: 'New environment', field: 'Name', save: 'Save environment' },
  {
    opener: 'Edit Practice printer',
    form: 'Printer Practice printer',
    field: 'Paper width (mm)',
    save: 'Save printer',
  },
  { opener: 'Add by address', form: 'New printer', field: 'Name', save: 'Save printer' },
  { opener: 'Set up webhook practice', form: 'Webhook of practice', field: 'Path', save: 'Save webhook' },
];

/** A second display is connected: its window shows the verdict, may read nothing else, and goes with the display. */
async function checkVerdictScreen({ app, page }: LaunchedStation): Promise<void> {
  const connect = (count: number) =>
    app.evaluate(({ screen }, wanted) => {
      const first = screen.getPrimaryDisplay();
      const second = { ...first, id: first.id + 1, bounds: { x: 5000, y: 0, width: 800, height: 600 } };
      screen.getAllDisplays = () => [first, second].slice(0, wanted);
      screen.emit(wanted > 1 ? 'display-added' : 'display-removed');
    }, count);
  const opened = app.waitForEvent('window');
  await connect(2);
  const second = await opened;
  await second.getByText('Scan any label').waitFor();
  await scan(page, newCode());
  await second.getByRole('heading', { name: 'Not known' }).waitFor();
  const refused = { ok: false, failure: { message: { code: 'call.foreign-sender' } } };
  for (const name of ['station.read', 'scans.recent', 'verdict.show'])
    expect(await second.evaluate((call) => window.station.call(call, null), name)).toMatchObject(refused);
  expect(await second.evaluate(() => window.station.call('verdict.read', null))).toMatchObject({ ok: true });
  const closed = second.waitForEvent('close');
  await connect(1);
  await closed;
  await goTo(page, 'Settings');
}

describe('settings: saving', () => {
  it('a change is saved at once, and the card says so; a number out of range stays, is named and is not saved', async () => {
    const { page } = station;
    const bench = page.getByRole('region', { name: 'Bench' });
    const seconds = bench.getByLabel('Time to undo a deletion (seconds)');
    await seconds.fill('7');
    await page.keyboard.press('Enter');
    await bench.getByText('Saved', { exact: true }).waitFor();
    expect((await settings()).bench.deleteUndoSeconds).toBe(7);

    await seconds.fill('600');
    await page.keyboard.press('Tab');
    await bench.getByText('Enter a whole number from 1 to 60.').waitFor();
    expect(await seconds.inputValue()).toBe('600');
    const link = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: 'Bench' });
    await link.getByText('Not saved').waitFor();
    await goTo(page, 'Scan');
    await goTo(page, 'Settings');
    expect(await seconds.inputValue()).toBe('600');
    expect((await settings()).bench.deleteUndoSeconds).toBe(7);

    await seconds.fill('60');
    await page.keyboard.press('Tab');
    await link.getByText('Not saved').waitFor({ state: 'detached' });
    expect((await settings()).bench.deleteUndoSeconds).toBe(60);
  });

  it('quick changes one after another are all saved', async () => {
    const { page } = station;
    await page.getByRole('radio', { name: 'System' }).focus();
    for (let count = 0; count < 2; count += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await settings()).appearance.theme).toBe('dark');
    const source = () => station.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
    await expect.poll(source).toBe('dark');
    for (let count = 0; count < 2; count += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(source).toBe('system');
  });

  it('quick changes on two cards of the same settings are all saved', async () => {
    const { page } = station;
    const before = (await settings()).bench;
    const names = ['Print labels when an order is created', 'Show the bar codes on the buttons of Scan'];
    const switches = names.map((name) => page.getByRole('switch', { name, exact: true }));
    const [first, second] = await Promise.all(switches.map((one) => one.elementHandle()));
    await first?.evaluate((one, other) => {
      (one as HTMLElement).click();
      (other as HTMLElement).click();
    }, second ?? null);
    const flags = async () => {
      const { printOnCreate, commandBarCodes } = (await settings()).bench;
      return [printOnCreate, commandBarCodes];
    };
    await expect.poll(flags).toEqual([!before.printOnCreate, !before.commandBarCodes]);
    await callStation(page, 'settings.save', { group: 'bench', value: before });
  });

  it('a form starts in its first field, and a failed save goes to the first faulty one; opening another loses nothing', async () => {
    const { page } = station;
    await page.getByRole('button', { name: 'Add environment' }).click();
    await expect.poll(focusedName).toBe('Name');
    const environment = page.getByRole('group', { name: 'New environment' });
    await environment.getByRole('button', { name: 'Save environment' }).click();
    await expect.poll(focusedName).toBe('Name');
    await environment.getByRole('textbox', { name: 'Name' }).fill('Second');
    await environment.getByRole('button', { name: 'Save environment' }).click();
    await expect.poll(focusedName).toBe('Service address');
    await environment.getByRole('button', { name: 'Cancel' }).click();
    const focusedButton = (name: string) => page.locator('button:focus').filter({ hasText: name }).waitFor();
    await focusedButton('Add environment');
    await page.getByRole('button', { name: 'Add by address' }).click();
    await expect.poll(focusedName).toBe('Name');
    const form = page.getByRole('group', { name: 'New printer' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Zebra A');
    await form.getByRole('button', { name: 'Save printer' }).click();
    await expect.poll(focusedName).toBe('Printer address');
    await page.getByRole('button', { name: 'Edit Practice printer' }).click();
    await page.getByRole('group', { name: 'Printer Practice printer' }).getByRole('button', { name: 'Cancel' }).click();
    expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Zebra A');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await focusedButton('Add by address');
  });

  it('a printer form saves what was changed in it, and keeps what was set meanwhile elsewhere', async () => {
    const { page } = station;
    const saved = async () => (await settings()).printers.find(({ name }) => name === 'Practice printer');
    const before = await saved();
    await page.getByRole('button', { name: 'Edit Practice printer' }).click();
    const form = page.getByRole('group', { name: 'Printer Practice printer' });
    await form.getByLabel('Paper length (mm)', { exact: true }).fill('120');
    await callStation(page, 'printer.cannot-answer', { name: 'Practice printer' });
    await form.getByRole('switch', { name: 'Status checks off', checked: true }).waitFor();
    await form.getByRole('button', { name: 'Save printer' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject({ neverAnswers: true, paper: { length: 120 } });
    if (before) await callStation(page, 'printer.save', { printer: before });
  });

  it('every control outside a form saves at once and its card says so', async () => {
    const { app, page } = station;
    const content = page.locator('.settings-content');
    expect(await content.getByRole('button', { name: /^Save/ }).count()).toBe(0);
    const listed = await content.evaluate((element) => {
      const nameOf = (control: HTMLElement): string => {
        const named = control.closest('[role=radiogroup]') ?? control;
        const label = control.closest('.field')?.querySelector('.field-label');
        return named.getAttribute('aria-label') ?? label?.textContent ?? control.outerHTML;
      };
      const controls = element.querySelectorAll<HTMLElement>('input, textarea, button[aria-haspopup="listbox"]');
      return [...new Set([...controls].map(nameOf))];
    });
    // Another language loads the page again (language.test.ts).
    expect(listed.filter((name) => name !== 'Language').toSorted()).toEqual(Object.keys(changes).toSorted());

    for (const [name, change] of changesOfRun) {
      const before = await callStation(page, 'station.read', null);
      const hooksBefore = await callStation(page, 'webhooks.read', null);
      const control = page
        .getByRole('textbox', { name, exact: true })
        .or(page.getByRole('switch', { name, exact: true }))
        .or(page.getByRole('slider', { name, exact: true }))
        .or(page.getByRole('radiogroup', { name }).getByRole('radio', { checked: true }))
        .or(page.locator('.field').getByRole('button', { name }));
      const saved = content.locator('.card', { has: control }).locator('.settings-saved');
      await control.focus();
      if (/^(Arrow|Space)/.test(change)) await page.keyboard.press(change === 'ArrowDown' ? 'Enter' : change);
      else await control.fill(change);
      if (change === 'ArrowDown') await page.keyboard.press(change);
      if (!/^(Arrow(Left|Right)|Space)/.test(change)) await page.keyboard.press('Enter');
      if (asked.includes(name)) await answerQuestion(app, 'Yes');
      const isChanged = async () =>
        JSON.stringify([
          await callStation(page, 'station.read', null),
          await callStation(page, 'webhooks.read', null),
        ]) !== JSON.stringify([before, hooksBefore]);
      await expect.poll(isChanged, { message: name }).toBe(true);
      await expect.poll(() => saved.innerText(), { message: name }).toBe('Saved');
    }
    const isFullScreen = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk());
    await expect.poll(isFullScreen).toBe(true);
    const autostart = join(desktopFolder, 'autostart/packbench.desktop');
    await expect.poll(() => existsSync(autostart) && readFileSync(autostart, 'utf8')).toContain(station.userDataDir);
    await checkVerdictScreen(station);
    await callStation(page, 'settings.save', {
      group: 'kiosk',
      value: { startWithComputer: false, fullScreen: false, verdictScreen: false },
    });
    await expect.poll(isFullScreen).toBe(false);
    await expect.poll(() => existsSync(autostart)).toBe(false);
    // From now on no verdict leaves the page.
    const sentVerdict = () => callStation(page, 'verdict.read', null);
    await expect.poll(sentVerdict).toBeNull();
    await goTo(page, 'Scan');
    await scan(page, newCode());
    await waitForResult(page, 'Not known');
    expect(await sentVerdict()).toBeNull();
    await goTo(page, 'Settings');
  });

  it('a form saves as a whole, by its one Save button', async () => {
    const { page } = station;
    for (const { opener, form, field, save } of forms) {
      const before = await settings();
      await page.getByRole('button', { name: opener, exact: true }).click();
      const opened = page.getByRole('group', { name: form, exact: true });
      await opened.getByLabel(field, { exact: true }).fill('7');
      await page.keyboard.press('Tab');
      expect(await opened.getByRole('button', { name: /^Save/ }).allInnerTexts()).toEqual([save]);
      // The practice service is a part of the station.
      const addresses = ['Service address', 'Label host', 'Token'].map((name) =>
        opened.getByLabel(name, { exact: true }),
      );
      const counts = await Promise.all(addresses.map((address) => address.count()));
      expect(counts).toEqual(form === 'New environment' ? [1, 1, 1] : [0, 0, 0]);
      expect(await settings()).toEqual(before);
      await opened.getByRole('button', { name: 'Cancel', exact: true }).click();
    }
  });
});

describe('about', () => {
  it('shows versions and licences, opens the data folder and no other, and the help', async () => {
    const { app, page, userDataDir } = station;
    const about = page.getByRole('region', { name: 'About' });
    const running = await app.evaluate(() => process.versions);
    await about.getByText(running.electron ?? 'none', { exact: true }).waitFor();
    await about.getByText(running.chrome ?? 'none', { exact: true }).waitFor();
    await about.getByText(userDataDir, { exact: true }).waitFor();
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openPath = async (path) => {
        opened.push(path);
        return '';
      };
    });
    await about.getByRole('button', { name: 'Open data folder' }).click();
    const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
    await expect.poll(opened).toEqual([userDataDir]);
    await about.getByRole('button', { name: 'Show licences' }).click();
    const licences = about.getByRole('list', { name: 'Licences' }).getByRole('listitem');
    await licences
      .filter({ hasText: /^zod \d/ })
      .getByText(/MIT/)
      .first()
      .waitFor();
    expect(await licences.count()).toBeGreaterThan(50);
    await about.getByRole('button', { name: 'Open help' }).click();
    await page.getByRole('article', { name: 'Keyboard shortcuts' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await about.getByRole('button', { name: 'Open help' }).waitFor();
  });
});

describe('help', () => {
  it('F12 opens it with exactly the registered shortcuts, and again it goes back', async () => {
    const { page } = station;
    await page.keyboard.press('F12');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    const rows = await page
      .getByRole('article')
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [
          [...row.querySelectorAll('kbd')].map((key) => key.textContent).join('+'),
          row.querySelector('td')?.textContent,
        ]),
      );
    const registered = shortcuts.map((shortcut: Shortcut & (typeof shortcuts)[number]) => [
      [...shortcut.keys, ...(shortcut.or ?? [])].join('+'),
      shortcutText(shortcut.id),
    ]);
    expect(rows.toSorted()).toEqual(registered.toSorted());
    await page.keyboard.press('F12');
    await page.getByRole('searchbox', { name: 'Search settings' }).waitFor();
  });

  it('a page is found by its terms; a scan works while it is read', async () => {
    const { page } = station;
    await page.keyboard.press('F12');
    await page.getByRole('searchbox', { name: 'Search help' }).fill('paper lid');
    const link = page.getByRole('navigation', { name: 'Help pages' }).getByRole('link', { name: /^Paper out/ });
    await link.click();
    await page.getByRole('article').getByText('Close the printer lid until it clicks.').waitFor();
    const code = newCode();
    await scan(page, code);
    await waitForResult(page, code);
  });

  it('is opened from a trouble, at its page, and leads back', async () => {
    const { page } = station;
    await page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Show help Not known' }).click();
    await page.getByRole('article', { name: 'Not known' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('help-title');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('region', { name: 'Result' }).waitFor();
  });

  it('shows the numbered checks of the station, and where each is set up', async () => {
    const { page } = station;
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Show station health' }).click();
    const checks = page.getByRole('list', { name: 'Health checks' });
    await checks.getByRole('heading', { name: 'Check 8 Database' }).waitFor();
    expect(await checks.getByRole('heading', { name: /^Check \d/ }).count()).toBeGreaterThanOrEqual(12);
    expect(await accessibilityFaults(page)).toEqual([]);
    await checks.getByRole('button', { name: 'Show help Scanner does not work' }).click();
    await page.getByRole('article', { name: 'Scanner does not work' }).waitFor();
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Show station health' }).click();
    await checks.getByRole('button', { name: 'Open settings Scanner' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('settings-bench-title');
  });
});

/** The files of the data folder whose bytes contain a text. */
function filesNaming(folder: string, text: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => readFileSync(path).includes(text));
}

describeInLongRun('erasing a person', () => {
  it('shows what it touches, and leaves no byte of the person in the data folder; the parcel is still known by its code', async () => {
    const { page, userDataDir } = station;
    const code = newCode();
    await createOrder(page, { receiver: 'Zoraida Quixley', customCode: code });
    expect(filesNaming(userDataDir, 'Quixley')).not.toEqual([]);
    // Until its label is here, and printed where that is switched on.
    const [person] = await callStation(page, 'erasure.find', { text: 'quixley' });
    const preview = async () => {
      const { environments } = await callStation(page, 'erasure.preview', { people: person ? [person] : [] });
      return environments.map(({ touched, unfinished }) => [touched.labels, unfinished.count]);
    };
    await expect.poll(preview, { timeout: 20_000 }).toEqual([[1, 0]]);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Find a person' }).click();
    await page.getByLabel('Name, telephone number or address').fill('zoraida q');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    const found = page.getByRole('list', { name: 'People found' }).getByRole('listitem');
    await found.getByRole('button', { name: 'Erase… Zoraida Quixley' }).click();
    const question = found.getByRole('group', { name: /^Erase…/ });
    await question.getByText(/^In “practice”: 1 order, 1 parcel, 1 label/).waitFor();
    await question.getByText('No backup contains the data.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText(/^The person’s data were erased\. In “practice”: 1 order/).waitFor();
    await expect.poll(() => filesNaming(userDataDir, 'Quixley')).toEqual([]);
    expect(filesNaming(userDataDir, '"code":"journal.person-erased","params":{"orders":1')).not.toEqual([]);
    await scan(page, code);
    await waitForResult(page, code);
  });
});

// Last: the station has a backup from then on.
describe('backups', () => {
  it('are listed and checked; a restore names what is lost, waits for a second step, and starts the station again', async () => {
    const { app, page, userDataDir } = station;
    const file = join(userDataDir, 'records', 'records-practice.sqlite3');
    await backUpFile(file, Date.now());
    await scan(page, newCode());
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Show backups' }).click();
    const line = page.getByRole('list', { name: 'Backups of practice' }).getByRole('listitem');
    await line.getByText('Checked', { exact: true }).waitFor();
    await line.getByText(/^\d+(\.\d)? MB\./).waitFor();
    const restore = line.getByRole('button', { name: 'Restore… ' });
    await restore.click();
    const question = line.getByRole('group', { name: /^Restore…/ });
    await question.getByText(/^Recorded after .* and lost: 1 scan\.$/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Cancel');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(existsSync(`${file}.restored`)).toBe(false);

    // The backups of one environment are never listed as those of another.
    await callStation(page, 'environment.save', { environment: { name: 'second', kind: 'practice' }, token: null });
    await callStation(page, 'environment.use', { name: 'second' });
    await page.getByRole('button', { name: 'Show backups' }).waitFor();
    expect(await page.getByRole('list', { name: /^Backups of/ }).count()).toBe(0);
    await callStation(page, 'environment.use', { name: 'practice' });
    await page.getByRole('button', { name: 'Show backups' }).click();
    await restore.waitFor();

    await app.evaluate((electron) => {
      const ended: string[] = [];
      const { quit } = electron.app;
      Object.assign(globalThis, { ended });
      electron.app.relaunch = () => void ended.push('relaunch');
      electron.app.quit = () => {
        ended.push('quit');
        electron.app.quit = quit;
      };
    });
    await restore.click();
    await question.getByRole('button', { name: 'Restore and start again' }).click();
    const ended = () => app.evaluate(() => (globalThis as unknown as { ended: string[] }).ended);
    await expect.poll(ended, { timeout: 10_000 }).toEqual(['relaunch', 'quit']);
    expect(existsSync(`${file}.restored`)).toBe(true);
    rmSync(`${file}.restored`);
  });
});
