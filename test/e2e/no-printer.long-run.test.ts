import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { launchStation } from './launch.ts';
import {
  answerQuestion,
  callStation,
  createParcels,
  goTo,
  printJob,
  scanInMode,
  waitForPrintJob,
  waitForResult,
  waitForTopBar,
} from './page-actions.ts';

const opened = closedAfterEach();
const token = 'token-of-this-test';

it('no printer: sandbox labels are held and kept, a real printer prints them after one question, a print run is stopped', async () => {
  const folder = join(await opened.folder(), 'service');
  await mkdir(folder);
  const service = opened.keep(await startPracticeService({ folder, token }));
  const zebra = opened.keep(await startFakePrinter());
  const { baseUrl, labelUrl } = service;
  const environments = [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token }];
  const userDataDir = await opened.folder();
  const file = join(userDataDir, 'bench.json');
  await writeFile(file, JSON.stringify({ environments, activeEnvironment: 'sandbox' }), { mode: 0o600 });
  const start = () => launchStation({ userDataDir, switches: [`--provision=${file}`] });
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  // The built-in practice printer alone: no paper, so no label goes to it.
  const first = await start();
  const codes = (await createParcels(first.page, 5)).map(({ customCode }) => customCode);
  const [scanned = '', ...others] = codes;
  await waitForTopBar(first.page, /not set up/);
  await scanInMode(first.page, 'Print', scanned);
  await waitForResult(first.page, 'No printer');
  const { rows } = await callStation(first.page, 'shipments.page', { offset: 0, limit: 10 });
  const parcelIds = others.map((code) => rows.find(({ customCode }) => customCode === code)?.id ?? 0);
  const run = await callStation(first.page, 'print-run.start', { kind: 'parcels', parcelIds: parcelIds.slice(0, 2) });
  expect(run).toMatchObject({ total: 2, labels: { held: 2 } });
  await goTo(first.page, 'Print queue');
  await region(first.page, '3 labels have no printer').getByRole('button', { name: 'Set up a printer' }).waitFor();
  await waitForPrintJob(first.page, scanned, 'Held', 'Aya Noor');
  await first.close();

  // The first real one, added in Settings: it prints nothing of before until the question with the number is answered.
  const { app, page, close } = opened.keep(await start());
  await waitForTopBar(page, /not set up/);
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add by address' }).click();
  const editor = page.getByRole('group', { name: 'New printer' });
  await editor.getByRole('textbox', { name: 'Name' }).fill('Zebra A');
  await editor.getByRole('textbox', { name: 'Printer address' }).fill(zebra.host);
  await editor.getByRole('textbox', { name: 'Port' }).fill(String(zebra.port));
  await editor.getByRole('button', { name: 'Save printer' }).click();
  await answerQuestion(app, 'Yes');
  await waitForTopBar(page, /Zebra A ready/);
  await goTo(page, 'Print queue');
  const question = region(page, '3 labels have no printer');
  await question.getByText('before Zebra A was set up').waitFor();
  expect(zebra.labels()).toHaveLength(0);
  await question.getByRole('button', { name: 'Print 3 labels' }).focus();
  await page.keyboard.press('Enter');
  for (const code of codes.slice(0, 3)) await waitForPrintJob(page, code, 'Printed');
  expect(await question.count()).toBe(0);
  expect(zebra.labels().map(String)).toEqual(codes.slice(0, 3).map((code) => expect.stringContaining(code)));

  // Done labels stay in the same list until they are folded.
  expect(await printJob(page, scanned).isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Hide done labels' }).click();
  expect(await printJob(page, scanned).count()).toBe(0);
  await page.getByRole('button', { name: 'Show done labels' }).click();

  zebra.setStatus({ paperOut: true });
  // A label to print makes the station check the printer at once.
  await callStation(page, 'print-run.start', { kind: 'parcels', parcelIds });
  await waitForTopBar(page, /Paper out/);
  const progress = page.getByRole('status', { name: 'Printing labels' });
  await progress.getByText('0 of 2 labels sent to the printer.').waitFor();
  await progress.getByText('2 labels were left out').waitFor();
  // From Scan, the label may go to no printer that makes no paper.
  await scanInMode(page, 'Look up', others[2] ?? '');
  await page.getByRole('button', { name: 'Cancel printing' }).waitFor();
  expect(await page.getByRole('button', { name: /^Move to/ }).count()).toBe(0);
  await goTo(page, 'Print queue');
  await progress.getByRole('button', { name: 'Stop printing' }).click();
  for (const code of others.slice(2)) await waitForPrintJob(page, code, 'Cancelled');
  zebra.setStatus({});
  await waitForTopBar(page, /Zebra A ready/);
  expect(zebra.labels()).toHaveLength(3);

  // "Not printed" is the reason of the next copy, also where an earlier copy exists: no second one is asked for.
  await zebra.connectionFault({ kind: 'reset', afterBytes: 700 });
  await printJob(page, scanned).getByRole('button', { name: 'Print again' }).click();
  await page.getByRole('button', { name: 'Damaged' }).click();
  await waitForPrintJob(page, scanned, 'Uncertain');
  await zebra.connectionFault(null);
  await printJob(page, scanned).getByRole('button', { name: 'Mark as not printed' }).click();
  await waitForPrintJob(page, scanned, 'Failed');
  await printJob(page, scanned).getByRole('button', { name: 'Print again' }).click();
  await waitForPrintJob(page, scanned, 'Printed', 'Reason for this copy: Not printed');
  await close();
}, 120_000);
