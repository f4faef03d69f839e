import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { unfilteredBoard } from '../../src/shared/shipments/board-query.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { natsSiteServer } from '../fakes/site-server.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { openStation } from '../helpers/open-station.ts';
import { orderTo } from '../helpers/order-requests.ts';
import { asPrinter } from './fake-printer-actions.ts';
import { accessibilityFaults, launchProvisioned, root } from './launch.ts';
import { drawn, layoutFaults } from './layout-faults.ts';
import { callStation, goTo, newCode, scanInMode } from './page-actions.ts';

const opened = closedAfterEach();
const token = 'token-of-the-site';

/** What the service answered to another system, as a file to import. */
async function orderedElsewhere(baseUrl: string, codes: readonly string[]): Promise<string> {
  const answers: string[] = [];
  for (let from = 0; from < codes.length; from += 5) {
    const answer = await fetch(`${baseUrl}/scheduled-service/api/v1/requests/sync`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(orderTo('Aya Noor', codes.slice(from, from + 5))),
    });
    expect(answer.status).toBe(201);
    answers.push(await answer.text());
  }
  return `[${answers.join(',')}]`;
}

/** As a file that is dropped onto the window. */
const importFile = (page: Page, content: string): Promise<unknown> =>
  page.evaluate((text) => {
    const { station } = window as unknown as { station: { call(name: string, input: unknown): Promise<unknown> } };
    return station.call('import.file', { name: 'orders.json', bytes: new TextEncoder().encode(text) });
  }, content);

it('site: labels of many imported parcels are asked about once, and one answer of the keyboard prints them all', async () => {
  const { address } = opened.keep(await natsSiteServer());
  const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const printer = opened.keep(await startFakePrinter());
  const { baseUrl, labelUrl } = service;
  const { page } = opened.keep(
    await launchProvisioned({
      ...{ setup: false, activeEnvironment: 'sandbox', printers: [asPrinter('Zebra A', printer, true)] },
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token }],
      fleet: { bench: 'bench-1', servers: [address], environments: ['sandbox'] },
    }),
  );
  await page.getByText('Site: connected').first().waitFor();
  const codes = Array.from({ length: 50 }, newCode);
  await importFile(page, await orderedElsewhere(baseUrl, codes));
  const board = async () =>
    (await callStation(page, 'shipments.page', { ...unfilteredBoard, offset: 0, limit: 60 })).rows.filter(
      ({ label }) => label?.state === 'stored',
    );
  await expect.poll(async () => (await board()).length, { timeout: 30_000 }).toBe(50);
  const parcelIds = (await board()).map(({ id }) => id);
  await callStation(page, 'print-run.start', { kind: 'parcels', parcelIds });
  const asked = async () => (await callStation(page, 'shared-questions.read', null)).map(({ ids }) => ids.length);
  await expect.poll(asked, { timeout: 20_000 }).toEqual([50]);
  await expect.poll(async () => (await callStation(page, 'attention.read', null)).total).toBe(1);
  expect(printer.labels()).toHaveLength(0);

  await goTo(page, 'Needs attention');
  const list = page.getByRole('list', { name: 'Needs attention' });
  await expect.poll(() => list.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Enter');
  const entry = list.locator('> li');
  await entry.getByText('and 48 more').waitFor();
  await expectLayout(page, 'Needs attention, asked about');
  expect(await accessibilityFaults(page)).toEqual([]);
  // Enter alone, as a scanner ends a code with, answers nothing.
  await page.keyboard.press('Enter');
  expect(await asked()).toEqual([50]);
  await page.keyboard.press('Tab');
  const all = entry.getByRole('button', { name: 'Print all 50' });
  await expect.poll(() => all.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => printer.labels().length, { timeout: 30_000 }).toBe(50);
  await expect.poll(async () => (await callStation(page, 'attention.read', null)).total).toBe(0);
}, 180_000);

it('site: questions about other benches stand above their list, and nothing is cut off or covered; other benches are named', async () => {
  const { address } = opened.keep(await natsSiteServer());
  const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const [printer, theirs] = [opened.keep(await startFakePrinter()), opened.keep(await startFakePrinter())];
  theirs.setIdentity({ serial: 'bench-2' });
  const { baseUrl, labelUrl } = service;
  const environments = [{ name: 'sandbox', kind: 'sandbox' as const, baseUrl, labelUrl, token }];
  const fleet = { bench: 'bench-1', servers: [address], environments: ['sandbox'] };
  const { page } = opened.keep(
    await launchProvisioned({
      ...{ setup: false, activeEnvironment: 'sandbox', printers: [asPrinter('Zebra A', printer, true)] },
      ...{ bench: { deleteUndoSeconds: 1 }, environments, fleet },
    }),
  );
  const connection = { kind: 'tcp' as const, host: theirs.host, port: theirs.port };
  const other = await openStation(opened, {
    settings: { printers: [{ name: 'Zebra B', connection, default: true }] },
    provisioning: {
      ...{ environments, activeEnvironment: 'sandbox' },
      fleet: { ...fleet, bench: 'bench-2', role: 'bench', alone: 'ask' },
    },
  });
  await page.getByText('Site: connected').first().waitFor();
  const printed = newCode();
  await other.call('order.create', { request: orderTo('Omar Haddad', [printed]), evenIfDuplicate: true, print: true });
  await other.until('print-jobs.list', null, ([job]) => job?.state === 'printed');

  const codes = Array.from({ length: 12 }, newCode);
  await importFile(page, await orderedElsewhere(baseUrl, codes));
  const rows = async () =>
    (await callStation(page, 'shipments.page', { ...unfilteredBoard, offset: 0, limit: 60 })).rows;
  await expect.poll(async () => (await rows()).filter(({ label }) => label?.state === 'stored').length).toBe(12);
  const parcelIds = (await rows()).filter(({ customCode }) => codes.slice(0, 8).includes(customCode ?? ''));
  await callStation(page, 'print-run.start', { kind: 'parcels', parcelIds: parcelIds.map(({ id }) => id) });
  for (const code of codes.slice(8)) await scanInMode(page, 'Delete', code);
  const asked = async () => (await callStation(page, 'shared-questions.read', null)).map(({ ids }) => ids.length);
  await expect.poll(asked, { timeout: 30_000 }).toEqual([8, 4]);
  const confirmations = page.getByRole('region', { name: 'Notices' }).getByText('confirmation before');
  await expect.poll(() => confirmations.count()).toBe(1);

  await expectLayout(page, 'Scan, deletion asked about');
  await goTo(page, 'Print queue');
  const [deleteAll, printAll] = ['Delete all 4', 'Print all 8'].map((name) => page.getByRole('button', { name }));
  await deleteAll?.scrollIntoViewIfNeeded();
  await expectLayout(page, 'Waiting to send, asked about');
  await printAll?.scrollIntoViewIfNeeded();
  await expectLayout(page, 'Print queue, asked about');
  await scanInMode(page, 'Print', codes[0] ?? '');
  await page.getByRole('button', { name: 'Print all 8' }).waitFor();
  await expectLayout(page, 'Scan, label asked about');

  await scanInMode(page, 'Look up', printed);
  await page.getByText(/^Printed at bench-2, \d\d:\d\d\.$/).waitFor();
  await expectLayout(page, 'Scan, printed at another bench');
  await goTo(page, 'Shipments');
  await page.getByRole('searchbox').first().fill(printed);
  const row = page.getByRole('row').filter({ hasText: printed });
  await row.getByText(/^Printed at bench-2, \d\d:\d\d$/).waitFor();
  await expectLayout(page, 'Shipments, printed at another bench');
  await row.getByText(printed).click();
  await page.getByText('Held by bench-2', { exact: true }).waitFor();
  await expectLayout(page, 'Shipments, parcel of another bench');
  await goTo(page, 'Settings');
  await page.getByRole('link', { name: 'Site' }).click();
  await page.getByRole('button', { name: /^Take over parcels/ }).click();
  await page.getByRole('button', { name: 'Take over 1 parcel' }).waitFor();
  await expectLayout(page, 'Settings, Site');
  expect(await accessibilityFaults(page)).toEqual([]);
}, 180_000);

/** In each size and theme: nothing is cut off or covered. The pictures are left in a folder, to be looked at. */
async function expectLayout(page: Page, name: string): Promise<void> {
  const faults: string[] = [];
  for (const [width, height] of [
    [1440, 900],
    [1024, 600],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      const file = `${name} ${width}x${height} ${colorScheme}.png`;
      await page.screenshot({ path: join(root, 'out/pictures/site', file) });
      faults.push(...(await layoutFaults(page)).map((fault) => `${file}: ${fault}`));
    }
  expect(faults).toEqual([]);
}
