import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { defaultPracticeBehaviour } from '../../src/shared/settings/practice-behaviour.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { accessibilityFaults, launchProvisioned } from './launch.ts';
import { callStation, fillOrder, goTo, newCode, scanToPrint, waitForPrintJob, waitForResult } from './page-actions.ts';

const token = 'token-of-the-test';
const opened = closedAfterEach();

it('label assignment: two parcels that the service does not name get their labels by the pictures, and print', async () => {
  const folder = join(await opened.folder(), 'service');
  await mkdir(folder);
  const behaviour = { ...defaultPracticeBehaviour, customCodeEcho: 'no', labelCodes: 'without-custom-code' } as const;
  const service = opened.keep(await startPracticeService({ folder, token, behaviour: () => behaviour }));
  const printer = opened.keep(await startFakePrinter());
  const { baseUrl, labelUrl } = service;
  const { page, consoleErrors, policyViolations } = opened.keep(
    await launchProvisioned({
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token }],
      activeEnvironment: 'sandbox',
      bench: { printOnCreate: false },
      printers: [
        { name: 'Zebra A', connection: { kind: 'tcp', host: printer.host, port: printer.port }, default: true },
      ],
    }),
  );

  const parcels = [
    { code: newCode(), grams: 300 },
    { code: newCode(), grams: 700 },
  ];
  const [first, second] = parcels.map(({ code }) => code) as [string, string];
  await goTo(page, 'New order');
  await fillOrder(page, { receiver: 'Aya Noor #reordered-parcels', customCode: first, weight: '300' });
  await page.getByRole('button', { name: 'Add parcel' }).click();
  await page.getByLabel('Weight (g)').nth(1).fill('700');
  await page.getByLabel('Custom code').nth(1).fill(second);
  await page.getByRole('button', { name: 'Create order' }).click();
  const status = page.getByRole('status', { name: 'Order' });
  await status.filter({ hasText: 'Created' }).filter({ hasText: first }).filter({ hasText: second }).waitFor();
  await status.getByText('Label not assigned').nth(1).waitFor();

  await scanToPrint(page, second);
  await waitForResult(page, 'The service did not say which label belongs to this parcel.');
  expect(await callStation(page, 'print-jobs.list', null)).toEqual([]);

  await goTo(page, 'New order');
  const panel = page.getByRole('region', { name: 'Which label is whose?' });
  // On a busy computer a picture may take longer than it may.
  const drawAgain = panel.getByRole('button', { name: 'Show the picture again' }).first();
  const pictures = async (): Promise<number> => {
    if (await drawAgain.isVisible()) await drawAgain.click();
    return panel.getByRole('img').count();
  };
  await expect.poll(pictures, { timeout: 30_000 }).toBe(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  const orderId = (await callStation(page, 'shipments.page', { offset: 0, limit: 1 })).rows[0]?.orderId ?? 0;
  const { labels } = await callStation(page, 'label-assignment.read', { orderId });
  const assign = panel.getByRole('button', { name: 'Assign labels' });
  for (const [index, { url }] of labels.entries()) {
    expect(await assign.isDisabled()).toBe(true);
    // What the operator reads in the picture.
    const drawn = await (await fetch(url)).text();
    const parcel = parcels.find(({ grams }) => drawn.includes(`^FD${grams} g^FS`));
    await panel.getByRole('button', { name: `Parcel of label ${index + 1}` }).click();
    await page.getByRole('option', { name: parcel?.code ?? '?' }).click();
  }
  await assign.click();
  await panel.waitFor({ state: 'detached' });

  for (const { code } of parcels) {
    await scanToPrint(page, code);
    await waitForResult(page, code);
  }
  await goTo(page, 'Print queue');
  for (const { code } of parcels) await waitForPrintJob(page, code, 'Printed');
  const printed = printer.labels().map((label) => label.toString('latin1'));
  expect(printed.map((label) => parcels.findIndex(({ grams }) => label.includes(`^FD${grams} g^FS`)))).toEqual([0, 1]);

  // The pick-up code on a printed label is now its parcel's.
  const { rows } = await callStation(page, 'shipments.page', { offset: 0, limit: 2 });
  await goTo(page, 'Scan');
  for (const { customCode, pickUpCode } of rows) {
    const carried = printed[parcels.findIndex(({ code }) => code === customCode)];
    expect(carried).toContain(pickUpCode);
  }
  expect(consoleErrors).toEqual([]);
  expect(await policyViolations()).toEqual([]);
});
