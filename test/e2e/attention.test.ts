import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { recordsFileName } from '../../src/main/storage/records-file-name.ts';
import { attentionKinds } from '../../src/shared/contract/attention-entry.ts';
import { commandText } from '../../src/shared/scanning/command-barcode.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { describeInLongRun, itInLongRun } from '../helpers/test-length.ts';
import { openInThread } from '../main/storage/open-test-records.ts';
import { storeAttention } from '../suites/records/attention.ts';
import { by, codeA, storeLabelled } from '../suites/records/record-fixtures.ts';
import { asPrinter } from './fake-printer-actions.ts';
import { accessibilityFaults, type LaunchedStation, launchProvisioned, launchStation } from './launch.ts';
import { layoutFaults } from './layout-faults.ts';
import {
  callStation,
  chooseMode,
  createParcels,
  goTo,
  newCode,
  result,
  scan,
  switchOffPrintOnCreate,
  waitForResult,
} from './page-actions.ts';

const opened = closedAfterEach();
let station: LaunchedStation | null = null;

afterEach(async () => {
  await station?.close();
  station = null;
});

const sizes = [
  [1024, 600],
  [1440, 900],
] as const;

/** What of the page is cut off, covered or outside the window, in each size. */
async function faultsAtSizes(page: Page, name: string, required: Parameters<typeof layoutFaults>[1] = []) {
  const faults: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
    faults.push(...(await layoutFaults(page, required)).map((fault) => `${name}, ${width}x${height}: ${fault}`));
  }
  return faults;
}

const link = (page: Page) => page.getByRole('link', { name: 'Needs attention' });
const entries = (page: Page) => page.getByRole('list', { name: 'Needs attention' }).locator('> li');
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

async function order(page: Page, receiver: string): Promise<string> {
  const code = newCode();
  const parcels = [{ unit: 'g' as const, values: 900, custom_code: code }];
  await callStation(page, 'order.create', {
    request: {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [{ address: { text: '12 Palm Street', person_name: receiver }, parcels }],
    },
    evenIfDuplicate: true,
  });
  return code;
}

/** Waits until the link and the top bar show that number. */
async function waitForCount(page: Page, count: number): Promise<void> {
  const described = () =>
    link(page).evaluate((node) => document.getElementById(node.getAttribute('aria-describedby') ?? '')?.textContent);
  await expect.poll(described, { timeout: 20_000 }).toBe(String(count));
  const status = page.getByRole('group', { name: 'Station status' }).getByText(/^Attention:/);
  if (count > 0) await status.filter({ hasText: `Attention: ${count}` }).waitFor();
  else await status.waitFor({ state: 'hidden' });
}

describe('needs attention', () => {
  it('lists and counts what needs a person; Enter opens an entry and answers nothing; scans go on', async () => {
    station = await launchStation();
    const { page } = station;
    await switchOffPrintOnCreate(page);
    await waitForCount(page, 0);
    await goTo(page, 'Needs attention');
    await page.getByText('Nothing needs attention', { exact: true }).waitFor();

    const { commandKey = '' } = (await callStation(page, 'station.read', null)).settings.station;
    await scan(page, commandText(commandKey, 'next attention item'), { isAnswered: false });

    const uncertain = await order(page, 'Aya create-lost-before');
    const rejected = await order(page, 'Lina create-error-422');
    const deletedCode = 'PRACTICE1503422ABCDE';
    await createParcels(page, [deletedCode]);
    await callStation(page, 'settings.save', {
      group: 'bench',
      value: { ...(await callStation(page, 'station.read', null)).settings.bench, deleteUndoSeconds: 1 },
    });
    await goTo(page, 'Scan');
    await chooseMode(page, 'Delete');
    await scan(page, deletedCode);
    await waitForCount(page, 3);
    await page.getByText(/^Waiting: 2\b/).waitFor();

    await goTo(page, 'Needs attention');
    const before = await callStation(page, 'attention.read', null);
    const rows = entries(page).getByRole('button', { expanded: false });
    await expect.poll(() => rows.first().evaluate((row) => row === document.activeElement)).toBe(true);
    // The card for the next item opened nothing while there was none, and opens nothing now.
    expect(await rows.count()).toBe(3);
    expect(await faultsAtSizes(page, 'list', [rows.first()])).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const opened = entries(page).filter({ hasText: deletedCode });
    const heading = opened.getByRole('heading', { name: 'Is the parcel deleted?' });
    await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await opened.getByRole('button', { name: 'It still exists' }).waitFor();
    expect(await callStation(page, 'attention.read', null)).toEqual(before);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await faultsAtSizes(page, 'open')).toEqual([]);

    await scan(page, deletedCode);
    await waitForResult(page, 'Deletion uncertain');
    // The warning about the deletion stays, in the corner of every screen.
    const withNotice: string[] = [];
    for (const screen of ['Scan', 'Shipments', 'New order', 'Print queue', 'Needs attention']) {
      await goTo(page, screen);
      const buttons = notices(page).filter({ hasText: deletedCode }).getByRole('button');
      withNotice.push(...(await faultsAtSizes(page, `notices ${screen}`, [buttons])));
    }
    expect(withNotice).toEqual([]);
    await opened.getByRole('button', { name: 'It is deleted' }).click();
    await opened.waitFor({ state: 'hidden' });
    await waitForCount(page, 2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('attention-row');

    await entries(page).filter({ hasText: rejected }).getByRole('button', { expanded: false }).click();
    await entries(page).filter({ hasText: rejected }).getByRole('button', { name: 'Dismiss' }).click();
    await waitForCount(page, 1);

    // The card’s step is taken: in another environment, and back, every entry is closed until it is opened.
    await callStation(page, 'environment.save', { environment: { name: 'second', kind: 'practice' }, token: null });
    await callStation(page, 'environment.use', { name: 'second' });
    const elsewhere = await order(page, 'Lina create-error-422');
    const closed = (code: string) => entries(page).filter({ hasText: code }).getByRole('button', { expanded: false });
    await closed(elsewhere).waitFor();
    await goTo(page, 'Scan');
    await callStation(page, 'environment.use', { name: 'practice' });
    await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'PRACTICE' }).waitFor();
    await goTo(page, 'Needs attention');
    await closed(uncertain).click();
    await page.getByRole('button', { name: 'Mark as not created' }).click();
    await page.getByRole('button', { name: 'I checked: not created' }).click();
    await waitForCount(page, 0);
    await page.getByText('Nothing needs attention', { exact: true }).waitFor();
    expect(station.consoleErrors).toEqual([]);
  });
});

it('needs attention: a deletion that errors alone answered for a shift is settled on Scan, where nothing is cut off', async () => {
  const folder = await opened.folder();
  mkdirSync(join(folder, 'records'));
  const records = openInThread(join(folder, 'records', recordsFileName('practice')));
  const parcelId = await storeLabelled(records, codeA);
  const { command } = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 1 }, by('delete'));
  await records.moveCommand(command.id, ['counting'], { state: 'waiting', requestLeft: true }, by('end-countdown'));
  await records.close();
  station = await launchStation({ userDataDir: folder });
  const { page } = station;
  await waitForCount(page, 1);
  await page.setViewportSize({ width: 1024, height: 600 });
  await scan(page, codeA);
  await waitForResult(page, 'Deletion needs confirmation');
  await waitForResult(page, 'An earlier request may have deleted the parcel.');
  const answers = ['Send', 'It is deleted', 'It still exists'].map((name) =>
    result(page).getByRole('button', { name }),
  );
  expect(await layoutFaults(page, answers)).toEqual([]);
  await answers[1]?.click();
  await waitForResult(page, 'Parcel deleted');
  await waitForCount(page, 0);
});

/** The kinds of a station without a site; test/e2e/paused-bench.long-run.test.ts has the other one. */
const ownKinds = attentionKinds.filter((kind) => kind !== 'paused bench');

/** What can be done about each kind, in place. */
const actions: Readonly<Record<(typeof ownKinds)[number], readonly RegExp[]>> = {
  'order alarm': [/^Dismiss/],
  'deletion conflict': [/^Parcel exists$/, /^Parcel is deleted$/],
  'uncertain order': [/^Import the order response$/, /^Mark as not created$/, /^Mark as created$/],
  'uncertain deletion': [/^It is deleted$/, /^It still exists$/],
  'uncertain label': [/^Confirm printed$/, /^Mark as not printed$/],
  'print question': [/^Print anyway$/, /^Cancel$/],
  'shared questions': [/^Print all 2$/, /^Do not print$/],
  'held printer': [/^Pause$/],
  'labels without printer': [/^Print 1 label$/, /^Discard 1 label$/],
  'unassigned labels': [/^Assign labels$/],
  'command to confirm': [/^Send$/, /^Undo$/],
  'rejected order': [/^Edit and try again$/, /^Dismiss$/],
  'rejected deletion': [/^Delete again$/, /^Dismiss$/],
};

itInLongRun(
  'needs attention: an entry of each kind has its action in place, and Enter opens it without an answer',
  async () => {
    const folder = await opened.folder();
    mkdirSync(join(folder, 'records'));
    const records = openInThread(join(folder, 'records', recordsFileName('practice')));
    await storeAttention(records, newCode);
    await records.close();
    const zebra = opened.keep(await startFakePrinter());
    zebra.setStatus({ paperOut: true });
    const provisioning = join(folder, 'bench.json');
    writeFileSync(provisioning, JSON.stringify({ setup: false, printers: [asPrinter('Zebra A', zebra, true)] }));
    station = await launchStation({ userDataDir: folder, switches: [`--provision=${provisioning}`] });
    const { page } = station;
    const kindsShown = async () => (await callStation(page, 'attention.read', null)).entries.map(({ kind }) => kind);
    // An event named the replaced order: the second deletions of its two codes ask too.
    const shown = ownKinds.flatMap((kind) => (kind === 'command to confirm' ? [kind, kind, kind] : kind));
    await expect.poll(kindsShown, { timeout: 20_000 }).toEqual(shown);
    await goTo(page, 'Needs attention');
    const before = await callStation(page, 'attention.read', null);
    const list = page.getByRole('list', { name: 'Needs attention' });
    // The screen is read when it is opened first, and its first entry has the focus then.
    await expect.poll(() => list.evaluate((node) => node.contains(document.activeElement))).toBe(true);
    const faults: string[] = [];
    await page.setViewportSize({ width: 1024, height: 600 });
    for (const kind of ownKinds) {
      const index = shown.indexOf(kind);
      await page.keyboard.press('Home');
      for (let steps = 0; steps < index; steps += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const entry = list.locator('> li').nth(index);
      const heading = entry.locator('h2.attention-heading');
      await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      const body = entry.locator('.attention-body');
      for (const name of actions[kind]) await body.getByRole('button', { name }).first().waitFor();
      faults.push(...(await layoutFaults(page)).map((fault) => `${kind}: ${fault}`));
      await page.keyboard.press('Escape');
      await heading.waitFor({ state: 'detached' });
    }
    expect(faults).toEqual([]);
    expect(await callStation(page, 'attention.read', null)).toEqual(before);
  },
  120_000,
);

describeInLongRun('notices', () => {
  it('stack in the corner, cover nothing and leave the verdict in place; Ctrl Z names each parcel it restores', async () => {
    station = await launchProvisioned({ bench: { deleteUndoSeconds: 60, printOnCreate: false } });
    const { page } = station;
    const [first, second] = await createParcels(page, 2);
    const codes = [first?.customCode ?? '', second?.customCode ?? ''];
    await goTo(page, 'Scan');
    await chooseMode(page, 'Delete');
    for (const code of codes) {
      await scan(page, code);
      await waitForResult(page, code);
    }
    const verdict = result(page).getByRole('heading').first();
    await page.setViewportSize({ width: 1024, height: 600 });
    // The verdict has no box while the window lays itself out anew.
    const placeOfVerdict = async () => (await verdict.boundingBox())?.y ?? null;
    await expect.poll(placeOfVerdict).not.toBeNull();
    const place = await placeOfVerdict();

    await page.keyboard.press('Control+z');
    await notices(page).getByText(`Deletion of ${codes[1]} undone.`).waitFor();
    await page.keyboard.press('Control+z');
    await notices(page).getByText(`Deletion of ${codes[0]} undone.`).waitFor();
    await page.getByRole('textbox', { name: 'Scan or type a code' }).focus();
    await page.keyboard.press('Control+z');
    await notices(page).getByText('There is no deletion to undo.').waitFor();
    await expect.poll(placeOfVerdict).toBe(place);

    await scan(page, codes[0] ?? '');
    await waitForResult(page, codes[0] ?? '');
    const actions = page.getByRole('button', { name: 'Undo' });
    const required = [page.getByRole('textbox', { name: 'Scan or type a code' }), verdict, actions];
    expect(await faultsAtSizes(page, 'notices', required)).toEqual([]);

    // News is dismissed automatically, but not while the pointer or the focus is on it. The page's clock runs ahead of the real one.
    await page.clock.install();
    await page.keyboard.press('Control+z');
    const news = notices(page).getByText(`Deletion of ${codes[0]} undone.`);
    await news.hover();
    await page.clock.fastForward(60_000);
    await news.waitFor();
    const hasFocus = () => page.evaluate(() => document.activeElement?.closest('.corner-notice') !== null);
    for (let stops = 0; stops < 60 && !(await hasFocus()); stops += 1) await page.keyboard.press('Tab');
    expect(await hasFocus()).toBe(true);
    await page.mouse.move(300, 300);
    await page.clock.fastForward(60_000);
    await news.waitFor();
    await page.getByRole('textbox', { name: 'Scan or type a code' }).click();
    await page.clock.fastForward(60_000);
    await news.waitFor({ state: 'hidden' });
    expect(station.consoleErrors).toEqual([]);
  });
});
