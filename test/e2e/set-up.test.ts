import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { type PracticeService, startPracticeService } from '../../src/main/practice/practice-service.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { startServiceWithLabels } from '../fakes/service-with-labels.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { accessibilityFaults, launchProvisioned, launchStation } from './launch.ts';
import { callStation, goTo, newCode, scan, waitForResult } from './page-actions.ts';

const token = 'token-of-the-test-0123456789';
const opened = closedAfterEach();

const startService = async (): Promise<PracticeService> =>
  opened.keep(await startPracticeService({ folder: join(await opened.folder(), 'service'), token }));

const setUp = (page: Page) => page.getByRole('region', { name: 'Set up this bench' });

/** Clicks and fills in what it is given, and counts. */
function countedHand(page: Page) {
  const count = { clicks: 0, fields: 0 };
  return {
    count,
    async click(name: string): Promise<void> {
      count.clicks += 1;
      await page.getByRole('button', { name, exact: true }).click();
    },
    async fill(label: string, value: string): Promise<void> {
      count.fields += 1;
      await page.getByLabel(label, { exact: true }).fill(value);
    },
  };
}

it('set-up: a new bench gets to its first real label in 6 clicks and 7 fields', async () => {
  const { url } = opened.keep(await startServiceWithLabels(await startService()));
  const printer = opened.keep(await startFakePrinter());
  const { app, page } = opened.keep(await launchStation());
  const { count, click, fill } = countedHand(page);
  await app.evaluate(({ dialog }) => {
    // The operator presses the first button of each question: a click that Playwright cannot make.
    const asked = Object.assign(globalThis, { questions: 0 });
    dialog.showMessageBox = (async (_: unknown, { buttons }: { buttons: string[] }) => {
      asked.questions += 1;
      return { response: buttons.findIndex((label) => /^(Add|Yes|Send)/.test(label)), checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });

  // It takes no focus and stops no scan.
  await setUp(page).waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('.set-up') ?? null)).toBeNull();
  expect(await accessibilityFaults(page)).toEqual([]);
  const scanned = newCode();
  await page.getByLabel('Service address').click();
  await scan(page, scanned);
  await waitForResult(page, scanned);
  expect(await page.getByLabel('Service address').count()).toBe(0);
  await setUp(page).getByRole('button', { name: 'Set up', exact: true }).click();

  // A wrong token first, which is not counted.
  await fill('Service address', url);
  await page.getByLabel('Service token').fill('wrong-token-0123456789');
  await setUp(page).getByRole('button', { name: 'Test and connect' }).click();
  await setUp(page).getByText('The service rejects the token.').waitFor();
  expect((await callStation(page, 'station.read', null)).environment.kind).toBe('practice');
  await fill('Service token', `Bearer ${token}`);
  await click('Test and connect');

  await fill('Address of the label printer', `${printer.host}:${printer.port}`);
  await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'PRODUCTION' }).waitFor();
  await click('Add and test');
  await printer.waitFor(() => printer.labels().length === 1);
  await click('Yes, it came out');

  const printsOnCreate = page.getByRole('switch', { name: 'Send labels to the printer when an order is created' });
  if (!(await printsOnCreate.isChecked())) await printsOnCreate.press('Space');
  await click('Write first order');
  await setUp(page).waitFor({ state: 'hidden' });

  await fill('Pick-up address', '18 Harbour Road');
  await fill('Drop-off address', '12 Palm Street');
  await fill('Receiver name', 'Omar Haddad');
  await fill('Weight (g)', '900');
  await click('Create order');
  await printer.waitFor(() => printer.labels().length === 2);

  count.clicks += await app.evaluate(() => (globalThis as unknown as { questions: number }).questions);
  expect(count).toEqual({ clicks: 6, fields: 7 });
  const { printers, settings } = await callStation(page, 'station.read', null);
  expect(printers.find(({ isDefault }) => isDefault)?.name).toBe('Label printer');
  expect(settings.setUp.isOpen).toBe(false);

  // Each step opens again from Settings.
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Printer', exact: true }).click();
  await setUp(page).getByText('Label printer is the default printer.').waitFor();
  await click('Skip this step');
  await setUp(page).getByRole('group', { name: 'First order' }).waitFor();
  await click('Skip set-up');
  await setUp(page).waitFor({ state: 'hidden' });
});

it('connection: the strip leads to the field, Test connection says what is wrong, and an environment is removed', async () => {
  const service = await startService();
  const { baseUrl, labelUrl } = service;
  const { page } = opened.keep(
    await launchProvisioned({
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token: 'wrong-token-0123456789' }],
      activeEnvironment: 'sandbox',
    }),
  );
  expect(await setUp(page).count()).toBe(0);
  const quote = {
    pick_up_address: { text: '18 Harbour Road' },
    drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900 }] }] as never,
  };
  await callStation(page, 'order.quote', quote).catch(() => null);
  await page.getByRole('button', { name: 'Enter token', exact: true }).click();
  const editor = page.getByRole('group', { name: 'Environment sandbox' });
  const field = editor.getByLabel('Token', { exact: true });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);

  const line = (text: string | RegExp) =>
    editor.getByRole('list', { name: 'Connection test' }).getByRole('listitem').filter({ hasText: text }).waitFor();
  const test = editor.getByRole('button', { name: 'Test connection' });
  await test.click();
  await line(/Token:.*The service rejects the token/);
  await page.keyboard.press('Tab');
  await field.fill(token);
  await test.click();
  await line(/Token:.*The service accepts the token/);
  await editor.getByLabel('Base URL').fill('http://127.0.0.1:9');
  await test.click();
  await line(/Address:.*Can’t reach the service/);
  await editor.getByRole('button', { name: 'Cancel', exact: true }).click();

  const sandbox = page.getByRole('list', { name: 'Environments' }).getByRole('listitem').filter({ hasText: 'SANDBOX' });
  await sandbox.getByText(/The service rejects this token/).waitFor();
  const remove = sandbox.getByRole('button', { name: 'Remove sandbox' });
  expect(await remove.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Use practice' }).click();
  await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'PRACTICE' }).waitFor();
  await remove.click();
  await sandbox.getByText(/records stay on this computer/).waitFor();
  await sandbox.getByRole('button', { name: 'Remove environment' }).click();
  await sandbox.waitFor({ state: 'detached' });
});
