import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { unfilteredBoard } from '../../src/shared/shipments/board-query.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { natsSiteServer } from '../fakes/site-server.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { orderTo } from '../helpers/order-requests.ts';
import { asPrinter } from './fake-printer-actions.ts';
import { accessibilityFaults, launchProvisioned } from './launch.ts';
import { layoutFaults } from './layout-faults.ts';
import { callStation, goTo, newCode } from './page-actions.ts';

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
  await expectLayout(page);
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

/** In each size and theme: nothing is cut off. */
async function expectLayout(page: Page): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      expect(await layoutFaults(page)).toEqual([]);
    }
}
