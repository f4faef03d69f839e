import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeDeliveryService, startFakeDeliveryService } from '../../fakes/delivery-service.ts';
import { type FakePrinter, startFakePrinter } from '../../fakes/printer.ts';
import { asPrinter } from '../fake-printer-actions.ts';
import { type LaunchedStation, launchProvisioned } from '../launch.ts';
import { fillOrder, goTo, newCode, scanInMode, waitForResult } from '../page-actions.ts';
import { openSection } from './settings-sections.ts';
import { takePictures, type View, viewsOfRun } from './take-pictures.ts';

let service: FakeDeliveryService;
let zebra: FakePrinter;
let station: LaunchedStation;

beforeAll(async () => {
  service = await startFakeDeliveryService();
  zebra = await startFakePrinter();
  station = await launchProvisioned({
    environments: [
      {
        name: 'Live',
        kind: 'production',
        baseUrl: service.baseUrl,
        labelUrl: service.baseUrl,
        token: 'token-of-the-test',
      },
    ],
    activeEnvironment: 'Live',
    printers: [asPrinter('Zebra A', zebra, true)],
  });
});
afterAll(async () => {
  await station.close();
  await service.stop();
  await zebra.close();
});

const code = newCode();
const errorOfTheService = JSON.stringify({
  status: 'error',
  code: 422,
  message: 'The given data was invalid.',
  errors: { 'drop_offs.0.parcels.0.values': ['The weight is more than 30 kg.'] },
});

async function sendOrder(receiver: string, customCode: string): Promise<void> {
  const { page } = station;
  await goTo(page, 'New order');
  await fillOrder(page, { receiver, customCode });
  await page.getByRole('button', { name: 'Create order' }).click();
}

const orderState = (state: string): Promise<void> =>
  station.page.getByRole('status', { name: 'Order' }).filter({ hasText: state }).waitFor();

const views: readonly View[] = [
  {
    name: 'New order, creating',
    inShortRun: true,
    async show() {
      service.plan({ kind: 'stall', done: false });
      await sendOrder('Aya Noor', code);
      await orderState('Creating');
    },
  },
  {
    name: 'New order, uncertain',
    inShortRun: true,
    async show() {
      await service.stop();
      await service.start();
      await orderState('Uncertain');
    },
  },
  {
    name: 'Scan, order uncertain',
    async show(page) {
      await scanInMode(page, 'Look up', code);
      await waitForResult(page, code);
    },
  },
  {
    name: 'New order, rejected',
    inShortRun: true,
    async show() {
      service.plan({ kind: 'status', status: 422, body: errorOfTheService });
      await sendOrder('Omar Haddad', newCode());
      await orderState('Rejected');
    },
  },
  {
    name: 'New order, rejected order opened again',
    async show(page) {
      await page.getByRole('button', { name: 'Edit and try again' }).first().click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
    inView: (page) => page.locator('.field', { has: page.locator('[aria-invalid="true"]') }).first(),
  },
  {
    name: 'New order, possible duplicate',
    async show(page) {
      await sendOrder('Aya Noor', newCode());
      await page
        .getByRole('button', { name: /anyway/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'Print queue, orders that need a person',
    async show(page) {
      await goTo(page, 'Print queue');
      await page
        .getByRole('list', { name: 'Waiting to send' })
        .getByText('Uncertain', { exact: true })
        .first()
        .waitFor();
    },
  },
  {
    name: 'Needs attention',
    inShortRun: true,
    async show(page) {
      await page
        .getByRole('link', { name: 'Needs attention' })
        .or(page.getByRole('button', { name: 'Needs attention' }))
        .first()
        .click();
      await page
        .getByRole('list', { name: 'Needs attention' })
        .or(page.getByRole('grid', { name: 'Needs attention' }))
        .waitFor();
    },
  },
  {
    name: 'Scan, service unreachable',
    async show(page) {
      await service.stop();
      await scanInMode(page, 'Delete', newCode());
      await page
        .getByText(/Can’t reach the service/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'Scan, token refused',
    async show(page) {
      service.decide(() => ({ kind: 'status', status: 401 }));
      await service.start();
      await page
        .getByText(/^Service:/)
        .filter({ hasText: /token/i })
        .waitFor();
    },
  },
  { name: 'Settings, token refused', show: (page) => openSection(page, 'Service') },
];

it.each(viewsOfRun(views))(
  'pictures of a station in trouble: $name, nothing is cut off or covered',
  async ({ name, show, inView }) => {
    await show(station.page);
    expect(await takePictures(station.page, `trouble/${name}`, inView)).toEqual([]);
  },
);
