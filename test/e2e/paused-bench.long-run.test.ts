import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { unfilteredBoard } from '../../src/shared/shipments/board-query.ts';
import type { Language } from '../../src/shared/values/language.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { orderTo } from '../helpers/order-requests.ts';
import { leaveBudget } from '../main/site/spent-budget.ts';
import { accessibilityFaults } from './launch.ts';
import { callStation, goTo, newCode, openScreen, scanInMode, setLanguage } from './page-actions.ts';
import { layoutFaultsOf, sentencesIn } from './site-pictures.ts';
import { openTwoBenches } from './two-benches.ts';

const opened = closedAfterEach();

it('site: a bench that sends too much is shown as not read, its parcels ask, and "Read reports again" ends it', async () => {
  const { station, page, printer, other } = await openTwoBenches(opened);
  const order = (code: string) =>
    other.call('order.create', { request: orderTo('Omar Haddad', [code]), evenIfDuplicate: true, print: false });
  const known = async () =>
    (await callStation(page, 'shipments.page', { ...unfilteredBoard, offset: 0, limit: 50 })).total;
  const first = newCode();
  await order(first);
  await expect.poll(known, { timeout: 20_000 }).toBe(1);

  leaveBudget(join(station.userDataDir, 'records', 'records-sandbox.sqlite3'), 'bench-2', 1);
  const codes = Array.from({ length: 5 }, newCode);
  for (const code of codes) await order(code);
  const attention = async () => (await callStation(page, 'attention.read', null)).entries.map(({ kind }) => kind);
  await expect.poll(attention, { timeout: 20_000 }).toEqual(['paused bench']);
  expect(await known()).toBe(1);
  await page
    .getByRole('region', { name: 'Notices' })
    .getByText('bench-2 sent far more than a bench usually does')
    .waitFor();

  const faults: string[] = [];
  for (const language of ['de', 'ar', 'en'] as const) {
    await setLanguage(page, language);
    faults.push(...(await lookAt(page, language)));
  }
  expect(faults).toEqual([]);

  // The bench would answer, but what it did is not known: an operator is asked.
  await scanInMode(page, 'Print', first);
  await page.getByText('bench-2 has this parcel and does not answer').first().waitFor();
  expect(printer.labels()).toHaveLength(0);

  await goTo(page, 'Needs attention');
  const entry = page.getByRole('list', { name: 'Needs attention' }).locator('> li').filter({ hasText: 'bench-2' });
  const paused = entry.filter({ hasText: 'Reports of a bench are not read' });
  if ((await paused.locator('.attention-body').count()) === 0) await paused.locator('.attention-row').click();
  await paused.getByRole('button', { name: 'Read reports again' }).click();
  await expect.poll(known, { timeout: 20_000 }).toBe(6);
  await expect.poll(attention, { timeout: 20_000 }).not.toContain('paused bench');
  expect(station.consoleErrors).toEqual([]);
}, 240_000);

/** Photographs what is shown of the paused bench; what is cut off or covered, and what a screen reader would miss. */
async function lookAt(page: Page, language: Language): Promise<string[]> {
  const say = sentencesIn(language);
  const faults: string[] = [];
  await openScreen(page, 'settings');
  await page.getByRole('link', { name: say('settings.section.site') }).click();
  const readOn = page.getByRole('button', { name: say('site.read-on') });
  await readOn.first().scrollIntoViewIfNeeded();
  faults.push(...(await layoutFaultsOf(page, `${language}, Settings, Site, paused bench`)));
  faults.push(...(await accessibilityFaults(page)));
  await openScreen(page, 'attention');
  const row = page.locator('.attention-row').filter({ hasText: say('attention.kind.paused bench') });
  if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
  await page.getByText(say('attention.heading.paused bench')).waitFor();
  faults.push(...(await layoutFaultsOf(page, `${language}, Needs attention, paused bench`)));
  return [...faults, ...(await accessibilityFaults(page))].map((fault) => `${language}: ${fault}`);
}
