import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { unfilteredBoard } from '../../src/shared/shipments/board-query.ts';
import type { Language } from '../../src/shared/values/language.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { natsSiteServer } from '../fakes/site-server.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { orderTo } from '../helpers/order-requests.ts';
import { isLongRun, itInLongRun } from '../helpers/test-length.ts';
import { asPrinter } from './fake-printer-actions.ts';
import { accessibilityFaults, launchProvisioned } from './launch.ts';
import { callStation, goTo, newCode, openScreen, scan, scanInMode, setLanguage } from './page-actions.ts';
import { layoutFaultsOf, sentencesIn } from './site-pictures.ts';
import { openTwoBenches, token } from './two-benches.ts';

const opened = closedAfterEach();

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
  expect(await layoutFaultsOf(page, 'Needs attention, asked about')).toEqual([]);
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

itInLongRun(
  'site: questions about other benches stand above their list, and nothing is cut off or covered; other benches are named',
  async () => {
    const { page, other, baseUrl } = await openTwoBenches(opened);
    const printed = newCode();
    await other.call('order.create', {
      request: orderTo('Omar Haddad', [printed]),
      evenIfDuplicate: true,
      print: true,
    });
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

    expect(await faultsOfSite(page, { language: 'en', asked: codes[0] ?? '', printed })).toEqual([]);
    if (!isLongRun) return;
    for (const language of ['ar', 'de'] as const) {
      await setLanguage(page, language);
      expect(await faultsOfSite(page, { language, asked: codes[0] ?? '', printed })).toEqual([]);
    }
  },
  300_000,
);

/**
 * What is cut off, covered or cannot be read with a screen reader where eight labels and four deletions are asked about, and where another
 * bench has done something.
 */
async function faultsOfSite(
  page: Page,
  { language, asked, printed }: { language: Language; asked: string; printed: string },
): Promise<string[]> {
  const say = sentencesIn(language);
  const faults: string[] = [];
  const look = async (name: string): Promise<void> =>
    void faults.push(...(await layoutFaultsOf(page, `${language}, ${name}`)));
  const open = (screen: string): Promise<void> => openScreen(page, screen);
  const scanIn = async (mode: 'print' | 'look up', code: string): Promise<void> => {
    await open('scan');
    await page.keyboard.press(mode === 'print' ? 'F2' : 'F1');
    await page.getByRole('radio', { name: say(`scan.mode.${mode}`), checked: true }).waitFor();
    await scan(page, code);
  };
  const [deleteAll, printAll] = [
    page.getByRole('button', { name: say('shared-question.answer-all.delete', { count: 4 }) }),
    page.getByRole('button', { name: say('shared-question.answer-all.print', { count: 8 }) }),
  ];

  await open('scan');
  await look('Scan, deletion asked about');
  await open('print-queue');
  await deleteAll.scrollIntoViewIfNeeded();
  await look('Waiting to send, asked about');
  await printAll.scrollIntoViewIfNeeded();
  await look('Print queue, asked about');
  await scanIn('print', asked);
  await printAll.waitFor();
  await look('Scan, label asked about');

  await scanIn('look up', printed);
  await page.locator('section.result').getByText('bench-2').first().waitFor();
  if (language === 'en') await page.getByText(/^Printed at bench-2, \d\d:\d\d\.$/).waitFor();
  await look('Scan, printed at another bench');
  await open('shipments');
  await page.getByRole('searchbox').first().fill(printed);
  const row = page.getByRole('row').filter({ hasText: printed });
  await row.getByText('bench-2').waitFor();
  if (language === 'en') await row.getByText(/^Printed at bench-2, \d\d:\d\d$/).waitFor();
  await look('Shipments, printed at another bench');
  await row.getByText(printed).click();
  await page.getByText(say('elsewhere.holder', { bench: 'bench-2' }), { exact: true }).waitFor();
  await look('Shipments, parcel of another bench');
  await open('settings');
  await page.getByRole('link', { name: say('settings.section.site') }).click();
  await page
    .getByRole('button', { name: say('site.take-over') })
    .first()
    .click();
  await page.getByRole('button', { name: say('site.take-over.confirm', { count: 1 }) }).waitFor();
  await look('Settings, Site');
  return [...faults, ...(await accessibilityFaults(page)).map((fault) => `${language}: ${fault}`)];
}
