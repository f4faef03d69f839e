import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { accessibilityFaults, type LaunchedStation, launchStation } from './launch.ts';
import {
  callStation,
  createParcels,
  goTo,
  result,
  scanInMode,
  waitForPrintJob,
  waitForResult,
} from './page-actions.ts';

let station: LaunchedStation | null = null;

afterEach(async () => {
  await station?.close();
  station = null;
});

const verdict = (page: Page, name: string) => result(page).getByRole('heading', { name });
const answers = ['It is deleted', 'It still exists'];

/** A parcel whose deletion is answered 503, then refused with 422; shown on Scan. */
async function startWithUncertainDeletion(code: string): Promise<Page> {
  station = await launchStation();
  const { page } = station;
  await createParcels(page, [code]);
  await scanInMode(page, 'Delete', code);
  await verdict(page, 'Deletion uncertain').waitFor();
  return page;
}

describe('uncertain deletion', () => {
  it('blocks printing on every screen, until an operator says that the parcel still exists', async () => {
    const code = 'PRACTICE1503422ABCDE';
    const page = await startWithUncertainDeletion(code);
    await waitForResult(page, 'Check at the service');
    for (const mode of ['Look up', 'Print'] as const) {
      await scanInMode(page, mode, code);
      await verdict(page, 'Deletion uncertain').waitFor();
      for (const name of answers) await result(page).getByRole('button', { name }).waitFor();
      await waitForResult(page, /^.*The service says/s);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await callStation(page, 'print-jobs.list', null)).toEqual([]);
    await page.getByText(/^Waiting: 1\b/).waitFor();

    await goTo(page, 'Print queue');
    const row = page.getByRole('list', { name: 'Waiting to send' }).getByRole('listitem').filter({ hasText: code });
    await row.getByText('Uncertain', { exact: true }).waitFor();
    for (const name of answers) await row.getByRole('button', { name }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await goTo(page, 'Scan');
    await result(page).getByRole('button', { name: 'It still exists' }).click();
    await verdict(page, 'Not deleted').waitFor();
    await scanInMode(page, 'Print', code);
    await verdict(page, 'Sent to printer').waitFor();
    await goTo(page, 'Print queue');
    await waitForPrintJob(page, code, 'Sent');
    await row.getByText('Rejected', { exact: true }).waitFor();
    expect(station?.consoleErrors).toEqual([]);
  });

  it('ends as a deletion where an operator says that the parcel is deleted', async () => {
    const code = 'PRACTICE1503422FGHIJ';
    const page = await startWithUncertainDeletion(code);
    await goTo(page, 'Print queue');
    const row = page.getByRole('list', { name: 'Waiting to send' }).getByRole('listitem').filter({ hasText: code });
    await row.getByRole('button', { name: 'It is deleted' }).click();
    await row.waitFor({ state: 'hidden' });
    await scanInMode(page, 'Print', code);
    await verdict(page, 'Parcel deleted').waitFor();
    expect(await callStation(page, 'print-jobs.list', null)).toEqual([]);
    expect(station?.consoleErrors).toEqual([]);
  });
});
