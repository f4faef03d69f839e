import { describe, expect, it } from 'vitest';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { itInLongRun } from '../helpers/test-length.ts';
import { accessibilityFaults, type LaunchedStation, launchProvisioned } from './launch.ts';
import { callStation, fillOrder, goTo, newCode } from './page-actions.ts';

const opened = closedAfterEach();

/** A station in practice mode with a currency, on New order. */
async function onNewOrder(provisioning: object = {}): Promise<LaunchedStation> {
  const station = await launchProvisioned({
    environments: [{ name: 'practice', kind: 'practice', currency: 'AED' }],
    ...provisioning,
  });
  opened.keep(station);
  await goTo(station.page, 'New order');
  return station;
}

type Page = LaunchedStation['page'];
const quote = (page: Page) => page.getByRole('status', { name: 'Quote' });
const order = (page: Page) => page.getByRole('status', { name: 'Order' });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const waitForOrder = (page: Page, text: string) => order(page).filter({ hasText: text }).waitFor();
const waitForQuote = (page: Page, text: string | RegExp) => quote(page).filter({ hasText: text }).waitFor();
const rowsOf = async (page: Page, caption: string) => {
  const table = quote(page).getByRole('table', { name: caption });
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map(async (row) => (await row.locator('th, td').allInnerTexts()).join(' | ')));
};

describe('quote', () => {
  it('shows what is charged and why, with sizes, counts, subtotals, payment, dates and slots', async () => {
    const { page, consoleErrors } = await onNewOrder();
    await fillOrder(page, { receiver: 'Aya Noor', customCode: '' });
    await press(page, 'Add parcel');
    await page.getByLabel('Weight (g)').nth(1).fill('5200');
    await press(page, 'Get quote');
    await waitForQuote(page, '47.25 AED');
    await waitForQuote(page, 'The minimum price of 45.00 AED applies');
    expect(await rowsOf(page, 'Charges')).toEqual([
      'Price | 45.00 | 30.50',
      'Tax | 2.25 | 1.53',
      'With tax | 47.25 | 32.03',
    ]);
    expect(await rowsOf(page, 'Price per parcel')).toEqual([
      '900 g | small | 12.00 AED',
      '5200 g | medium | 18.50 AED',
    ]);
    expect(await rowsOf(page, 'Subtotals')).toEqual([
      'Drop-offs total | 30.50',
      'Parcels total | 30.50',
      'Additional parameters total | 0.00',
      'Drop-off | 30.50',
      'Pick-up | 0.00',
      'Pick-up total | 30.50',
    ]);
    expect(await rowsOf(page, 'Parcel sizes')).toEqual([
      'small | Up to 2 kg | SAME | 1',
      'medium | Up to 8 kg | SAME | 1',
    ]);
    await waitForQuote(page, /Wallet \(WALLET\)/);
    await waitForQuote(page, /\d{4}-\d{2}-\d{2}\s*2 PM - 6 PM/);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  it('follows the form once it was requested, and never shows an old price as current', async () => {
    const { page } = await onNewOrder();
    await fillOrder(page, { receiver: 'Aya Noor', customCode: '' });
    await press(page, 'Get quote');
    await waitForQuote(page, '900 g');
    await page.getByLabel('Weight (g)').fill('');
    await waitForQuote(page, 'Outdated price');
    expect(await quote(page).locator('s').innerText()).toBe('47.25 AED');
    await page.getByLabel('Weight (g)').fill('9000');
    await waitForQuote(page, '9000 g');
    expect(await quote(page).innerText()).not.toContain('Outdated price');
    expect(await quote(page).innerText()).not.toContain('900 g | small');
    expect(await quote(page).locator('s').count()).toBe(0);
  });

  itInLongRun('is shown as far as possible with missing fields, which are named', async () => {
    const { page } = await onNewOrder();
    await fillOrder(page, { receiver: 'quote-missing-fields', customCode: '' });
    await press(page, 'Get quote');
    await waitForQuote(page, /Not provided by the service: .*price_with_tax/);
    expect(await rowsOf(page, 'Charges')).toContain('Price | 45.00 | 12.00');
    expect(await rowsOf(page, 'Charges')).toContain('Tax | not provided | 0.60');
  });
});

interface Seen {
  seen: { creatingAfterMs: number | null };
}

describe('order status', () => {
  it('shows Creating and the elapsed time at once, and a double press creates one order', async () => {
    const { page } = await onNewOrder();
    await fillOrder(page, { receiver: 'create-slow-answer', customCode: newCode() });
    await page.evaluate(watchForCreating);
    await page.getByRole('button', { name: 'Create order' }).dblclick();
    await waitForOrder(page, 'Creating');
    await order(page)
      .getByText(/^\s*[12] s$/)
      .waitFor();
    const { creatingAfterMs } = await page.evaluate(() => (window as unknown as Seen).seen);
    expect(creatingAfterMs).not.toBeNull();
    expect(creatingAfterMs).toBeLessThan(400);
    await waitForOrder(page, 'Created');
    expect((await callStation(page, 'spending.read', null)).ordersToday).toBe(1);
    await page.getByText('Today: 1 order, 47.25 AED').waitFor();
  });

  itInLongRun('names both prices where the charge differs from the quote', async () => {
    const { page } = await onNewOrder();
    await fillOrder(page, { receiver: 'Aya Noor charged-more', customCode: '' });
    await press(page, 'Get quote');
    await waitForQuote(page, '47.25 AED');
    await press(page, 'Create order');
    await waitForOrder(page, 'The price differs from the quote: 57.75 AED charged, 47.25 AED quoted.');
    await waitForOrder(page, 'Created');
  });
});

describe('spending limit and duplicate check', () => {
  it('a possible duplicate needs confirmation; the focus goes to the answer that creates nothing', async () => {
    const { page } = await onNewOrder();
    const first = newCode();
    await fillOrder(page, { receiver: 'Aya Noor', customCode: first });
    await press(page, 'Create order');
    await waitForOrder(page, 'Created');

    await fillOrder(page, { receiver: 'Aya Noor', customCode: newCode() });
    await press(page, 'Create order');
    const question = page.getByRole('region', { name: 'Possible duplicate' });
    await question.filter({ hasText: first }).filter({ hasText: 'ago' }).waitFor();
    expect(await order(page).innerText()).not.toMatch(/Rejected|Waiting|Creating/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect((await callStation(page, 'spending.read', null)).ordersToday).toBe(1);
    await page.locator('button:focus').filter({ hasText: 'Create order' }).waitFor();

    await press(page, 'Create order');
    await press(page, 'Create anyway');
    await page.getByText('Today: 2 orders, 94.50 AED').waitFor();
    await expect.poll(() => page.getByLabel('Drop-off address').inputValue()).toBe('');
  });

  itInLongRun('an order over the hourly limit is rejected, and created once the limit is raised', async () => {
    const { page } = await onNewOrder({ spending: { capPerHour: 50 } });
    await fillOrder(page, { receiver: 'Aya Noor', customCode: newCode() });
    await press(page, 'Create order');
    await waitForOrder(page, 'Created');
    await page.getByText('47.25 of 50.00 AED in the last hour').waitFor();
    await fillOrder(page, { receiver: 'Omar Haddad', customCode: newCode() });
    await press(page, 'Create order');
    await waitForOrder(page, 'Rejected');
    await waitForOrder(page, 'or change the limit in Settings');

    await goTo(page, 'Settings');
    await page.getByLabel('Limit per hour').fill('100');
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await callStation(page, 'spending.read', null)).capPerHour).toBe(100);
    await goTo(page, 'New order');
    await press(page, 'Create order');
    await waitForOrder(page, 'Created');
  });
});

/** Runs in the page: how long after the press the state is on the screen, by the page's own clock. */
function watchForCreating(): void {
  const seen: Seen['seen'] = { creatingAfterMs: null };
  Object.assign(window, { seen });
  let pressedAt: number | null = null;
  const note = (event: Event) => {
    pressedAt ??= event.timeStamp;
  };
  document.addEventListener('pointerdown', note, { capture: true });
  const status = document.querySelector('[role="status"][aria-label="Order"]');
  if (!status) throw new Error('No status');
  new MutationObserver(() => {
    if (pressedAt === null || !status.textContent?.includes('Creating')) return;
    seen.creatingAfterMs ??= performance.now() - pressedAt;
  }).observe(status, { childList: true, subtree: true, characterData: true });
}
