import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itInLongRun } from '../helpers/test-length.ts';
import { accessibilityFaults, type LaunchedStation, launchStation } from './launch.ts';
import { callStation, createOrder, fillOrder, goTo, listen, newCode, scan } from './page-actions.ts';

let station: LaunchedStation;
let page: Page;

beforeAll(async () => {
  station = await launchStation();
  page = station.page;
  page.setDefaultTimeout(10_000);
});
afterAll(async () => {
  const { consoleErrors } = station;
  await station.close();
  expect(consoleErrors).toEqual([]);
});

const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const parcel = (number: number): Locator => page.getByRole('group', { name: `Parcel ${number}`, exact: true });
const focusedLabel = (): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.innerText);

/** How far everything around the element is scrolled down, pixels. */
const scrolledBy = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    let sum = 0;
    for (let part = node.parentElement; part; part = part.parentElement) sum += part.scrollTop;
    return sum;
  });

const waitForCreated = (customCode: string): Promise<void> =>
  page.getByRole('status', { name: 'Order' }).filter({ hasText: 'Created' }).filter({ hasText: customCode }).waitFor();

/** New order with an empty form. */
async function blankForm(): Promise<void> {
  await page.reload();
  await goTo(page, 'New order');
  await field('Pick-up address').waitFor();
}

beforeEach(blankForm);

/** Finds and chooses an entry of a list with the keyboard only. */
async function choose(list: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: list, exact: true }).focus();
  // An open list closes when the page scrolls under it: type only after the frame in which the list appears.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.keyboard.insertText(name);
  await page.getByRole('option', { name }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

describe('order form', () => {
  it('has all fields of the request address for both sides, hides seldom needed ones, and is accessible', async () => {
    expect(await field('Sender company').count()).toBe(0);
    await button('More: sender, person, note').click();
    await button('More: email, note, sender').click();
    await field('Sender contact email').fill('dock@northline.example');
    await field('Drop-off sender company').fill('Northline Supply');
    expect(await page.locator('.new-order-form input').count()).toBe(22);
    expect(await accessibilityFaults(page)).toEqual([]);
    while ((await button('Fewer fields').count()) > 0) await button('Fewer fields').first().click();
    // Filled-in fields stay visible.
    expect(await field('Sender contact email').inputValue()).toBe('dock@northline.example');
    expect(await field('Sender company').count()).toBe(0);
    await field('Sender contact email').fill('');
    await field('Drop-off sender company').fill('');
  });

  it('shows a fault beside its field, and sends nothing', async () => {
    const before = await callStation(page, 'commands.open', null);
    await fillOrder(page, { receiver: 'Aya Noor', customCode: 'AB-12' });
    await page.getByText('Remove “-”: only digits and letters are allowed.').waitFor();
    await field('Weight (g)').fill('0');
    await button('Create order').click();
    await page.getByText('The weight must be above 0.').waitFor();
    expect(await callStation(page, 'commands.open', null)).toEqual(before);
  });

  it('warns about unusual values, and sends them anyway', async () => {
    const customCode = newCode();
    await fillOrder(page, { receiver: 'Aya Noor', customCode, weight: '45000' });
    await field('Receiver phone').fill('ask at reception');
    await page.getByText('Heavy parcel: 45 kg.').waitFor();
    await page.getByText('This may not be a phone number.').waitFor();
    await button('Create order').click();
    await waitForCreated(customCode);
  });

  it('shows beside the field that a code is already used, or repeated in the form', async () => {
    const customCode = newCode();
    await createOrder(page, { receiver: 'Omar Haddad', customCode });
    await field('Custom code').fill(customCode);
    await page.getByText('Another parcel already has this code.').waitFor();
    const other = newCode();
    await field('Custom code').fill(other);
    await page.getByText('Another parcel already has this code.').waitFor({ state: 'detached' });
    await button('Add parcel').click();
    await parcel(2).getByLabel('Custom code').fill(other);
    await parcel(2).getByText('Parcel 1 already has this code.').waitFor();
  });
});

describe('order form: scans', () => {
  it('a scan goes into the current parcel, and the focus moves to what is missing', async () => {
    const [first, second] = [newCode(), newCode()];
    await button('Add parcel').click();
    await parcel(1).getByLabel('Custom code').focus();
    await scan(page, first);
    await expect.poll(() => parcel(1).getByLabel('Custom code').inputValue()).toBe(first);
    await expect.poll(focusedLabel).toBe('Weight (g)');
    await page.keyboard.insertText('900');
    expect(await parcel(1).getByLabel('Weight (g)').inputValue()).toBe('900');
    await scan(page, second);
    await expect.poll(() => parcel(2).getByLabel('Custom code').inputValue()).toBe(second);
    expect(await parcel(1).getByLabel('Custom code').inputValue()).toBe(first);
  });

  it('a scan that the form takes is heard; one of a code that is already in it changes nothing, and is heard and read out', async () => {
    const code = newCode();
    const heard = await listen(page);
    await button('Add parcel').click();
    await parcel(1).getByLabel('Custom code').focus();
    await scan(page, code);
    await expect.poll(heard).toEqual(['sine', 'sine']);
    await parcel(2).getByLabel('Weight (g)').focus();
    await scan(page, code);
    await parcel(2).getByText('Parcel 1 already has the scanned code.').waitFor();
    await expect.poll(heard).toEqual(['sine', 'sine', 'sawtooth']);
    await page.getByRole('alert').filter({ hasText: 'Parcel 1 already has the scanned code.' }).waitFor();
    expect(await parcel(2).getByLabel('Custom code').inputValue()).toBe('');
  });
});

describe('order form: keyboard', () => {
  it('an order is entered and created; Enter moves from field to field and creates nothing', async () => {
    const customCode = newCode();
    await field('Pick-up address').focus();
    await page.keyboard.insertText('18 Harbour Road');
    await page.keyboard.press('Enter');
    expect(await focusedLabel()).toBe('Drop-off address');
    for (const text of ['12 Palm Street', 'Lena Farouk', '+971 50 123 4567', '900', customCode]) {
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
    }
    expect(await field('Receiver name').inputValue()).toBe('Lena Farouk');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Get quote');
    expect(await field('Custom code').inputValue()).toBe(customCode);

    // Low enough that the form scrolls: after the creation the view and the focus are at its top again.
    await page.setViewportSize({ width: 1024, height: 600 });
    await field('Custom code').focus();
    await expect.poll(() => scrolledBy(field('Pick-up address'))).toBeGreaterThan(0);
    await page.keyboard.press('Control+Enter');
    await waitForCreated(customCode);
    await expect.poll(() => field('Pick-up address').inputValue()).toBe('');
    await expect.poll(focusedLabel).toBe('Pick-up address');
    await expect.poll(() => scrolledBy(field('Pick-up address'))).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('order form: saved orders', () => {
  it('a pick-up address is saved under a name, chosen, removed and restored', async () => {
    await field('Pick-up address').fill('Northline Supply, Dock 4');
    await button('Save this address').click();
    // What cannot be saved has the focus.
    await page.locator('.order-book-name').getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(focusedLabel).toBe('Name for this address');
    await field('Name for this address').fill('Dock 4');
    await page.keyboard.press('Enter');
    await button('Remove “Dock 4”').waitFor();
    await field('Pick-up address').fill('');
    await choose('Saved addresses', 'Dock 4');
    await expect.poll(() => field('Pick-up address').inputValue()).toBe('Northline Supply, Dock 4');
    await button('Remove “Dock 4”').click();
    await button('Undo').click();
    await button('Remove “Dock 4”').waitFor();
  });

  itInLongRun('a template fills the form, and asks before it replaces another order', async () => {
    await fillOrder(page, { receiver: 'Aya Noor', customCode: '', weight: '1200' });
    await button('Save as a template').click();
    await field('Name for this template').fill('Weekly box');
    await page.keyboard.press('Enter');
    await button('Remove “Weekly box”').waitFor();
    await blankForm();
    await choose('Templates', 'Weekly box');
    await expect.poll(() => field('Receiver name').inputValue()).toBe('Aya Noor');
    expect(await field('Weight (g)').inputValue()).toBe('1200');
    await expect.poll(focusedLabel).toBe('Custom code');

    await field('Receiver name').fill('Omar Haddad');
    await choose('Templates', 'Weekly box');
    await button('Cancel').click();
    expect(await field('Receiver name').inputValue()).toBe('Omar Haddad');
    await choose('Templates', 'Weekly box');
    await button('Replace').click();
    expect(await field('Receiver name').inputValue()).toBe('Aya Noor');
  });

  itInLongRun('the last order, and the order of a parcel’s page, are repeated without their codes', async () => {
    const customCode = newCode();
    await createOrder(page, { receiver: 'Mona Aziz', customCode, weight: '750' });
    await expect.poll(() => field('Receiver name').inputValue()).toBe('');
    await button('Repeat the last order').click();
    await expect.poll(() => field('Receiver name').inputValue()).toBe('Mona Aziz');
    expect(await field('Custom code').inputValue()).toBe('');

    await blankForm();
    await button('Use the last pick-up address').click();
    expect(await field('Pick-up address').inputValue()).toContain('Dock 4');
    await blankForm();

    await goTo(page, 'Shipments');
    await page.getByRole('searchbox', { name: 'Find' }).fill(customCode);
    await page.getByRole('row').filter({ hasText: customCode }).click();
    await button('Repeat this order').click();
    await expect.poll(() => field('Receiver name').inputValue()).toBe('Mona Aziz');
    expect(await field('Weight (g)').inputValue()).toBe('750');
    expect(await field('Custom code').inputValue()).toBe('');
  });
});
