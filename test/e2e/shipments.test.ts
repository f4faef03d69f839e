import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '../../src/shared/contract/station-contract.ts';
import { accessibilityFaults, type LaunchedStation, launchStation } from './launch.ts';
import { layoutFaults } from './layout-faults.ts';
import { callStation, goTo, newCode, scan, switchOffPrintOnCreate, waitForResult } from './page-actions.ts';

let station: LaunchedStation;
let page: Page;
/** The codes of the board, newest first. */
let codes: string[];

beforeAll(async () => {
  station = await launchStation();
  page = station.page;
  await switchOffPrintOnCreate(page);
  for (let order = 0; order < 4; order += 1)
    await callStation(page, 'order.create', { request: orderOf(5), evenIfDuplicate: true });
  await resize(1440, 900);
  await goTo(page, 'Shipments');
  await page.locator('[role="grid"][aria-rowcount="21"]').waitFor();
  // Their labels are downloaded.
  await grid().getByText('Not printed').nth(13).waitFor();
  const { rows } = await callStation(page, 'shipments.page', { offset: 0, limit: 50 });
  codes = rows.map(({ customCode }) => customCode ?? '');
});
afterAll(() => station.close());

describe('shipments: rows', () => {
  it('14 are in view at 1440x900, and are selected by mouse and by key', async () => {
    await expect.poll(rowsInView).toBeGreaterThanOrEqual(14);
    await row(0).getByRole('checkbox').check();
    await row(3).click({ modifiers: ['Shift'] });
    await selected('4 selected');
    await row(1).click({ modifiers: ['Control'] });
    await selected('3 selected');
    expect(await panel().count()).toBe(0);

    await page.keyboard.press('Escape');
    await selected('');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await selected('3 selected');
    await page.keyboard.press('Shift+ArrowUp');
    await selected('2 selected');
    await page.keyboard.press('Control+A');
    await selected('20 selected');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Find' }).fill('x');
    await selected('');
    await page.getByRole('searchbox', { name: 'Find' }).fill('');
  });

  it('the selected ones are printed in their order', async () => {
    await row(2).getByRole('checkbox').check();
    await row(0).getByRole('checkbox').check();
    await row(1).getByRole('checkbox').check();
    const name = 'Practice printer';
    await callStation(page, 'printer.pause', { name });
    const printSelected = page.getByRole('button', { name: 'Print selected' });
    await printSelected.click();
    await page.getByRole('status', { name: 'Printing labels' }).waitFor();
    await selected('');
    await expect.poll(() => isFocused(grid())).toBe(true);
    // A second run would hide the first one with its progress.
    await row(3).getByRole('checkbox').check();
    await page.getByText('Wait for the labels above, or stop them.').waitFor();
    expect(await printSelected.isDisabled()).toBe(true);
    await callStation(page, 'printer.resume', { name });
    await expect.poll(() => printSelected.isEnabled(), { timeout: 30_000 }).toBe(true);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    const jobs = async () => (await callStation(page, 'print-jobs.list', null)).map(({ code, id }) => ({ code, id }));
    await expect.poll(async () => (await jobs()).length, { timeout: 10_000 }).toBe(3);
    const inOrder = (await jobs()).sort((one, other) => one.id - other.id).map(({ code }) => code);
    expect(inOrder).toEqual(codes.slice(0, 3));
  });

  it('their buttons print, delete and undo', async () => {
    await row(5).getByRole('button', { name: 'Print label' }).click();
    await row(5)
      .filter({ hasText: 'Sent' })
      .or(row(5).filter({ hasText: 'No paper' }))
      .waitFor();
    await row(5).getByRole('button', { name: 'Print label' }).click();
    const reason = panel().getByRole('form', { name: 'Why do you need another copy?' });
    await reason.waitFor();
    // A question that was cancelled is asked again. A wide window has the buttons beside the panel too.
    await resize(2240, 900);
    await reason.getByRole('button', { name: 'Cancel' }).click();
    await reason.waitFor({ state: 'detached' });
    await row(5).getByRole('button', { name: 'Print label' }).click();
    await reason.waitFor();
    await page.keyboard.press('Escape');
    await resize(1440, 900);
    await row(6).getByRole('button', { name: 'Delete parcel' }).click();
    await row(6).getByRole('button', { name: 'Undo deletion' }).click();
    await row(6).getByRole('button', { name: 'Delete parcel' }).waitFor();
  });
});

describe('shipments: the side panel', () => {
  it('opens beside the list with Enter, and Escape returns to the row', async () => {
    await grid().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await panel()
      .getByText(codes[1] ?? '')
      .first()
      .waitFor();
    const [list, side] = [await grid().boundingBox(), await panel().boundingBox()];
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(side?.x ?? 0);
    // The panel scrolls by itself; the screen behind it does not.
    const hidden = (one: Element): number => one.scrollHeight - one.clientHeight;
    expect(await panel().evaluate(hidden)).toBeGreaterThan(0);
    expect(await page.locator('.screen.shipments').evaluate(hidden)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(grid())).toBe(true);
  });

  it('covers the list in a small window', async () => {
    await resize(1024, 600);
    await row(2).click();
    await panel().getByRole('button', { name: 'Close' }).waitFor();
    await grid().waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(grid())).toBe(true);
    await resize(1440, 900);
  });
});

describe('shipments: the layout', () => {
  it('cuts nothing off, in the list, with a selection and with the panel, in every size', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await selected('1 selected');
    const printSelected = page.getByRole('button', { name: 'Print selected' });
    const faults = await faultsInSizes([find(), printSelected, row(0).getByRole('checkbox')]);
    await page.keyboard.press('Enter');
    const inPanel = ['Close', 'Print', 'Delete parcel'].map((name) => panel().getByRole('button', { name }).first());
    for (const button of inPanel) await button.waitFor();
    faults.push(...(await faultsInSizes([panel().getByRole('heading').first(), ...inPanel])));
    await page.keyboard.press('Escape');
    // The first one closes the panel and gives the focus back to the row, which takes the second.
    await panel().waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await selected('');
    expect(faults).toEqual([]);
  });
});

describe('shipments: the filters', () => {
  it('a day is typed into its field, and is no scan', async () => {
    const scans = await callStation(page, 'scans.recent', null);
    await page.getByRole('button', { name: /^Any day/ }).click();
    await page.getByRole('option', { name: 'One day' }).click();
    const day = page.locator('input[type="date"]');
    await day.focus();
    await page.keyboard.type('03052026', { delay: 160 });
    await expect.poll(() => day.inputValue()).toBe('2026-03-05');
    await page.keyboard.press('Enter');
    expect(await callStation(page, 'scans.recent', null)).toEqual(scans);
    await page.getByRole('button', { name: 'Show all parcels' }).click();
  });
});

describe('shipments: Find', () => {
  it('has the cursor after Ctrl F on every screen, and Enter opens the first hit', async () => {
    for (const screen of ['Scan', 'Shipments', 'New order', 'Print queue', 'Settings', 'Needs attention']) {
      await goTo(page, screen);
      await page.keyboard.press('Control+F');
      await expect.poll(() => isFocused(find())).toBe(true);
    }
    await page.keyboard.type('aya', { delay: 160 });
    await page.keyboard.press('Enter');
    await panel()
      .getByText(codes[0] ?? '')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(find())).toBe(true);
  });

  it('a scan into it still is a scan, and leaves its text', async () => {
    const [, code = ''] = codes;
    await scan(page, code);
    await waitForResult(page, code);
    await goTo(page, 'Shipments');
    expect(await find().inputValue()).toBe('aya');
    expect([station.consoleErrors, await station.policyViolations()]).toEqual([[], []]);
  });
});

const orderOf = (count: number): CallInput<'order.create'>['request'] => ({
  pick_up_address: { text: 'Northline Supply, Dock 4' },
  drop_offs: [
    {
      address: { text: '12 Palm Street, Flat 9', person_name: 'Aya Noor' },
      parcels: Array.from({ length: count }, () => ({ unit: 'g' as const, values: 900, custom_code: newCode() })),
    },
  ],
});

const grid = (): Locator => page.getByRole('grid', { name: 'Shipments' });
const row = (index: number): Locator =>
  grid()
    .getByRole('row')
    .filter({ hasText: codes[index] ?? '' });
const panel = (): Locator => page.getByRole('region', { name: 'Parcel' });
const find = (): Locator => page.getByRole('searchbox', { name: 'Find' });
const isFocused = (element: Locator): Promise<boolean> => element.evaluate((one) => one === document.activeElement);

const selected = (text: string): Promise<void> =>
  expect.poll(() => page.getByRole('status', { name: 'Selected' }).innerText()).toBe(text);

async function resize(width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [width, height]);
}

async function faultsInSizes(required: readonly Locator[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, height] of [
    [1024, 600],
    [1024, 768],
    [1920, 1080],
    [1440, 900],
  ] as const) {
    await resize(width, height);
    faults.push(...(await layoutFaults(page, required)).map((fault) => `${width}x${height}: ${fault}`));
  }
  return faults;
}

const rowsInView = (): Promise<number> =>
  grid().evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    const top = element.querySelector('.shipment-head')?.getBoundingClientRect().bottom ?? 0;
    const boxes = [...element.querySelectorAll('.shipment-row')].map((one) => one.getBoundingClientRect());
    return boxes.filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length;
  });
