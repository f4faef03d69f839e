import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../helpers/test-length.ts';
import { accessibilityFaults, type LaunchedStation, launchStation } from './launch.ts';
import { focusFaults } from './layout-faults.ts';
import { createOrder, goTo, scanToPrint, waitForResult } from './page-actions.ts';

const customCode = 'NL7K2M9P4R6T8V2X4B6D';
let station: LaunchedStation;

beforeAll(async () => {
  station = await launchStation();
  const { page } = station;
  await createOrder(page, { receiver: 'Aya Noor', customCode });
  await scanToPrint(page, customCode);
  await waitForResult(page, 'Sent');
});

afterAll(() => station.close());

describe.each(['light', 'dark'] as const)('screens in the %s theme', (theme) => {
  beforeAll(() => station.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' }));

  // Each screen in one of the themes; in the long form in both.
  const isShownIn = (index: number): boolean => isLongRun || (index % 2 === 0) === (theme === 'light');
  it.each(['Scan', 'Shipments', 'New order', 'Print queue', 'Settings'].filter((_, index) => isShownIn(index)))(
    '%s has no accessibility fault, and nothing is cut off at the sides',
    async (screen) => {
      const { page } = station;
      await goTo(page, screen);
      await page.getByRole('group', { name: 'Station status' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    },
  );
});

it('no bar covers what has the focus, in the smallest window', async () => {
  const { page } = station;
  await page.setViewportSize({ width: 1024, height: 600 });
  const faults: string[] = [];
  for (const screen of ['Scan', 'Shipments', 'New order', 'Print queue', 'Figures', 'Settings', 'Needs attention']) {
    await goTo(page, screen);
    await page.getByRole('link', { name: screen }).and(page.locator('[aria-current]')).waitFor();
    if (screen === 'Settings')
      for (const name of ['Add environment', 'Add by address']) await page.getByRole('button', { name }).click();
    faults.push(...(await focusFaults(page)).map((fault) => `${screen}: ${fault}`));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(faults).toEqual([]);
});

describe('accessible names', () => {
  it('navigation and top bar, on every screen', async () => {
    const { page } = station;
    for (const screen of ['Scan', 'Shipments', 'New order', 'Print queue', 'Settings']) {
      await goTo(page, screen);
      await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'PRACTICE' }).waitFor();
      const status = page.getByRole('group', { name: 'Station status' });
      for (const begins of [/^Service:/, /^Printer:/, /^Waiting:\s*\d+/])
        await status.getByText(begins).first().waitFor();
    }
  });

  it('shipment board, where a parcel is found while typing', async () => {
    const { page } = station;
    await goTo(page, 'Shipments');
    const board = page.getByRole('grid', { name: 'Shipments' }).or(page.getByRole('table', { name: 'Shipments' }));
    await page.getByRole('searchbox', { name: 'Find' }).fill('aya');
    await board.getByText(customCode).first().waitFor();
    await page.getByRole('searchbox', { name: 'Find' }).fill('no such name');
    await board.getByText(customCode).first().waitFor({ state: 'detached' });
  });

  it('print queue', async () => {
    const { page } = station;
    await goTo(page, 'Print queue');
    const row = page.getByRole('list', { name: 'Print jobs' }).getByRole('listitem').first();
    await row.filter({ hasText: customCode }).filter({ hasText: 'Sent' }).waitFor();
    await page.getByRole('list', { name: 'Waiting to send' }).waitFor({ state: 'attached' });
  });

  it('order form; errors are named beside their fields before anything is sent', async () => {
    const { page } = station;
    await goTo(page, 'New order');
    for (const field of [
      'Pick-up address',
      'Drop-off address',
      'Receiver name',
      'Receiver phone',
      'Weight (g)',
      'Custom code',
    ]) {
      await page
        .getByRole('textbox', { name: field, exact: true })
        .or(page.getByRole('spinbutton', { name: field, exact: true }))
        .waitFor();
    }
    const before = await page.getByRole('status', { name: 'Order' }).innerText();
    await page.getByLabel('Custom code').fill('SHORT');
    await page.getByRole('button', { name: 'Create order' }).click();
    expect(await page.locator('[aria-invalid="true"]').count()).toBeGreaterThanOrEqual(4);
    await page
      .getByText(/16 to 20/)
      .first()
      .waitFor();
    expect(await page.getByRole('status', { name: 'Order' }).innerText()).toBe(before);
  });
});
