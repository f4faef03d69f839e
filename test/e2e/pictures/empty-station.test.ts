import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LaunchedStation, launchStation } from '../launch.ts';
import { goTo, showBatch } from '../page-actions.ts';
import { takePictures, type View, viewsOfRun } from './take-pictures.ts';

let station: LaunchedStation;

beforeAll(async () => {
  station = await launchStation();
});
afterAll(() => station.close());

const views: readonly View[] = [
  { name: 'Scan with the set-up of a new bench', inShortRun: true, show: (page) => goTo(page, 'Scan') },
  {
    name: 'Scan with the set-up, faults of the service',
    async show(page) {
      await page.getByLabel('Service address').fill('no address');
      await page.getByRole('button', { name: 'Test and connect' }).click();
      await page.locator('.set-up .field-error').first().waitFor();
    },
  },
  ...['Printer', 'First order'].map((step) => ({
    name: `Scan with the set-up, ${step}`,
    async show(page: Page) {
      await page.getByRole('button', { name: 'Skip this step' }).click();
      await page.getByRole('group', { name: step, exact: true }).waitFor();
    },
  })),
  { name: 'Shipments', show: (page) => goTo(page, 'Shipments') },
  { name: 'New order', inShortRun: true, show: (page) => goTo(page, 'New order') },
  { name: 'Batch', show: showBatch },
  { name: 'Print queue', show: (page) => goTo(page, 'Print queue') },
  { name: 'Needs attention', show: (page) => goTo(page, 'Needs attention') },
  {
    name: 'Scan after the set-up was skipped',
    async show(page) {
      await goTo(page, 'Scan');
      await page.getByRole('button', { name: 'Skip set-up' }).click();
      await page.getByRole('region', { name: 'Set up this bench' }).waitFor({ state: 'detached' });
    },
  },
];

it.each(viewsOfRun(views))(
  'pictures of an empty station: $name, nothing is cut off or covered',
  async ({ name, show, inView }) => {
    await show(station.page);
    expect(await takePictures(station.page, `empty/${name}`, inView)).toEqual([]);
  },
);
