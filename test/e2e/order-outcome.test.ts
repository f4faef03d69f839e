import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInLongRun, isLongRun, itInLongRun } from '../helpers/test-length.ts';
import { type LaunchedStation, launchStation } from './launch.ts';
import {
  callStation,
  createOrder,
  fillOrder,
  goTo,
  newCode,
  result,
  scanInMode,
  switchOffPrintOnCreate,
  waitForResult,
} from './page-actions.ts';

// One station for all: an order like one of another test would be asked about, so receivers differ.
let station: LaunchedStation;

beforeAll(async () => {
  station = await launchStation();
  station.page.setDefaultTimeout(10_000);
});
afterAll(() => station.close());

/** An empty form. */
async function openForm({ printsOnCreate = false } = {}): Promise<Page> {
  const { page } = station;
  if (!printsOnCreate) await switchOffPrintOnCreate(page);
  await page.reload();
  await goTo(page, 'New order');
  return page;
}

const status = (page: Page): Locator => page.getByRole('status', { name: 'Order' });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const state = (page: Page, word: string): Locator => status(page).getByText(word, { exact: true });
const focusedLabel = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.innerText);
const ordersToday = async (page: Page): Promise<number> => (await callStation(page, 'spending.read', null)).ordersToday;
const jobsMade = async (page: Page): Promise<number> => (await callStation(page, 'print-jobs.list', null)).length;
const printed = async (page: Page): Promise<number> =>
  (await callStation(page, 'print-jobs.list', null)).filter(({ state }) => state === 'sent').length;

/** True where the middle of the element is on the screen and nothing lies over it. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect();
    const top = document.elementFromPoint(x + Math.min(width, 40) / 2, y + height / 2);
    return top !== null && (shown.contains(top) || top.contains(shown));
  });

async function resize(page: Page, width: number, height: number): Promise<void> {
  await station.app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as [number, number]);
  await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
}

it('a new data folder prints with Create order, and says so', async () => {
  const page = await openForm({ printsOnCreate: true });
  await page.getByText('Create order also prints, as set in Settings.').waitFor();
  await createOrder(page, { receiver: 'Sara Naser', customCode: newCode() });
  await expect.poll(() => printed(page)).toBe(1);
});

describe('rejected order', () => {
  it('is edited where the service complains, takes the place of the rejected one, and is bought once', async () => {
    const page = await openForm();
    const before = await ordersToday(page);
    const code = newCode();
    await fillOrder(page, { receiver: 'Aya create-error-422', customCode: code });
    await page.keyboard.press('Control+Enter');
    await state(page, 'Rejected').waitFor();
    const complaint = page.getByText('The service: “The drop-off address is outside the delivery area.”');
    await complaint.waitFor();
    await expect.poll(() => focusedLabel(page)).toBe('Drop-off address');
    // The form is emptied, and the order opened again from Scan, which offers what Waiting to send does.
    await button(page, 'Start another order').click();
    await expect.poll(() => focusedLabel(page)).toBe('Pick-up address');
    await goTo(page, 'Print queue');
    const row = page.getByRole('list', { name: 'Waiting to send' }).getByRole('listitem').filter({ hasText: code });
    await page.getByText('1 rejected').waitFor();
    await page
      .getByRole('group', { name: 'Station status' })
      .getByText(/^Waiting:\s*0/)
      .waitFor();
    await row.getByRole('button', { name: 'Edit and try again' }).waitFor();
    await scanInMode(page, 'Look up', code);
    await waitForResult(page, 'Order rejected');
    await waitForResult(page, 'The service says: “The drop-off address is outside the delivery area.”');
    const offered = (name: string) => result(page).getByRole('button', { name, exact: true });
    for (const name of ['Dismiss', 'Show help Rejected order']) await offered(name).waitFor();
    await offered('Edit and try again').click();
    await complaint.waitFor();
    await expect.poll(() => focusedLabel(page)).toBe('Drop-off address');
    expect(await page.getByRole('textbox', { name: 'Custom code', exact: true }).inputValue()).toBe(code);
    await page.keyboard.insertText('14 Palm Street');
    await complaint.waitFor({ state: 'detached' });
    await page.getByLabel('Receiver name').fill('Aya Noor');
    await page.keyboard.press('Control+Enter');
    await state(page, 'Created').waitFor();
    await expect.poll(() => focusedLabel(page)).toBe('Pick-up address');
    expect(await callStation(page, 'commands.open', null)).toEqual([]);
    expect(await ordersToday(page)).toBe(before + 1);
    expect(station.consoleErrors).toEqual([]);
  });
});

itInLongRun(
  'duplicate order: the question stands alone, and an order whose parcel is deleted is no duplicate',
  async () => {
    const page = await openForm();
    const before = await ordersToday(page);
    const code = newCode();
    await createOrder(page, { receiver: 'Huda Saeed', customCode: code });
    await fillOrder(page, { receiver: 'Huda Saeed', customCode: newCode() });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Possible duplicate' }).waitFor();
    expect(await status(page).innerText()).toBe('');
    await button(page, 'Cancel').click();
    await state(page, 'Created').waitFor();
    const [parcel] = (await callStation(page, 'shipments.page', { find: code, offset: 0, limit: 1 })).rows;
    await callStation(page, 'parcel.delete', { parcelId: parcel?.id ?? 0 });
    await page.keyboard.press('Control+Enter');
    await page.getByText('Its deletion is not confirmed yet.').waitFor();
    await button(page, 'Cancel').click();
    await expect
      .poll(async () => (await callStation(page, 'parcel.detail', { parcelId: parcel?.id ?? 0 })).parcel.deletedAt, {
        timeout: 10_000,
      })
      .not.toBeNull();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => ordersToday(page)).toBe(before + 2);
  },
);

describeInLongRun('labels of a new order', () => {
  it('Create and print prints each label once, Create order prints none until Print labels is pressed', async () => {
    const page = await openForm();
    const [before, orders, jobs] = [await printed(page), await ordersToday(page), await jobsMade(page)];
    await expect.poll(() => focusedLabel(page)).toBe('Pick-up address');
    await createOrder(page, { receiver: 'Mona Khalil', customCode: newCode() });
    expect(await jobsMade(page)).toBe(jobs);
    await button(page, 'Print labels').dblclick();
    await expect.poll(() => printed(page)).toBe(before + 1);
    await page.getByText('Every label is printed or in Print queue.').waitFor();

    await fillOrder(page, { receiver: 'Omar Haddad', customCode: newCode() });
    await page.keyboard.press('Control+Shift+Enter');
    await expect.poll(() => printed(page)).toBe(before + 2);
    await fillOrder(page, { receiver: 'Lina Saleh', customCode: newCode() });
    await button(page, 'Create and print').dblclick();
    await expect.poll(() => printed(page)).toBe(before + 3);
    expect(await ordersToday(page)).toBe(orders + 3);
    expect(await jobsMade(page)).toBe(jobs + 3);
  });
});

describe('order outcome', () => {
  const sizes = [[1024, 600], ...(isLongRun ? [[1440, 900]] : [])] as [number, number][];
  it.each(sizes)(
    'at %i x %i nothing lies over the state of the order, its actions or the focus',
    async (width, height) => {
      const page = await openForm();
      await resize(page, width, height);
      await fillOrder(page, { receiver: `Aya ${width} create-once-lost-before`, customCode: newCode() });
      await page.getByLabel('Custom code').scrollIntoViewIfNeeded();
      await button(page, 'Create order').click();
      for (const shown of [state(page, 'Uncertain'), button(page, 'Get quote'), button(page, 'Create and print')]) {
        await shown.waitFor();
        expect(await isUncovered(shown)).toBe(true);
      }
      for (const action of await page.getByRole('region', { name: 'What to do' }).getByRole('button').all()) {
        if (await action.isDisabled()) continue;
        await action.focus();
        expect(await isUncovered(action)).toBe(true);
      }
      for (const field of await page.locator('.new-order-form input:visible').all()) {
        await field.focus();
        expect(await isUncovered(field)).toBe(true);
      }
    },
  );
});
