import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakePrinter, startFakePrinter } from '../../fakes/printer.ts';
import { isLongRun } from '../../helpers/test-length.ts';
import { asPrinter } from '../fake-printer-actions.ts';
import { type LaunchedStation, launchProvisioned } from '../launch.ts';
import {
  callStation,
  chooseBatchFile,
  chooseMode,
  createParcels,
  goTo,
  newCode,
  type ParcelCodes,
  result,
  scan,
  scanInMode,
  showBatch,
  waitForResult,
} from '../page-actions.ts';
import { openSection, settingsSections } from './settings-sections.ts';
import { takePictures, type View, viewsOfRun } from './take-pictures.ts';

let zebra: FakePrinter;
let other: FakePrinter;
let station: LaunchedStation;
/** Orders of five parcels; the first ones are used by name. */
let orders: ParcelCodes[][];

const orderCount = isLongRun ? 8 : 3;

beforeAll(async () => {
  [zebra, other] = [
    await startFakePrinter({ labelCount: 18_204 }),
    await startFakePrinter({ answers: { variables: false } }),
  ];
  station = await launchProvisioned({
    station: { name: 'Bench 7' },
    setup: false,
    printers: [asPrinter('Zebra A', zebra, true), asPrinter('Zebra B, by the north window', other)],
    bench: { deleteUndoSeconds: 60, printOnCreate: false },
  });
});

afterAll(async () => {
  await station.close();
  await zebra.close();
  await other.close();
});

const parcel = (order: number, place: number): string => orders[order]?.[place]?.customCode ?? '';

/** Different shipments get to different states. */
async function runScenarios(page: Page): Promise<void> {
  const { rows } = await callStation(page, 'shipments.page', { offset: 0, limit: 100 });
  const trackingCodes = [...new Set(rows.flatMap(({ trackingCode }) => trackingCode ?? []))];
  for (const [index, scenario] of (['happy', 'reattempt', 'fail'] as const).entries()) {
    const code = trackingCodes[index];
    if (code === undefined || trackingCodes.length - index < 3) continue;
    await callStation(page, 'sandbox.run', { scenario, selection: { by: 'tracking codes', trackingCodes: [code] } });
  }
}

const lookUp = async (page: Page, code: string): Promise<void> => scanInMode(page, 'Look up', code);

/** On a busy computer the drawing may take too long: then that is what is shown. */
const previewShown = (page: Page): Promise<void> =>
  result(page)
    .getByText(/Preview|no preview/)
    .first()
    .waitFor({ timeout: 20_000 })
    .catch(() => undefined);

const views: readonly View[] = [
  {
    name: 'Scan, found',
    async show(page) {
      await lookUp(page, parcel(0, 0));
      await waitForResult(page, parcel(0, 0));
      await previewShown(page);
    },
  },
  {
    name: 'Scan, not known',
    async show(page) {
      await lookUp(page, newCode());
      await waitForResult(page, 'Not known');
    },
  },
  {
    name: 'Scan, not a code',
    async show(page) {
      await goTo(page, 'Scan');
      await page.getByRole('textbox', { name: 'Scan or type a code' }).fill('no code at all');
      await page.keyboard.press('Enter');
      await waitForResult(page, 'no code at all');
    },
  },
  {
    name: 'Scan, several parcels',
    async show(page) {
      const { rows } = await callStation(page, 'shipments.page', { offset: 0, limit: 1 });
      const code = rows[0]?.trackingCode ?? '';
      await lookUp(page, code);
      await waitForResult(page, 'Choose a parcel');
    },
  },
  {
    name: 'Scan, printed',
    inShortRun: true,
    async show(page) {
      await scanInMode(page, 'Print', parcel(0, 1));
      await waitForResult(page, 'Printed');
      await previewShown(page);
    },
  },
  {
    name: 'Scan, printed before',
    async show(page) {
      await scanInMode(page, 'Print', parcel(0, 2));
      await waitForResult(page, 'Printed');
      await scan(page, parcel(0, 1));
      await waitForResult(page, parcel(0, 1));
      await page.getByRole('region', { name: 'Result' }).getByRole('button').first().waitFor();
    },
  },
  {
    name: 'Scan, paper out and the label behind it',
    inShortRun: true,
    async show(page) {
      zebra.setStatus({ paperOut: true });
      await scanInMode(page, 'Print', parcel(0, 3));
      await waitForResult(page, 'Paper out');
      await scan(page, parcel(0, 4));
      await waitForResult(page, parcel(0, 4));
    },
  },
  {
    name: 'Print queue, paper out',
    inShortRun: true,
    async show(page) {
      await goTo(page, 'Print queue');
      await page.getByRole('list', { name: 'Print jobs' }).getByText(parcel(0, 4)).first().waitFor();
      // Printers without work share one line.
      const idle = await page.locator('.idle-printers > .printer-band').all();
      expect(idle).toHaveLength(2);
      const tops = await Promise.all(idle.map((band) => band.evaluate((node) => node.getBoundingClientRect().top)));
      expect(new Set(tops).size).toBe(1);
    },
  },
  {
    name: 'Scan, uncertain label',
    async show(page) {
      zebra.setStatus({});
      await zebra.waitFor((printer) => printer.labels().some((label) => label.includes(parcel(0, 4))));
      await zebra.connectionFault({ kind: 'reset', afterBytes: 700 });
      await scanInMode(page, 'Print', parcel(1, 0));
      await waitForResult(page, 'Uncertain');
      await previewShown(page);
    },
  },
  {
    name: 'Print queue, uncertain label',
    async show(page) {
      await goTo(page, 'Print queue');
      await page.getByRole('list', { name: 'Print jobs' }).getByText('Uncertain', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'Print queue, details of a job',
    async show(page) {
      await zebra.connectionFault(null);
      await goTo(page, 'Print queue');
      await page
        .getByRole('list', { name: 'Print jobs' })
        .getByRole('listitem')
        .first()
        .getByRole('button', { name: 'Details' })
        .click();
    },
  },
  {
    name: 'Scan, deletion counting down',
    async show(page) {
      await goTo(page, 'Scan');
      await chooseMode(page, 'Delete');
      await scan(page, parcel(1, 1));
      await waitForResult(page, parcel(1, 1));
      await page.getByRole('button', { name: 'Undo' }).first().waitFor();
      await scan(page, parcel(1, 2));
      await waitForResult(page, parcel(1, 2));
      await previewShown(page);
    },
  },
  {
    name: 'Scan, deletion undone',
    async show(page) {
      await page.keyboard.press('Control+z');
      await waitForResult(page, 'undone');
      await chooseMode(page, 'Look up');
    },
  },
  {
    name: 'Shipments',
    inShortRun: true,
    async show(page) {
      await goTo(page, 'Shipments');
      await page
        .getByRole('row')
        .filter({ hasText: parcel(orderCount - 1, 0) })
        .waitFor();
    },
  },
  {
    name: 'Shipments, nothing found',
    async show(page) {
      await goTo(page, 'Shipments');
      await page.getByRole('searchbox', { name: 'Find' }).fill('no such name');
      await page
        .getByRole('row')
        .filter({ hasText: parcel(orderCount - 1, 0) })
        .waitFor({ state: 'detached' });
    },
  },
  {
    name: 'Shipments, one parcel',
    async show(page) {
      const find = page.getByRole('searchbox', { name: 'Find' });
      await find.fill(parcel(0, 1));
      await page
        .getByRole('row')
        .filter({ hasText: parcel(0, 1) })
        .waitFor();
      await find.press('Enter');
      await page.getByRole('list', { name: 'Timeline' }).waitFor();
    },
  },
  {
    name: 'New order, empty with faults',
    async show(page) {
      await goTo(page, 'New order');
      await page.getByRole('button', { name: 'Create order' }).click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'Batch, rows with faults',
    async show(page) {
      const file = join(station.userDataDir, 'orders.csv');
      writeFileSync(file, batchRows(40));
      await showBatch(page);
      await chooseBatchFile(station, file);
      await page.getByText(/ready/).first().waitFor();
    },
  },
  {
    name: 'Batch, question before the start',
    async show(page) {
      await page.getByRole('button', { name: 'Start the batch' }).click();
      await page.getByRole('button', { name: /^Create \d+ orders$/ }).waitFor();
    },
  },
  {
    name: 'Batch, paused',
    async show(page) {
      await callStation(page, 'batch.start', null);
      await callStation(page, 'batch.pause', null);
      await page.getByText(/^Paused: /).waitFor();
    },
  },
  {
    name: 'Batch, under way',
    async show(page) {
      await callStation(page, 'batch.resume', null);
      await page
        .getByText(/created, \d+ rejected/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'Batch, ended',
    async show(page) {
      await page.getByRole('button', { name: 'Print labels' }).waitFor({ timeout: 60_000 });
    },
  },
  ...settingsSections.map((section) => ({
    name: `Settings, ${section}`,
    inShortRun: section === 'Printers',
    show: (page: Page) => openSection(page, section),
  })),
];

/** A table of orders; a few have no weight, one is rejected by the service. */
function batchRows(count: number): string {
  const head = 'Drop-off address,Receiver name,Receiver phone,Weight (g),Pick-up address';
  const rows = Array.from({ length: count }, (_, index) => {
    const receiver = index === 11 ? 'create-error-422' : `Receiver ${index + 1}`;
    const weight = index % 13 === 5 ? '' : '900';
    return `"${index + 1} Palm Street, Flat 9, Al Barsha 1",${receiver},+971 50 000 0000,${weight},"Dock 4, 18 Harbour Road"`;
  });
  return [head, ...rows].join('\r\n');
}

it('pictures of a busy station: it has orders in several states', async () => {
  const { page } = station;
  orders = [];
  for (let number = 0; number < orderCount; number += 1) orders.push(await createParcels(page, 5));
  await runScenarios(page);
});

it.each(viewsOfRun(views))(
  'pictures of a busy station: $name, nothing is cut off or covered',
  async ({ name, show, inView }) => {
    const { page } = station;
    await show(page);
    expect(await takePictures(page, `busy/${name}`, inView)).toEqual([]);
  },
);
