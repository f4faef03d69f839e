import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { asPrinter, createParcel } from './fake-printer-actions.ts';
import { type LaunchedStation, launchProvisioned } from './launch.ts';
import {
  chooseMode,
  createParcels,
  fillOrder,
  goTo,
  newCode,
  type ParcelCodes,
  result,
  scan,
  scanInMode,
  waitForResult,
  waitForTopBar,
} from './page-actions.ts';

let zebra: FakePrinter;
/** A printer without a label counter. */
let other: FakePrinter;
let station: LaunchedStation;
let page: Page;

beforeAll(async () => {
  zebra = await startFakePrinter({ labelCount: 18_204 });
  other = await startFakePrinter({ answers: { variables: false } });
  station = await launchProvisioned({
    printers: [asPrinter('Zebra A', zebra, true), asPrinter('Zebra B', other)],
    bench: { deleteUndoSeconds: 30, printOnCreate: false },
  });
  page = station.page;
  await waitForTopBar(page, /Zebra A ready/);
});

afterAll(async () => {
  await station.close();
  await zebra.close();
  await other.close();
});

/** Waits until the answer's heading is that verdict, without another scan. */
const verdictIs = (heading: string | RegExp): Promise<void> =>
  result(page).getByRole('heading').first().filter({ hasText: heading }).waitFor();

/** The outcomes of a code under Recent scans, newest first. */
const outcomesOf = (code: string): Promise<string[]> =>
  page
    .getByRole('list', { name: 'Recent scans' })
    .getByRole('listitem')
    .filter({ hasText: code })
    .locator('.recent-scan-outcome')
    .allInnerTexts();

/** The colour of the verdict's band. */
const colourOf = (band: Locator): Promise<string> => band.evaluate((node) => getComputedStyle(node).backgroundColor);
const shownColour = (): Promise<string> => colourOf(result(page).locator('.verdict'));

async function order(receiver: string): Promise<string> {
  const customCode = newCode();
  await goTo(page, 'New order');
  await fillOrder(page, { receiver, customCode });
  await page.getByRole('button', { name: 'Create order' }).click();
  return customCode;
}

it('verdict of an unknown code: offers to order it, and opens the form with it', async () => {
  const code = newCode();
  await scanInMode(page, 'Look up', code);
  await verdictIs('Not known');
  await result(page).getByRole('button', { name: 'Import the order response' }).waitFor();
  await result(page).getByRole('button', { name: 'Change environment' }).click();
  await page.getByRole('list', { name: 'Environments' }).waitFor();
  await goTo(page, 'Scan');
  await result(page).getByRole('button', { name: 'Order with this code' }).click();
  await expect.poll(() => page.getByLabel('Custom code').inputValue()).toBe(code);
  await expect
    .poll(() => page.getByLabel('Pick-up address').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.getByLabel('Custom code').fill('');
});

it('verdict of an ordered code: names the uncertain order in every mode, and its parcel once it is created', async () => {
  const code = await order('Aya create-once-lost-before');
  await page.getByRole('status', { name: 'Order' }).filter({ hasText: 'Uncertain' }).waitFor();
  await scanInMode(page, 'Look up', code);
  await verdictIs('Order uncertain');
  await scanInMode(page, 'Print', code);
  await verdictIs('Order uncertain');
  await scanInMode(page, 'Delete', code);
  await verdictIs(/^Deleting in/);
  await waitForResult(page, 'The order with this code is uncertain.');
  await page.keyboard.press('Control+z');
  await verdictIs('Order uncertain');
  await scanInMode(page, 'Look up', code);
  await verdictIs('Order uncertain');
  await result(page).getByRole('button', { name: 'Send again with the same codes' }).click();
  await result(page).getByRole('button', { name: 'Send again anyway' }).click();
  await verdictIs(/^(Status: |Parcel found)/);
  await expect.poll(() => outcomesOf(code)).not.toContain('Order uncertain');
  expect(await outcomesOf(code)).not.toContain('Not known');
});

it('verdict of a rejected order: says so and leads to the order', async () => {
  const code = await order('Aya create-error-422');
  await page.getByRole('status', { name: 'Order' }).filter({ hasText: 'Rejected' }).waitFor();
  await scanInMode(page, 'Look up', code);
  await verdictIs('Order rejected');
  await result(page).getByRole('button', { name: 'Show help Rejected order' }).click();
  await page.getByRole('article', { name: 'Rejected order' }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await result(page).getByRole('button', { name: 'Show order' }).click();
  await page.getByRole('list', { name: 'Waiting to send' }).filter({ hasText: code }).waitFor();
});

it('verdict of a deletion: scanned twice and undone, every scan says that it was undone', async () => {
  const { customCode } = await createParcel(page);
  await scanInMode(page, 'Delete', customCode);
  await verdictIs(/^Deleting in/);
  await scan(page, customCode);
  await verdictIs('Already being deleted');
  await page.keyboard.press('Control+z');
  await verdictIs('Deletion undone');
  await expect.poll(() => outcomesOf(customCode)).toEqual(['Deletion undone', 'Deletion undone']);
});

it('verdict with paper out: every scan names the cause, what to do and its place in the queue, as a warning', async () => {
  const parcels = (await createParcels(page, 3)) as [ParcelCodes, ParcelCodes, ParcelCodes];
  const [, , third] = parcels;
  zebra.setStatus({ paperOut: true });
  await goTo(page, 'Scan');
  await chooseMode(page, 'Print');
  for (const [before, { customCode }] of parcels.entries()) {
    await scan(page, customCode);
    await result(page).filter({ hasText: customCode }).waitFor();
    await verdictIs('Paper out');
    const place =
      before === 0 ? 'Next to print on Zebra A.' : new RegExp(`${before} labels? before this one on Zebra A.`);
    await waitForResult(page, place);
    await waitForResult(page, 'Put in a new roll and close the printer lid.');
  }
  const warning = await shownColour();
  const moved = (await createParcels(page, 1))[0]?.customCode ?? '';
  await scan(page, moved);
  await waitForResult(page, moved);
  await result(page).getByRole('button', { name: 'Move to Zebra B' }).click();
  await verdictIs('Sent to printer');
  const sent = await shownColour();
  await scan(page, third.customCode);
  await waitForResult(page, third.customCode);
  await verdictIs('Paper out');
  zebra.setStatus({});
  await verdictIs('Printed and confirmed');
  // Sent is neutral: neither the warning's colour nor that of a confirmed print.
  expect(new Set([warning, sent, await shownColour()]).size).toBe(3);
  for (const { customCode } of parcels)
    await expect.poll(() => outcomesOf(customCode)).toContain('Printed and confirmed');
});

it('verdict after a cut connection: uncertain at once, and the copy printed after it everywhere', async () => {
  const { customCode } = await createParcel(page);
  await zebra.connectionFault({ kind: 'reset', afterBytes: 700 });
  await scanInMode(page, 'Print', customCode);
  await verdictIs('Printing uncertain');
  await zebra.connectionFault(null);
  await result(page).getByRole('button', { name: 'Mark as not printed' }).click();
  await verdictIs('Marked as not printed');
  await expect.poll(() => outcomesOf(customCode)).toEqual(['Marked as not printed']);
  await result(page).getByRole('button', { name: 'Print again' }).click();
  await verdictIs('Printed and confirmed');
  await expect.poll(() => outcomesOf(customCode)).toEqual(['Printed and confirmed']);
  expect(await result(page).innerText()).not.toMatch(/not printed/i);
});
