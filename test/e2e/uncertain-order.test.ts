import type { Locator, Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { itInLongRun } from '../helpers/test-length.ts';
import { accessibilityFaults, type LaunchedStation, launchStation } from './launch.ts';
import { fillOrder, goTo, newCode, scanInMode, waitForResult } from './page-actions.ts';

let station: LaunchedStation | null = null;

afterEach(async () => {
  await station?.close();
  station = null;
});

async function start(): Promise<Page> {
  station = await launchStation();
  return station.page;
}

const status = (page: Page): Locator => page.getByRole('status', { name: 'Order' });
const panel = (page: Page): Locator => page.getByRole('region', { name: 'What to do' });

/** Presses Create order; the fault keyword in the receiver's name decides the result. */
async function send(page: Page, receiver: string): Promise<string> {
  const customCode = newCode();
  await goTo(page, 'New order');
  await fillOrder(page, { receiver, customCode });
  await page.getByRole('button', { name: 'Create order' }).click();
  return customCode;
}

async function sendUncertain(page: Page): Promise<string> {
  const code = await send(page, 'Aya create-once-lost-before');
  await status(page).filter({ hasText: 'Uncertain' }).waitFor();
  return code;
}

describe('uncertain order', () => {
  it('one that the service has is confirmed by its webhook, and its parcel shows where to get the label', async () => {
    const page = await start();
    const code = await send(page, 'Aya create-lost-after');
    await status(page).filter({ hasText: 'Created' }).filter({ hasText: 'A webhook event confirmed' }).waitFor();
    await scanInMode(page, 'Print', code);
    await waitForResult(page, 'Import the order response to print it.');
    await goTo(page, 'Shipments');
    await page.getByRole('searchbox', { name: 'Find' }).fill(code);
    await page.getByRole('row').filter({ hasText: code }).filter({ hasText: 'Import order response' }).waitFor();
  });

  it('offers its actions safest first, and is one order when it is sent again', async () => {
    const page = await start();
    const code = await sendUncertain(page);
    await panel(page).getByText('Wait for the webhook').waitFor();
    const actions = panel(page).getByRole('button').filter({ hasNotText: 'Show help' });
    expect(await actions.allInnerTexts()).toEqual([
      'Import the order response',
      'Send again with the same codes',
      'Replace with new codes',
      'Mark as not created',
      'Mark as created',
    ]);
    await panel(page)
      .getByText(/^Available from (\d+ \w+, )?\d\d:\d\d$/) // late in the evening it is a time of tomorrow
      .waitFor();
    expect(await panel(page).getByRole('button', { name: 'Replace with new codes' }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Send again with the same codes' }).click();
    await panel(page).getByText('This service may book the order a second time.').waitFor();
    await panel(page).getByRole('button', { name: 'Send again anyway' }).click();
    await status(page).filter({ hasText: 'Created' }).filter({ hasText: code }).waitFor();
    await panel(page).waitFor({ state: 'hidden' });
    expect(station?.consoleErrors).toEqual([]);
  });

  itInLongRun(
    'has the same actions under Waiting to send, and is abandoned only after a second confirmation',
    async () => {
      const page = await start();
      const code = await sendUncertain(page);
      await goTo(page, 'Print queue');
      const row = page.getByRole('list', { name: 'Waiting to send' }).getByRole('listitem').filter({ hasText: code });
      await row.getByText('Uncertain', { exact: true }).waitFor();
      await row.getByRole('button', { name: 'Mark as not created' }).click();
      await row.getByRole('button', { name: 'Cancel', exact: true }).click();
      await row.getByText('Uncertain', { exact: true }).waitFor();
      await row.getByRole('button', { name: 'Mark as not created' }).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      await row.getByRole('button', { name: 'I checked: not created' }).click();
      await row.waitFor({ state: 'detached' });
      await page
        .getByRole('group', { name: 'Station status' })
        .getByText(/^Waiting:\s*0/)
        .waitFor();
      await goTo(page, 'New order');
      await status(page).filter({ hasText: 'Rejected' }).waitFor();
    },
  );

  itInLongRun('one marked as created is known from then on', async () => {
    const page = await start();
    const code = await sendUncertain(page);
    await panel(page).getByRole('button', { name: 'Mark as created' }).click();
    await status(page).filter({ hasText: 'Created' }).filter({ hasText: 'An operator confirmed' }).waitFor();
    await scanInMode(page, 'Look up', code);
    await waitForResult(page, 'Aya create-once-lost-before');
  });
});
