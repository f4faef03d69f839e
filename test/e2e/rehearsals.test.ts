import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BarcodeCommand, commandText } from '../../src/shared/scanning/command-barcode.ts';
import { accessibilityFaults, type LaunchedStation, launchStation } from './launch.ts';
import { callStation, goTo, scan } from './page-actions.ts';

let page: Page;
let station: LaunchedStation;
beforeAll(async () => {
  station = await launchStation();
  ({ page } = station);
});
afterAll(async () => {
  await station.close();
});

const strip = () => page.getByRole('region', { name: 'Rehearsal' });
const step = (name: string) => strip().getByRole('heading', { name, exact: true }).waitFor();
/** The code that the present step asks for, as a scanner reads it from the strip. */
const shownCode = async (): Promise<string> => (await callStation(page, 'rehearsal.read', null))?.code?.text ?? '';
const card = async (command: BarcodeCommand): Promise<void> => {
  const { commandKey = '' } = (await callStation(page, 'station.read', null)).settings.station;
  await scan(page, commandText(commandKey, command), { isAnswered: false });
};

it('rehearsal of paper out: from the practice card to its result, by scans alone', async () => {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Paper out', exact: true }).click();
  await step('Print the label');
  await strip().getByText('Paper out: step 1 of 4').waitFor();
  // "Show me" points at the mode to choose, and takes no press.
  await strip().getByRole('button', { name: 'Show me' }).click();
  await page.locator('.rehearsal-ring').waitFor();
  await card('print');
  await scan(page, await shownCode());
  await step('Put in a new roll');
  await page
    .getByRole('group', { name: 'Station status' })
    .getByText('Paper out (Practice printer)', { exact: true })
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await card('choice 5');
  await step('Scan the label');
  await scan(page, await shownCode());
  await step('Rehearsal finished');
  await strip().getByText('Everything was done right.').waitFor();
  expect(await strip().getByRole('list', { name: 'Done right' }).getByRole('listitem').count()).toBe(4);
  expect(await strip().getByRole('list', { name: 'Missed' }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await card('choice 5');
  await strip().waitFor({ state: 'detached' });
  expect([station.consoleErrors, await station.policyViolations()]).toEqual([[], []]);
});
