import { describe, expect, it } from 'vitest';
import { defaultPracticeBehaviour, type PracticeBehaviour } from '../../src/shared/settings/practice-behaviour.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { type LaunchedStation, launchStation } from './launch.ts';
import {
  callStation,
  createOrder,
  goTo,
  result,
  scanToPrint,
  switchOffPrintOnCreate,
  waitForResult,
} from './page-actions.ts';

const customCode = 'NL7K2M9P4R6T8V2X4B6D';
const opened = closedAfterEach();

/** A station in practice mode whose label downloads are answered so, and a new order. */
async function start(labels: PracticeBehaviour['labels']): Promise<LaunchedStation> {
  const station = opened.keep(await launchStation());
  const value = { ...defaultPracticeBehaviour, labels };
  await callStation(station.page, 'settings.save', { group: 'practice', value });
  await switchOffPrintOnCreate(station.page);
  await createOrder(station.page, { receiver: 'Aya Noor', customCode });
  return station;
}

describe('label downloads in practice', () => {
  it('a label behind a redirect to another host is printed', async () => {
    const { page } = await start('redirect');
    await scanToPrint(page, customCode);
    await waitForResult(page, 'Sent');
    await result(page).getByRole('img').first().waitFor();
  });

  it('a label that is gone says why, when it is tried again, and prints once it is there', async () => {
    const { page, consoleErrors } = await start('gone');
    await scanToPrint(page, customCode);
    await waitForResult(page, 'The label host has no label at the label’s address.');
    await waitForResult(page, /Next attempt at \d\d:\d\d:\d\d\.|Trying again now\./);

    await result(page).getByRole('button', { name: 'Show help No label yet' }).waitFor();

    await goTo(page, 'Shipments');
    const row = page.getByRole('row').filter({ hasText: customCode });
    await row.filter({ hasText: 'Label delayed' }).waitFor();

    await callStation(page, 'settings.save', { group: 'practice', value: defaultPracticeBehaviour });
    await goTo(page, 'Scan');
    // The next attempt may come first, and takes the button away.
    const retry = result(page).getByRole('button', { name: 'Try again now' });
    if (await retry.isVisible()) await retry.click({ timeout: 2_000 }).catch(() => {});
    await result(page).getByRole('img').first().waitFor();
    expect(await retry.count()).toBe(0);
    await scanToPrint(page, customCode);
    await waitForResult(page, 'Sent');
    expect(consoleErrors).toEqual([]);
  });
});
